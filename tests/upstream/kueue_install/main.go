// Tells how Kueue is installed, by Kueue's own files and code. A line in is a question, a line out its answer.
package main

import (
	"bufio"
	"encoding/json"
	"os"
)

const longestLine = 16 << 20

// question asks for one of these.
type question struct {
	// Kustomize names a folder of Kueue's module to build.
	Kustomize string `json:"kustomize"`
	// Chart holds values of Kueue's chart to render it with.
	Chart map[string]any `json:"chart"`
	// Configuration is the text of a configuration file to judge.
	Configuration string `json:"configuration"`
	// Facts asks for what is known of configurations: schema, gates and frameworks.
	Facts bool `json:"facts"`
}

func main() {
	module := os.Args[1]
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, longestLine)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		asked := question{}
		must(json.Unmarshal(lines.Bytes(), &asked))
		var said any
		switch {
		case asked.Kustomize != "":
			said = built(module + "/" + asked.Kustomize)
		case asked.Chart != nil:
			said = rendered(module+"/charts/kueue", asked.Chart)
		case asked.Facts:
			said = facts()
		default:
			said = judged(asked.Configuration)
		}
		must(out.Encode(said))
	}
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
