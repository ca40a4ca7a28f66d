package main

import (
	"errors"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
)

type infoCmd struct {
	JSON  bool     `name:"json" help:"Print one JSON object per line"`
	Fresh bool     `help:"${fresh_text}"`
	Files []string `arg:"" name:"file" predictor:"demo" help:"${table_file_text}"`
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
	demos, after, err := s.findDemos(c.Files)
	defer after()
	if err != nil {
		return err
	}
	print := newInfoPrinter(s, c.JSON, demos)
	stop := make(chan struct{})
	defer close(stop)
	reader := openReader(demos, c.Fresh)
	defer reader.Close()
	results := summarizeAll(s, demos, reader, print.bar.done, stop)
	if !c.sorts() {
		for r := range results {
			if s.lost() {
				break // nobody would see the rest
			}
			select {
			case summary := <-r:
				c.print(print, summary)
			default:
				print.flush()
				c.print(print, <-r)
			}
		}
		return print.finish()
	}
	var list []fileInfo
	for r := range results {
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

const (
	// maxAhead is how many demos are read before what was found in those in front of them is
	// printed: it waits in memory.
	maxAhead = 256
	// maxAtOnce is how many bytes of demos are read at the same time, a single
	// larger one alone, so that a machine with many processors does not need many
	// times the memory.
	maxAtOnce = formats.MaxDemo
)

// openReader opens a reader of several demos, which are not read again the next time unless fresh is set. A single demo
// is read faster than the file of the library is opened.
func openReader(demos []found, fresh bool) *library.Reader {
	if len(demos) < 2 {
		return nil
	}
	return library.OpenReader(library.Dir(), fresh)
}

// summarizeAll summarizes demos: see [readAll].
func summarizeAll(s *streams, demos []found, reader *library.Reader, done func(*found),
	stop <-chan struct{}) <-chan chan fileInfo {
	return readAll(demos, func(d *found) fileInfo {
		info, err := summarize(s, d, reader)
		return fileInfo{found: *d, info: info, err: err}
	}, func(d *found, err error) fileInfo { return fileInfo{found: *d, err: err} }, done, stop)
}

// readAll reads demos on all processors, each by read, and returns channels for the results, in
// the order of demos; failed makes that of one whose reading was a mistake in this program. It
// calls done, from any goroutine, when a result is ready, and gives up when stop is closed.
func readAll[R any](demos []found, read func(*found) R, failed func(*found, error) R, done func(*found),
	stop <-chan struct{}) <-chan chan R {
	type job struct {
		demo   *found
		result chan R
	}
	results, jobs := make(chan chan R, maxAhead), make(chan job)
	go func() {
		defer close(results)
		defer close(jobs)
		for i := range demos {
			j := job{&demos[i], make(chan R, 1)}
			select {
			case results <- j.result:
			case <-stop:
				return
			}
			select {
			case jobs <- j:
			case <-stop:
				return
			}
		}
	}()
	memory := newGate(maxAtOnce)
	for range min(runtime.GOMAXPROCS(0), len(demos)) {
		go func() {
			for j := range jobs {
				need := j.demo.needs()
				memory.enter(need)
				var r R
				if err := fault.Guard("reading "+j.demo.path, func() { r = read(j.demo) }); err != nil {
					r = failed(j.demo, err)
				}
				memory.leave(need)
				done(j.demo)
				j.result <- r
			}
		}()
	}
	return results
}

// needs returns about how many bytes of memory opening a demo takes.
func (f *found) needs() int64 {
	if ext := strings.ToLower(filepath.Ext(f.path)); ext == ".gz" {
		return f.size * usualRatio
	}
	return f.size
}

// usualRatio is what demos in a .gz unpack to at most, but for very few.
const usualRatio = 16

// gate lets some in at a time: those whose weights are together at most its size, or
// a single one.
type gate struct {
	mu       sync.Mutex
	changed  sync.Cond
	size, in int64
}

func newGate(size int64) *gate {
	g := &gate{size: size}
	g.changed.L = &g.mu
	return g
}

func (g *gate) enter(weight int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for g.in > 0 && g.in+weight > g.size {
		g.changed.Wait()
	}
	g.in += weight
}

func (g *gate) leave(weight int64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.in -= weight
	g.changed.Broadcast()
}

func summarize(s *streams, d *found, reader *library.Reader) (*report.Info, error) {
	k, err := d.read(reader, func() (*formats.Demo, error) { return d.open(s) }, true, false, patterns.Options{})
	if err != nil {
		return nil, err
	}
	return completed(k.Summary, k.Demo, d)
}

// read returns what reader reads of the demo, which open opens.
func (f *found) read(reader *library.Reader, open func() (*formats.Demo, error), summary, facts bool,
	o patterns.Options) (*library.Reading, error) {
	var file library.File
	if path, err := filepath.Abs(f.path); err == nil && !f.modified.IsZero() {
		file = library.File{Path: path, Size: f.size, Modified: f.modified}
	}
	k, err := reader.Read(file, open, summary, facts, o)
	if err == nil && k.Demo == nil {
		k.Demo = &formats.Demo{File: f.path} // which is all that there is to say of it
	}
	return k, err
}

// completed adds to the summary of a demo what its file tells.
func completed(info *report.Info, demo *formats.Demo, d *found) (*report.Info, error) {
	info.File = d.path
	if demo.File == d.path {
		info.Member = demo.Member
	}
	if !d.modified.IsZero() {
		info.Modified = d.modified.UTC().Format(time.RFC3339)
	}
	if info.Date == "" {
		info.Date = report.DateInName(filepath.Base(demo.Path()))
	}
	library.AddCut(info, demo)
	if info.Blocks == 0 && info.Damage != nil {
		return nil, errors.New(d.path + ": unreadable: " + info.Damage.Error)
	}
	return info, nil
}
