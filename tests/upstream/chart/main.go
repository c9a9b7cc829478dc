// Renders a Helm chart as `helm template` does, for charts that need nothing but templates and values.
//
// Each line of the input is a release ({"chart", "release", "namespace", "values"}, the chart by its folder), each line of the output
// the objects that it has.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig/v3"
	"sigs.k8s.io/yaml"
)

type release struct {
	Chart     string         `json:"chart"`
	Release   string         `json:"release"`
	Namespace string         `json:"namespace"`
	Values    map[string]any `json:"values"`
}

func main() {
	input, output := bufio.NewScanner(os.Stdin), json.NewEncoder(os.Stdout)
	input.Buffer(nil, 1<<24)
	for input.Scan() {
		var asked release
		must(json.Unmarshal(input.Bytes(), &asked))
		chart, values := map[string]any{}, map[string]any{}
		read(filepath.Join(asked.Chart, "Chart.yaml"), &chart)
		read(filepath.Join(asked.Chart, "values.yaml"), &values)
		must(output.Encode(render(parse(asked.Chart), map[string]any{
			"Chart":   map[string]any{"Name": chart["name"], "Version": chart["version"], "AppVersion": chart["appVersion"]},
			"Release": map[string]any{"Name": asked.Release, "Namespace": asked.Namespace, "Service": "Helm"},
			"Values":  merged(values, asked.Values),
		})))
	}
	must(input.Err())
}

func parse(folder string) *template.Template {
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	functions["include"] = func(name string, data any) (string, error) {
		var text bytes.Buffer
		err := all.ExecuteTemplate(&text, name, data)
		return text.String(), err
	}
	functions["toYaml"] = func(value any) (string, error) {
		text, err := yaml.Marshal(value)
		return strings.TrimSuffix(string(text), "\n"), err
	}
	functions["fail"] = func(message string) (string, error) { return "", errors.New(message) }
	all.Funcs(functions)
	must(filepath.WalkDir(filepath.Join(folder, "templates"), func(path string, entry os.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		_, err = all.New(path).Parse(string(text))
		return err
	}))
	return all
}

func render(templates *template.Template, data map[string]any) []any {
	objects := []any{}
	for _, each := range templates.Templates() {
		if filepath.Ext(each.Name()) != ".yaml" {
			continue
		}
		var text bytes.Buffer
		must(each.Execute(&text, data))
		written := strings.ReplaceAll(text.String(), "<no value>", "") // as Helm does
		for _, document := range strings.Split("\n"+written, "\n---") {
			var object any
			must(yaml.Unmarshal([]byte(document), &object))
			if object != nil {
				objects = append(objects, object)
			}
		}
	}
	return objects
}

// merged lays values over the chart's own; null takes one away.
func merged(own, given map[string]any) map[string]any {
	all := map[string]any{}
	for key, value := range own {
		all[key] = value
	}
	for key, value := range given {
		below, isMap := value.(map[string]any)
		if theirs, both := all[key].(map[string]any); isMap && both {
			all[key] = merged(theirs, below)
		} else if value == nil {
			delete(all, key)
		} else {
			all[key] = value
		}
	}
	return all
}

func read(path string, value any) {
	text, err := os.ReadFile(path)
	must(err)
	must(yaml.Unmarshal(text, value))
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
