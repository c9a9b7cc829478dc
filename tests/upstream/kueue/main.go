// Judges queued Ray objects with Kueue's own webhooks. A line in is an object; a line out is what Kueue says against it, or null.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"

	rayv1 "github.com/ray-project/kuberay/ray-operator/apis/ray/v1"
	"sigs.k8s.io/kueue/pkg/controller/jobs/raycluster"
	"sigs.k8s.io/kueue/pkg/controller/jobs/rayjob"
	"sigs.k8s.io/kueue/pkg/controller/jobs/rayservice"
)

const longestLine = 16 << 20

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, longestLine)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var said any
		if err := judge(lines.Bytes()); err != nil {
			said = err.Error()
		}
		_ = out.Encode(said)
	}
}

func judge(line []byte) error {
	var typed struct {
		Kind string `json:"kind"`
	}
	read(line, &typed)
	switch typed.Kind {
	case "RayCluster":
		cluster := &rayv1.RayCluster{}
		read(line, cluster)
		_, err := (&raycluster.RayClusterWebhook{}).ValidateCreate(context.Background(), cluster)
		return err
	case "RayJob":
		job := &rayv1.RayJob{}
		read(line, job)
		_, err := (&rayjob.RayJobWebhook{}).ValidateCreate(context.Background(), job)
		return err
	case "RayService":
		service := &rayv1.RayService{}
		read(line, service)
		_, err := (&rayservice.RayServiceWebhook{}).ValidateCreate(context.Background(), service)
		return err
	}
	panic(fmt.Sprintf("no kind of KubeRay's that Kueue admits: %q", typed.Kind))
}

func read(line []byte, object any) {
	if err := json.Unmarshal(line, object); err != nil {
		panic(err)
	}
}
