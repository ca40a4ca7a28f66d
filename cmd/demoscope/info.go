//go:build !js

package main

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/internal/filename"
	"demoscope/internal/humanize"
	"demoscope/player/dataset"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
)

type infoCmd struct {
	JSON  bool `name:"json" help:"Print one JSON object per line"`
	Fresh bool `help:"${fresh_text}"`
	outputFlags
	demoFlags
	infoOrder
	infoFilter
}

// Validate returns an error for flags that do not fit together.
func (c *infoCmd) Validate() error {
	if c.Partition && c.sorts() {
		return errors.New("--partition keeps no order: remove --sort and --reverse")
	}
	return cmp.Or(c.outputFlags.Validate(), c.demoFlags.Validate(), c.infoFilter.Validate())
}

// fileInfo is the summary of one demo, or the error.
type fileInfo struct {
	found
	info *report.Info
	err  error
}

// Run prints the summaries of demos.
func (c *infoCmd) Run(s *streams) error {
	demos, after, err := c.find(s)
	defer after()
	if err != nil {
		return err
	}
	const table = "info"
	sum, err := c.summary(s, table, c.Shard, demos)
	if err != nil {
		return err
	}
	if !c.Partition {
		return s.writeTo(c.Output, "", demos, func(out io.Writer) error { return c.printAll(s, sum, demos, out) })
	}
	folder := &dataset.Folder{Path: c.Output, Table: table, Form: dataset.NDJSON}
	return writeParts(s, &c.outputFlags, sum, folder, demos, func(d *found, add addRow[*report.Info]) (string, error) {
		info, err := summarize(s, d, nil)
		if err != nil || !c.keeps(info) {
			return "", err
		}
		return damageIn(info), add(dataset.PartOf(info), 1, &info)
	})
}

// printAll prints the summaries of demos, including saved ones.
func (c *infoCmd) printAll(s *streams, sum *summary, demos []found, out io.Writer) error {
	print := newInfoPrinter(s, c.JSON, sum, demos, out)
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

// print prints a summary that matches the filters, or an error.
func (c *infoCmd) print(p *infoPrinter, r fileInfo) {
	if r.err != nil || c.keeps(r.info) {
		p.add(r)
	}
}

const (
	// maxAhead is the number of demos to read before the results of earlier demos are printed. The results wait in
	// memory.
	maxAhead = 256
	// maxAtOnce is the maximum total size of the demos that are read at the same time, in bytes. A larger demo is
	// read alone. It bounds the memory on a machine with many processors.
	maxAtOnce = formats.MaxDemo
)

// openReader opens a reader for several demos that saves results for the next time. If fresh is set, it reads all
// demos again. It returns nil for a single demo, which is read faster than the file of the library is opened.
func openReader(demos []found, fresh bool) *library.Reader {
	if len(demos) < 2 {
		return nil
	}
	return library.OpenReader(library.Dir(), fresh)
}

// summarizeAll summarizes demos; see [readAll].
func summarizeAll(s *streams, demos []found, reader *library.Reader, done func(*found),
	stop <-chan struct{}) <-chan chan fileInfo {
	return readAll(demos, func(d *found) fileInfo {
		info, err := summarize(s, d, reader)
		return fileInfo{found: *d, info: info, err: err}
	}, func(d *found, err error) fileInfo { return fileInfo{found: *d, err: err} }, done, stop)
}

// readAll reads demos on all processors, each by read, and returns channels of the results in the order of demos.
// failed makes the result for a demo whose reading has panicked. readAll calls done, on any goroutine, when a result
// is ready, and stops when stop is closed.
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

// needs returns the approximate memory for opening a demo, in bytes.
func (f *found) needs() int64 {
	if ext := strings.ToLower(filepath.Ext(f.path)); ext == ".gz" {
		return f.size * typicalRatio
	}
	return f.size
}

// typicalRatio is the maximum compression ratio of almost all demos in a .gz.
const typicalRatio = 16

// gate admits several holders at a time whose total weight is at most its size, or a single one.
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
	if reader == nil { // otherwise the demo may not be open
		noteVoices(k.Summary, k.Demo)
	}
	return completed(k.Summary, k.Demo, d)
}

// noteVoices adds the voice tracks of a demo to its summary.
func noteVoices(info *report.Info, demo *formats.Demo) {
	voices, err := demo.Voices()
	var names []string
	for i := range voices {
		name := cmp.Or(voices[i].Name, voices[i].File)
		if voices[i].Team != "" {
			name += " of team " + voices[i].Team
		}
		names = append(names, name)
	}
	if len(names) > 0 {
		info.Notes = append(slices.Clip(info.Notes), fmt.Sprintf("%s: %s", humanize.Count(len(names), "voice track"),
			strings.Join(names, ", ")))
	}
	if err != nil {
		info.Notes = append(slices.Clip(info.Notes), strings.ReplaceAll(err.Error(), "\n", "; "))
	}
}

