// Reads YAML as the Go tools of Kubernetes do. A line in is a JSON text, one YAML document; a line out is a JSON object that names what
// each reader sees: sigs.k8s.io/yaml, behind kubectl and Argo CD, and go.yaml.in/yaml/v3, behind kustomize. What JSON cannot say is a
// text that starts with "not ".
package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os"

	yaml3 "go.yaml.in/yaml/v3"
	"sigs.k8s.io/yaml"
)

func main() {
	in, out := json.NewDecoder(bufio.NewReader(os.Stdin)), bufio.NewWriter(os.Stdout)
	defer out.Flush()
	for {
		var text string
		if err := in.Decode(&text); err == io.EOF {
			return
		} else if err != nil {
			panic(err)
		}
		answer, err := json.Marshal(map[string]any{"sigs.k8s.io/yaml": kubernetes(text), "go.yaml.in/yaml/v3": kustomize(text)})
		if err != nil {
			panic(err)
		}
		fmt.Fprintln(out, string(answer))
	}
}

func kubernetes(text string) any {
	read, err := yaml.YAMLToJSONStrict([]byte(text))
	if err != nil {
		return "not YAML: " + err.Error()
	}
	return json.RawMessage(read)
}

func kustomize(text string) any {
	var read any
	if err := yaml3.Unmarshal([]byte(text), &read); err != nil {
		return "not YAML: " + err.Error()
	}
	return asJSON(read)
}

func asJSON(value any) any {
	switch value := value.(type) {
	case map[string]any:
		for key, below := range value {
			value[key] = asJSON(below)
		}
	case []any:
		for index, below := range value {
			value[index] = asJSON(below)
		}
	case nil, bool, int, int64, uint64, float64, string:
	default:
		return fmt.Sprintf("not JSON: %T %v", value, value)
	}
	return value
}
