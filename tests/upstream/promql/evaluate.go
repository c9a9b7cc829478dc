package main

import (
	"context"
	"math"
	"sort"
	"time"

	"github.com/prometheus/prometheus/model/histogram"
	"github.com/prometheus/prometheus/model/labels"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/storage"
	"github.com/prometheus/prometheus/tsdb/chunkenc"
	"github.com/prometheus/prometheus/tsdb/chunks"
	"github.com/prometheus/prometheus/util/annotations"
)

// series has a value for each minute from 0 on; a null is no value.
type series struct {
	Labels map[string]string `json:"labels"`
	Values []*float64        `json:"values"`
}

type result struct {
	Labels map[string]string `json:"labels"`
	Value  float64           `json:"value"`
}

// evaluate asks Prometheus' engine for the value of an expression at a minute.
func evaluate(expression string, known []series, minute int) ([]result, error) {
	engine := promql.NewEngine(promql.EngineOpts{MaxSamples: math.MaxInt32, Timeout: time.Minute, LookbackDelta: 5 * time.Minute})
	at := time.Unix(int64(minute)*60, 0)
	query, err := engine.NewInstantQuery(context.Background(), memory(known), nil, expression, at)
	if err != nil {
		return nil, err
	}
	defer query.Close()
	vector, err := query.Exec(context.Background()).Vector()
	if err != nil {
		return nil, err
	}
	found := []result{}
	for _, sample := range vector {
		found = append(found, result{sample.Metric.Map(), sample.F})
	}
	return found, nil
}

// memory is a storage of a few series.
func memory(known []series) storage.Queryable {
	choose := func(_ bool, _ *storage.SelectHints, matchers ...*labels.Matcher) storage.SeriesSet {
		chosen := &set{}
		for _, each := range known {
			if all := labels.FromMap(each.Labels); matches(all, matchers) {
				chosen.series = append(chosen.series, storage.NewListSeries(all, samples(each.Values)))
			}
		}
		sort.Slice(chosen.series, func(one, other int) bool {
			return labels.Compare(chosen.series[one].Labels(), chosen.series[other].Labels()) < 0
		})
		return chosen
	}
	return storage.QueryableFunc(func(_, _ int64) (storage.Querier, error) {
		return &storage.MockQuerier{SelectMockFunction: choose}, nil
	})
}

func matches(all labels.Labels, matchers []*labels.Matcher) bool {
	for _, matcher := range matchers {
		if !matcher.Matches(all.Get(matcher.Name)) {
			return false
		}
	}
	return true
}

func samples(values []*float64) []chunks.Sample {
	made := []chunks.Sample{}
	for minute, value := range values {
		if value != nil {
			made = append(made, sample{int64(minute) * 60_000, *value})
		}
	}
	return made
}

type set struct {
	series []storage.Series
	next   int
}

func (found *set) Next() bool                  { found.next++; return found.next <= len(found.series) }
func (found *set) At() storage.Series          { return found.series[found.next-1] }
func (*set) Err() error                        { return nil }
func (*set) Warnings() annotations.Annotations { return nil }

type sample struct {
	time  int64
	value float64
}

func (one sample) T() int64                  { return one.time }
func (one sample) F() float64                { return one.value }
func (sample) H() *histogram.Histogram       { return nil }
func (sample) FH() *histogram.FloatHistogram { return nil }
func (sample) Type() chunkenc.ValueType      { return chunkenc.ValFloat }
func (one sample) Copy() chunks.Sample       { return one }
