package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"sync/atomic"

	"demoscope/player/report"
)

type infoCmd struct {
	JSON  bool     `name:"json" help:"Print one JSON object a line."`
	Files []string `arg:"" name:"file" predictor:"demo" help:"Demos, archives with demos, or folders that are searched for demos; - is standard input."`
	infoOrder
	infoFilter
}

// fileInfo is the summary of one demo, or the error.
type fileInfo struct {
	found
	info *report.Info
	err  error
}

func (c *infoCmd) Run(s *streams) error {
	demos := findDemos(c.Files)
	if len(demos) == 0 {
		return fmt.Errorf("there is no demo in %s", listOr(c.Files, "nothing"))
	}
	print := newInfoPrinter(s, c.JSON, demos)
	results := summarizeAll(s, demos, print.done)
	if !c.sorts() {
		for _, r := range results {
			if s.lost() {
				break // nobody would see the rest
			}
			c.print(print, <-r)
		}
		return print.finish()
	}
	var list []fileInfo
	for _, r := range results {
		list = append(list, <-r)
	}
	c.sort(list)
	for _, r := range list {
		c.print(print, r)
	}
	return print.finish()
}

// print prints a summary that the filters let through, or an error.
func (c *infoCmd) print(p *infoPrinter, r fileInfo) {
	if r.err != nil || c.keeps(r.info) {
		p.add(r)
	}
}

// summarizeAll summarizes demos on all processors, the largest first, and returns
// channels for the results, in the order of demos. It calls done, from any
// goroutine, when a result is ready.
func summarizeAll(s *streams, demos []found, done func(*found)) []chan fileInfo {
	results := make([]chan fileInfo, len(demos))
	order := make([]int, len(demos))
	for i := range demos {
		results[i] = make(chan fileInfo, 1)
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(demos[b].size, demos[a].size) })
	var next atomic.Int64
	for range min(runtime.GOMAXPROCS(0), len(demos)) {
		go func() {
			for {
				n := int(next.Add(1)) - 1
				if n >= len(order) {
					return
				}
				d := &demos[order[n]]
				info, err := summarize(s, d)
				done(d)
				results[order[n]] <- fileInfo{*d, info, err}
			}
		}()
	}
	return results
}

func summarize(s *streams, d *found) (*report.Info, error) {
	if d.err != nil {
		return nil, d.err
	}
	demo, err := s.openDemo(d.path)
	if err != nil {
		return nil, err
	}
	info := report.Summarize(demo.Format.Name, int64(len(demo.Data)), demo.Decoder())
	info.File = d.path
	if demo.File == d.path {
		info.Member = demo.Member
	}
	info.Modified = d.modified
	if info.Date == "" {
		info.Date = report.DateInName(filepath.Base(fullName(demo)))
	}
	if demo.Cut != nil {
		info.Notes = append(info.Notes, fmt.Sprintf("only a part could be unpacked: %v", demo.Cut))
	}
	if info.Blocks == 0 && info.Damage != nil {
		return nil, errors.New(d.path + ": nothing of it can be read: " + info.Damage.Error)
	}
	return info, nil
}