// read returns the results of reader for the demo, which open opens if needed.
func (f *found) read(reader *library.Reader, open func() (*formats.Demo, error), summary, facts bool,
	o patterns.Options) (*library.Reading, error) {
	var file library.File
	if path, err := filepath.Abs(f.path); err == nil && !f.modified.IsZero() {
		file = library.File{Path: path, Size: f.size, Modified: f.modified, Changed: f.changed}
	}
	k, err := reader.Read(file, open, summary, facts, o)
	if err == nil && k.Demo == nil {
		k.Demo = &formats.Demo{File: f.path, Packing: k.Packing} // nothing else is known about it
	}
	return k, err
}

// completed adds the properties of the file to the summary of a demo.
func completed(info *report.Info, demo *formats.Demo, d *found) (*report.Info, error) {
	info.File, info.Packing = d.path, demo.Packing
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
		return nil, unreadable(info)
	}
	return info, nil
}

// unreadable returns the error for a demo without any readable part.
func unreadable(info *report.Info) error {
	return errors.New(info.File + ": unreadable: " + info.Damage.Error)
}

// infoPrinter prints summaries in the order of the demos: as JSON lines, as a page for a single demo, or as a table.
type infoPrinter struct {
	s      *streams
	out    *bufio.Writer // buffers s.out: a system call per table cell takes longer than a demo
	json   bool
	table  *textTable // nil for pages
	bar    *readBar
	sum    *summary
	count  int
	bytes  int64
	length float64 // seconds
	errors []error // printed after the bar has been removed
}

// printAtOnce is the size of the output buffer, in bytes.
const printAtOnce = 1 << 16

// smallest is added to the size of each demo in the progress bar, in bytes, because opening it takes time, too.
const smallest = 1 << 16

func newInfoPrinter(s *streams, json bool, sum *summary, demos []found, out io.Writer) *infoPrinter {
	p := &infoPrinter{s: s, out: bufio.NewWriterSize(out, printAtOnce), json: json, sum: sum}
	if !json && len(demos) > 1 {
		p.table = new(textTable)
		p.table.add(append([]string{"FILE"}, report.RowHead()...)...)
	}
	p.bar = newBar(s, json, demos)
	return p
}

func (p *infoPrinter) add(r fileInfo) {
	damage := ""
	if r.err == nil {
		damage = damageIn(r.info)
	}
	p.sum.count(&r.found, damage, r.err) // the rows contain the damage
	if r.err != nil {
		p.errors = append(p.errors, r.err)
		if p.json {
			p.line(map[string]string{"file": r.path, "error": r.err.Error()})
		}
		return
	}
	p.count++
	p.bytes += r.info.Size
	p.length += r.info.Duration
	switch {
	case p.json:
		p.line(r.info)
	case p.table != nil:
		p.row(r.label, r.info.Row())
	default:
		fmt.Fprintln(p.out, printableLines(r.info.String()))
	}
}

// row prints a row of the table.
func (p *infoPrinter) row(label string, cells []string) {
	row := []string{printable(label)}
	for _, c := range cells {
		row = append(row, printable(c))
	}
	p.table.add(row...)
}

// line prints a value as a line of JSON. The stream keeps write errors.
func (p *infoPrinter) line(v any) { _ = writeJSON(p.out, v) }

// flush prints the rows so far, before waiting. The stream keeps write errors.
func (p *infoPrinter) flush() { _ = p.out.Flush() }

// finish prints the rest. It returns errReported if a demo could not be read.
func (p *infoPrinter) finish() error {
	p.bar.finish()
	if p.table != nil {
		p.table.write(p.out)
		unreadable := ""
		if len(p.errors) > 0 {
			unreadable = fmt.Sprintf(", %d unreadable", len(p.errors))
		}
		fmt.Fprintf(p.out, "%s, %s, %s%s\n", humanize.Count(p.count, "demo"), humanize.Bytes(p.bytes),
			humanize.Clock(p.length), unreadable)
	}
	if err := p.out.Flush(); err != nil {
		return err
	}
	said := bufio.NewWriterSize(p.s.err, printAtOnce)
	for _, err := range p.errors {
		(&streams{err: said}).report(err)
	}
	_ = said.Flush() // said keeps write errors
	return p.sum.end(p.s)
}

// infoOrder are the flags that sort summaries.
type infoOrder struct {
	Sort    string `placeholder:"KEY" enum:"${infoorder_choices}" default:"none" help:"${info_sort_text}"`
	Reverse bool   `help:"Reverse the order: newest, longest or largest first"`
}

// sorts reports whether summaries are printed in another order than that of the demos.
func (o *infoOrder) sorts() bool { return o.Sort != "none" || o.Reverse }

// sort sorts summaries. Unreadable demos come last, and equal ones keep their order.
func (o *infoOrder) sort(list []fileInfo) {
	if o.Sort == "none" {
		slices.Reverse(list)
		return
	}
	slices.SortStableFunc(list, func(a, b fileInfo) int {
		switch {
		case a.info == nil && b.info == nil:
			return 0
		case a.info == nil:
			return 1
		case b.info == nil:
			return -1
		}
		c := o.compare(&a, &b)
		if o.Reverse {
			return -c
		}
		return c
	})
}

