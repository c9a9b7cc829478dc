// Judges custom resources as the API server does. A line in is a CRD, {"crd": {...}}, or an object of the last CRD,
// {"version": "v1", "object": {...}}; a line out names what the API server calls unknown in the object, what it calls invalid, and
// what its CEL rules say, in full.
// The order of the steps is that of pkg/apiserver/customresource_handler.go and pkg/registry/customresource/strategy.go.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"os"

	"k8s.io/apiextensions-apiserver/pkg/apis/apiextensions"
	v1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/cel"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/objectmeta"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/schema/pruning"
	"k8s.io/apiextensions-apiserver/pkg/apiserver/validation"
	utiljson "k8s.io/apimachinery/pkg/util/json"
	"k8s.io/apimachinery/pkg/util/validation/field"
	celconfig "k8s.io/apiserver/pkg/apis/cel"
)

type question struct {
	CRD     *v1.CustomResourceDefinition `json:"crd"`
	Version string                       `json:"version"`
	Object  json.RawMessage              `json:"object"`
}

type answer struct {
	Unknown []string `json:"unknown"`
	Invalid []string `json:"invalid"`
	Rules   []string `json:"rules"`
}

type version struct {
	structural *schema.Structural
	validator  validation.SchemaValidator
	rules      *cel.Validator
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<26)
	out := json.NewEncoder(os.Stdout)
	var versions map[string]version
	for lines.Scan() {
		var asked question
		must(json.Unmarshal(lines.Bytes(), &asked))
		if asked.CRD != nil {
			versions = compile(asked.CRD)
			must(out.Encode(answer{}))
			continue
		}
		must(out.Encode(judge(versions[asked.Version], asked.Object)))
	}
	must(lines.Err())
}

func compile(crd *v1.CustomResourceDefinition) map[string]version {
	versions := map[string]version{}
	for _, served := range crd.Spec.Versions {
		internal := &apiextensions.CustomResourceValidation{}
		must(v1.Convert_v1_CustomResourceValidation_To_apiextensions_CustomResourceValidation(served.Schema, internal, nil))
		structural, err := schema.NewStructural(internal.OpenAPIV3Schema)
		must(err)
		must(defaulting.PruneDefaults(structural))
		validator, _, err := validation.NewSchemaValidator(internal.OpenAPIV3Schema)
		must(err)
		versions[served.Name] = version{structural, validator, cel.NewValidator(structural, true, celconfig.PerCallLimit)}
	}
	return versions
}

func judge(as version, raw []byte) answer {
	var object map[string]any
	must(utiljson.Unmarshal(raw, &object))
	var told answer
	_, _, unknown, err := objectmeta.GetObjectMetaWithOptions(object, objectmeta.ObjectMetaOptions{ReturnUnknownFieldPaths: true})
	if err != nil {
		return answer{Invalid: []string{"metadata"}}
	}
	told.Unknown = append(unknown, pruning.PruneWithOptions(object, as.structural, true, schema.UnknownFieldPathOptions{TrackUnknownFieldPaths: true})...)
	defaulting.PruneNonNullableNullsWithoutDefaults(object, as.structural)
	broken, unknown := objectmeta.CoerceWithOptions(nil, object, as.structural, false, objectmeta.CoerceOptions{ReturnUnknownFieldPaths: true})
	told.Unknown = append(told.Unknown, unknown...)
	if broken != nil {
		told.Invalid = append(told.Invalid, broken.Field)
		return told
	}
	defaulting.Default(object, as.structural)
	errors := validation.ValidateCustomResource(nil, object, as.validator)
	errors = append(errors, objectmeta.Validate(nil, object, as.structural, false)...)
	errors = append(errors, listtype.ValidateListSetsAndMaps(nil, as.structural, object)...)
	for _, problem := range errors {
		told.Invalid = append(told.Invalid, problem.Field)
	}
	if !blocking(errors) {
		broken, _ := as.rules.Validate(context.Background(), nil, as.structural, object, nil, celconfig.RuntimeCELCostBudget)
		for _, problem := range broken {
			told.Rules = append(told.Rules, problem.Error())
		}
	}
	return told
}

// Says what hasBlockingErr in strategy.go says.
func blocking(errors field.ErrorList) bool {
	for _, problem := range errors {
		switch problem.Type {
		case field.ErrorTypeNotSupported, field.ErrorTypeRequired, field.ErrorTypeTooLong, field.ErrorTypeTooMany, field.ErrorTypeTypeInvalid:
			return true
		}
	}
	return false
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}
