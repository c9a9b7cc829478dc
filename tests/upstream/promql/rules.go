package main

import (
	"encoding/json"

	"github.com/prometheus/common/model"
	"github.com/prometheus/prometheus/model/rulefmt"
)

// check says what Prometheus has against groups of rules, their templates included.
func check(groups json.RawMessage) []string {
	_, faults := rulefmt.Parse(groups, false, model.UTF8Validation)
	found := []string{}
	for _, fault := range faults {
		found = append(found, fault.Error())
	}
	return found
}
