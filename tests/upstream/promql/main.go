// Reads expressions and rules with Prometheus' own code. A line in is a question as JSON, a line out its answer:
// {"expression": …} is parsed: metrics and the labels that are asked of each, all labels that are named, and the error, if any;
// {"expression": …, "series": […], "minute": …} is evaluated too;
// {"groups": …} is held against what Prometheus takes as a file of rules.
package main

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"

	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql/parser"
)

type question struct {
	Expression string          `json:"expression"`
	Series     []series        `json:"series"`
	Minute     int             `json:"minute"`
	Groups     json.RawMessage `json:"groups"`
}

type answer struct {
	Error   string              `json:"error,omitempty"`
	Metrics map[string][]string `json:"metrics,omitempty"`
	Labels  []string            `json:"labels,omitempty"`
	Found   []result            `json:"found,omitempty"`
	Faults  []string            `json:"faults,omitempty"`
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<22)
	out := json.NewEncoder(os.Stdout)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			panic(err)
		}
		if err := out.Encode(answered(asked)); err != nil {
			panic(err)
		}
	}
	if err := lines.Err(); err != nil {
		panic(err)
	}
}

func answered(asked question) answer {
	if asked.Groups != nil {
		return answer{Faults: check(asked.Groups)}
	}
	made := read(asked.Expression)
	if made.Error == "" && asked.Series != nil {
		found, err := evaluate(asked.Expression, asked.Series, asked.Minute)
		if err != nil {
			return answer{Error: err.Error()}
		}
		made.Found = found
	}
	return made
}

// read names what is in an expression.
func read(text string) answer {
	expression, err := parser.ParseExpr(text)
	if err != nil {
		return answer{Error: err.Error()}
	}
	made := answer{Metrics: map[string][]string{}}
	parser.Inspect(expression, func(node parser.Node, _ []parser.Node) error {
		switch found := node.(type) {
		case *parser.VectorSelector:
			asked := append([]string{}, made.Metrics[found.Name]...)
			for _, matcher := range found.LabelMatchers {
				if matcher.Name != labels.MetricName {
					asked = append(asked, matcher.Name)
				}
			}
			made.Metrics[found.Name] = sorted(asked)
			made.Labels = append(made.Labels, asked...)
		case *parser.AggregateExpr:
			made.Labels = append(made.Labels, found.Grouping...)
		case *parser.BinaryExpr:
			if matching := found.VectorMatching; matching != nil {
				made.Labels = append(append(made.Labels, matching.MatchingLabels...), matching.Include...)
			}
		}
		return nil
	})
	made.Labels = sorted(made.Labels)
	return made
}

func sorted(names []string) []string {
	made := append([]string{}, names...)
	slices.Sort(made)
	return slices.Compact(made)
}
