package main

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	utilfeature "k8s.io/apiserver/pkg/util/feature"
	clientgoscheme "k8s.io/client-go/kubernetes/scheme"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"
	configv1beta1 "sigs.k8s.io/kueue/apis/config/v1beta1"
	configapi "sigs.k8s.io/kueue/apis/config/v1beta2"
	kueue "sigs.k8s.io/kueue/apis/kueue/v1beta2"
	"sigs.k8s.io/kueue/pkg/config"
	"sigs.k8s.io/kueue/pkg/controller/jobframework"
	_ "sigs.k8s.io/kueue/pkg/controller/jobs"
	_ "sigs.k8s.io/kueue/pkg/features"
)

// duration is what time.ParseDuration reads.
const duration = `^[-+]?(0|(([0-9]+(\.[0-9]*)?|\.[0-9]+)(ns|us|µs|μs|ms|s|m|h))+)$`

var scheme = runtime.NewScheme()

var gates = utilfeature.DefaultMutableFeatureGate

func init() {
	must(clientgoscheme.AddToScheme(scheme))
	must(kueue.AddToScheme(scheme))
	must(configv1beta1.AddToScheme(scheme))
	must(configapi.AddToScheme(scheme))
	must(jobframework.ForEachIntegration(func(_ string, callbacks jobframework.IntegrationCallbacks) error {
		if callbacks.AddToScheme != nil {
			return callbacks.AddToScheme(scheme)
		}
		return nil
	}))
}

// judged says what Kueue has against a configuration file when it starts, in the order in which it would be told.
func judged(text string) []string {
	folder, err := os.MkdirTemp("", "kueue")
	must(err)
	defer os.RemoveAll(folder)
	file := filepath.Join(folder, "configuration.yaml")
	must(os.WriteFile(file, []byte(text), 0o600))
	fresh := gates.DeepCopy()
	utilfeature.DefaultMutableFeatureGate, utilfeature.DefaultFeatureGate = fresh, fresh
	_, cfg, err := config.Load(scheme, file)
	if err != nil {
		return []string{err.Error()}
	}
	said := []string{}
	for _, problem := range config.LoadAndValidateFeatureGates("", cfg.FeatureGates) {
		said = append(said, problem.Error())
	}
	if len(said) > 0 {
		return said
	}
	for _, problem := range config.Validate(&cfg, scheme) {
		said = append(said, problem.Error())
	}
	return said
}

// facts tells what a configuration may hold.
func facts() map[string]any {
	known := map[string]any{}
	for name, spec := range gates.GetAll() {
		stage := strings.ToLower(string(spec.PreRelease))
		if spec.PreRelease == featuregate.GA {
			stage = "ga"
		}
		known[string(name)] = map[string]any{"default": spec.Default, "stage": stage, "locked": spec.LockToDefault}
	}
	frameworks := slices.Clone(jobframework.GetIntegrationsList())
	slices.Sort(frameworks)
	return map[string]any{
		"schema":       schemaOf(reflect.TypeFor[configapi.Configuration]()),
		"gates":        known,
		"frameworks":   frameworks,
		"cipherSuites": cliflag.TLSCipherPossibleValues(),
	}
}

// schemaOf says in the words of a CRD's schema what JSON a Go type is read from.
func schemaOf(of reflect.Type) map[string]any {
	switch of {
	case reflect.TypeFor[metav1.Duration]():
		return map[string]any{"type": "string", "pattern": duration}
	case reflect.TypeFor[time.Duration]():
		return map[string]any{"type": "integer", "format": "int64"}
	case reflect.TypeFor[resource.Quantity]():
		return map[string]any{"x-kubernetes-int-or-string": true}
	}
	switch of.Kind() {
	case reflect.Pointer:
		return schemaOf(of.Elem())
	case reflect.Struct:
		properties := map[string]any{}
		addFields(of, properties)
		return map[string]any{"type": "object", "properties": properties}
	case reflect.Map:
		return map[string]any{"type": "object", "additionalProperties": schemaOf(of.Elem())}
	case reflect.Slice:
		return map[string]any{"type": "array", "items": schemaOf(of.Elem())}
	case reflect.String:
		return map[string]any{"type": "string"}
	case reflect.Bool:
		return map[string]any{"type": "boolean"}
	case reflect.Int32:
		return map[string]any{"type": "integer", "format": "int32"}
	case reflect.Int, reflect.Int64:
		return map[string]any{"type": "integer", "format": "int64"}
	case reflect.Float32, reflect.Float64:
		return map[string]any{"type": "number"}
	}
	panic("no JSON is known for " + of.String())
}

func addFields(of reflect.Type, properties map[string]any) {
	for index := range of.NumField() {
		field := of.Field(index)
		name, options, _ := strings.Cut(field.Tag.Get("json"), ",")
		switch {
		case !field.IsExported() || name == "-" || field.Type.Kind() == reflect.Interface:
		case options == "inline":
			addFields(field.Type, properties)
		case name == "":
			properties[field.Name] = schemaOf(field.Type)
		default:
			properties[name] = schemaOf(field.Type)
		}
	}
}