func (o *infoOrder) compare(a, b *fileInfo) int {
	switch o.Sort {
	case "name":
		return filename.Compare(a.label, b.label)
	case "date":
		return cmp.Compare(report.Instant(a.info.When()), report.Instant(b.info.When()))
	case "format":
		return cmp.Or(cmp.Compare(a.info.Format, b.info.Format), cmp.Compare(a.info.Protocol, b.info.Protocol))
	case "map":
		return filename.Compare(strings.Join(a.info.MapNames(), " "), strings.Join(b.info.MapNames(), " "))
	case "length":
		return cmp.Compare(a.info.Duration, b.info.Duration)
	case "size":
		return cmp.Compare(a.info.Size, b.info.Size)
	case "deaths", "kills":
		return cmp.Compare(a.info.Kills, b.info.Kills)
	}
	return cmp.Compare(len(a.info.Demo.Participants()), len(b.info.Demo.Participants()))
}

// infoFilter are the flags that select summaries: a summary must match all of them.
type infoFilter struct {
	Game    []string `placeholder:"NAME" enum:"quake,quakeworld,quake2,quake3" help:"${info_game_text}"`
	Map     pattern  `placeholder:"NAME" help:"${info_map_text}"`
	Player  pattern  `placeholder:"NAME" help:"${info_player_text}"`
	Since   *day     `placeholder:"DATE" help:"${info_since_text}"`
	Until   *day     `placeholder:"DATE" help:"${info_until_text}"`
	Longer  *moment  `placeholder:"TIME" help:"Only demos at least this long: seconds or 12:34"`
	Shorter *moment  `placeholder:"TIME" help:"Only demos at most this long"`
	Damaged bool     `help:"Only damaged demos"`
}

// Validate returns an error for lengths relative to a demo, and for empty ranges of days or lengths.
func (f *infoFilter) Validate() error {
	for _, m := range [...]*moment{f.Longer, f.Shorter} {
		if m != nil && (m.percent || m.value < 0) {
			return errors.New("--longer and --shorter need seconds, or a time such as 12:34")
		}
	}
	if f.Since != nil && f.Until != nil && !f.Until.holds(string(*f.Since)) {
		return fmt.Errorf("--since %s is later than --until %s", *f.Since, *f.Until)
	}
	if f.Longer != nil && f.Shorter != nil && f.Longer.value > f.Shorter.value {
		return errors.New("--longer is more than --shorter")
	}
	return nil
}

// keeps reports whether a summary matches.
func (f *infoFilter) keeps(info *report.Info) bool {
	switch {
	case len(f.Game) > 0 && !slices.Contains(f.Game, info.Game):
	case f.Map.set() && !slices.ContainsFunc(info.MapNames(), f.Map.fits):
	case f.Player.set() && !slices.ContainsFunc(info.Demo.Names(), f.Player.fits):
	case f.Since != nil && !f.Since.reaches(report.DayOf(info.When())):
	case f.Until != nil && !f.Until.holds(report.DayOf(info.When())):
	case f.Longer != nil && info.Duration < f.Longer.value:
	case f.Shorter != nil && info.Duration > f.Shorter.value:
	case f.Damaged && info.Damage == nil && len(info.Notes) == 0:
	default:
		return true
	}
	return false
}

// pattern is a flag's value: a part of a name, or a whole name with * and ?, ignoring case.
type pattern struct{ expression *regexp.Regexp }

// UnmarshalText parses a pattern.
func (p *pattern) UnmarshalText(text []byte) error {
	quoted := regexp.QuoteMeta(string(text))
	if strings.ContainsAny(string(text), "*?") {
		quoted = "^" + strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(quoted) + "$"
	}
	var err error
	p.expression, err = regexp.Compile("(?is)" + quoted)
	return err
}

func (p *pattern) set() bool { return p.expression != nil }

func (p *pattern) fits(name string) bool { return p.expression.MatchString(name) }

// day is a flag's value: a year, a month or a day, as a prefix of a date.
type day string

// UnmarshalText parses 2024, 2024-06 or 2024-06-16.
func (d *day) UnmarshalText(text []byte) error {
	for _, form := range [...]string{"2006", "2006-01", "2006-01-02"} {
		if _, err := time.Parse(form, string(text)); err == nil {
			*d = day(text)
			return nil
		}
	}
	return fmt.Errorf("invalid date %q (try 2024, 2024-06 or 2024-06-16)", text)
}

// reaches reports whether a date is on the day or later; false for an unknown date.
func (d day) reaches(when string) bool { return when >= string(d) }

// holds reports whether a date is on the day or earlier; false for an unknown date.
func (d day) holds(when string) bool {
	return when != "" && when[:min(len(when), len(d))] <= string(d)
}
