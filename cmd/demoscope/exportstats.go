package main

import (
	"bufio"

	"demoscope/player/dataset"
	patterns "demoscope/player/pattern"
)

type exportStatsCmd struct {
	Files []string `arg:"" name:"file" predictor:"demo" help:"${table_file_text}"`
}

// matchesOf are the statistics of a demo, or the error.
type matchesOf struct {
	path string
	list []*dataset.Statistics
	err  error
}

// Run writes a line of JSON for each match.
func (c *exportStatsCmd) Run(s *streams) error {
	demos, after, err := s.findDemos(c.Files)
	defer after()
	if err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	bar := newBar(s, true, demos)
	results := readAll(demos, func(d *found) (m matchesOf) {
		demo, err := d.open(s)
		if err != nil {
			return matchesOf{err: err}
		}
		facts := patterns.Read(demo.Format.Name, demo.Decoder(), patterns.Options{})
		return matchesOf{path: d.path, list: dataset.StatisticsOf(facts, dataset.Demo{File: d.path})}
	}, func(_ *found, err error) matchesOf { return matchesOf{err: err} }, bar.done, stop)
	out := bufio.NewWriterSize(s.out, printAtOnce)
	failed := false
	for r := range results {
		if s.lost() {
			break
		}
		m := <-r
		if m.err != nil {
			failed = true
			s.report(m.err)
		}
		if m.err == nil && len(m.list) == 0 {
			s.say("no match in %s", m.path)
		}
		for _, match := range m.list {
			_ = writeJSON(out, match) // errors are those of the stream
		}
	}
	bar.finish()
	if err := out.Flush(); err != nil {
		return err
	}
	if failed {
		return errReported
	}
	return nil
}
