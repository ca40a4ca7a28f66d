//go:build !js

package main

import (
	"bufio"
	"cmp"
	"io"

	"demoscope/player/dataset"
)

type exportStatsCmd struct {
	outputFlags
	demoFlags
}

// Validate returns an error for flags that do not fit together.
func (c *exportStatsCmd) Validate() error {
	return cmp.Or(c.outputFlags.Validate(), c.demoFlags.Validate())
}

// matchesOf holds the statistics of a demo, or the error.
type matchesOf struct {
	demo   *found
	list   []*dataset.Statistics
	damage string
	err    error
}

// Run writes one line of JSON per match.
func (c *exportStatsCmd) Run(s *streams) error {
	demos, after, err := c.find(s)
	defer after()
	if err != nil {
		return err
	}
	const table = "stats"
	sum, err := c.summary(s, table, c.Shard, demos)
	if err != nil {
		return err
	}
	if c.Partition {
		folder := &dataset.Folder{Path: c.Output, Table: table, Form: dataset.NDJSON}
		return writeParts(s, &c.outputFlags, sum, folder, demos, func(d *found,
			add addRow[*dataset.Statistics]) (string, error) {
			m := statisticsOf(s, d)
			for i := range m.list {
				if err := add(m.list[i].Part(), int32(i+1), &m.list[i]); err != nil {
					return "", err
				}
			}
			return m.damage, m.err
		})
	}
	return s.writeTo(c.Output, "", demos, func(out io.Writer) error { return writeStatistics(s, sum, demos, out) })
}

// statisticsOf reads the statistics of a demo.
func statisticsOf(s *streams, d *found) matchesOf {
	demo, err := d.open(s)
	if err != nil {
		return matchesOf{demo: d, err: err}
	}
	facts, damage, err := demoFacts(demo)
	if err != nil {
		return matchesOf{demo: d, err: err}
	}
	return matchesOf{demo: d, list: dataset.StatisticsOf(facts, dataset.Demo{File: d.path}), damage: damage}
}

// writeStatistics writes the statistics of demos, in order.
func writeStatistics(s *streams, sum *summary, demos []found, to io.Writer) error {
	stop := make(chan struct{})
	defer close(stop)
	bar := newBar(s, true, demos)
	results := readAll(demos, func(d *found) matchesOf { return statisticsOf(s, d) },
		func(d *found, err error) matchesOf { return matchesOf{demo: d, err: err} }, bar.done, stop)
	out := bufio.NewWriterSize(to, printAtOnce)
	for r := range results {
		if s.lost() {
			break
		}
		m := <-r
		sum.add(s, m.demo, m.damage, m.err)
		if m.err == nil && len(m.list) == 0 {
			s.say("no match in %s", m.demo.path)
		}
		for _, match := range m.list {
			if err := writeJSON(out, match); err != nil {
				return err
			}
		}
	}
	bar.finish()
	if err := out.Flush(); err != nil {
		return err
	}
	return sum.end(s)
}
