// Judges Ray objects with KubeRay's own code, every feature gate on. A line in is an object; a line out is
// [what KubeRay says against it, or null; the object as KubeRay's types write it; what the submitter of a RayJob runs].
// The operator's own configuration file is an object too, and so are its feature gates ({"kind": "FeatureGates", "gates": "A=true"}).
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"strings"

	"github.com/go-logr/logr"
	configapi "github.com/ray-project/kuberay/ray-operator/apis/config/v1alpha1"
	rayv1 "github.com/ray-project/kuberay/ray-operator/apis/ray/v1"
	"github.com/ray-project/kuberay/ray-operator/controllers/ray/common"
	"github.com/ray-project/kuberay/ray-operator/controllers/ray/utils"
	"k8s.io/apiserver/pkg/util/feature"
)

const longestLine = 16 << 20

func main() {
	if err := feature.DefaultMutableFeatureGate.Set("AllAlpha=true,AllBeta=true"); err != nil {
		panic(err)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, longestLine)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		object, runs, err := judge(lines.Bytes())
		var said any
		if err != nil {
			said = err.Error()
		}
		_ = out.Encode([]any{said, object, runs})
	}
}

func judge(line []byte) (object any, runs string, err error) {
	var typed struct {
		Kind string `json:"kind"`
	}
	if err := json.Unmarshal(line, &typed); err != nil {
		panic(err)
	}
	switch typed.Kind {
	case "RayCluster":
		cluster := &rayv1.RayCluster{}
		return cluster, "", first(
			func() error { return read(line, cluster) },
			func() error { return utils.ValidateRayClusterMetadata(cluster.ObjectMeta) },
			func() error { return utils.ValidateRayClusterUpgradeOptions(cluster) },
			func() error { return utils.ValidateRayClusterSpec(&cluster.Spec, cluster.Annotations) },
		)
	case "RayJob":
		job := &rayv1.RayJob{}
		err := first(
			func() error { return read(line, job) },
			func() error { return utils.ValidateRayJobMetadata(job.ObjectMeta) },
			func() error { return utils.ValidateRayJobSpec(job) },
		)
		return job, submitLine(job.DeepCopy()), err
	case "RayService":
		service := &rayv1.RayService{}
		return service, "", first(
			func() error { return read(line, service) },
			func() error { return utils.ValidateRayServiceMetadata(service.ObjectMeta) },
			func() error { return utils.ValidateRayServiceSpec(service) },
		)
	case "RayCronJob":
		cronJob := &rayv1.RayCronJob{}
		return cronJob, "", first(
			func() error { return read(line, cronJob) },
			func() error { return utils.ValidateRayCronJobSpec(cronJob) },
		)
	case "Configuration":
		configuration := &configapi.Configuration{}
		return configuration, "", first(
			func() error { return read(line, configuration) },
			func() error { return configapi.ValidateBatchSchedulerConfig(logr.Discard(), *configuration) },
		)
	case "FeatureGates":
		given := struct{ Kind, Gates string }{}
		err := first(
			func() error { return read(line, &given) },
			func() error { return feature.DefaultMutableFeatureGate.DeepCopy().Set(given.Gates) },
		)
		return given, "", err
	}
	panic(fmt.Sprintf("no kind of KubeRay's: %q", typed.Kind))
}

func first(checks ...func() error) error {
	for _, check := range checks {
		if err := check(); err != nil {
			return err
		}
	}
	return nil
}

func read(line []byte, object any) error {
	strict := json.NewDecoder(bytes.NewReader(line))
	strict.DisallowUnknownFields()
	return strict.Decode(object)
}

func submitLine(job *rayv1.RayJob) string {
	if job.Spec.RayClusterSpec == nil || (job.Spec.SubmissionMode != rayv1.K8sJobMode && job.Spec.SubmissionMode != rayv1.SidecarMode) {
		return ""
	}
	job.Status.DashboardURL = "10.0.0.1:8265"
	job.Status.JobId = "job-x"
	command, err := common.BuildJobSubmitCommand(job, job.Spec.SubmissionMode)
	if err != nil {
		return err.Error()
	}
	return strings.Join(command, " ")
}
