package main

import (
	"sort"
	"strings"

	"helm.sh/helm/v3/pkg/chart/loader"
	"helm.sh/helm/v3/pkg/chartutil"
	"helm.sh/helm/v3/pkg/engine"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
	"sigs.k8s.io/yaml"
)

// built gives the objects of a kustomization.
func built(folder string) []map[string]any {
	made, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	must(err)
	objects := []map[string]any{}
	for _, resource := range made.Resources() {
		object, err := resource.Map()
		must(err)
		objects = append(objects, object)
	}
	return objects
}

// rendered gives the objects of a chart that is installed as `kueue` in the namespace `kueue-system`.
func rendered(folder string, values map[string]any) []map[string]any {
	chart, err := loader.LoadDir(folder)
	must(err)
	options := chartutil.ReleaseOptions{Name: "kueue", Namespace: "kueue-system", IsInstall: true}
	whole, err := chartutil.ToRenderValues(chart, values, options, chartutil.DefaultCapabilities)
	must(err)
	files, err := engine.Render(chart, whole)
	must(err)
	names := []string{}
	for name := range files {
		names = append(names, name)
	}
	sort.Strings(names)
	objects := []map[string]any{}
	for _, name := range names {
		for _, text := range strings.Split("\n"+files[name], "\n---") {
			object := map[string]any{}
			must(yaml.Unmarshal([]byte(text), &object))
			if len(object) > 0 {
				objects = append(objects, object)
			}
		}
	}
	return objects
}
