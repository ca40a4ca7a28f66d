package main

import (
	"bufio"
	"fmt"

	"demoscope/internal/humanize"
	"demoscope/player/report"
)

// infoPrinter prints summaries in the order of the demos: as JSON lines, as a page
// for a single demo, or else as a table.
type infoPrinter struct {
	s      *streams
	out    *bufio.Writer // to s.out: a system call for each cell of a table takes longer than a demo
	json   bool
	table  *textTable // nil for pages
	bar    *readBar
	count  int
	failed int
	bytes  int64
	length float64 // seconds
	errors []error // printed after the bar has disappeared
}

// printAtOnce is how many bytes are printed together.
const printAtOnce = 1 << 16

// smallest is added to the size of each demo in the bar, in bytes: opening it takes
// time, too.
const smallest = 1 << 16

func newInfoPrinter(s *streams, json bool, demos []found) *infoPrinter {
	p := &infoPrinter{s: s, out: bufio.NewWriterSize(s.out, printAtOnce), json: json}
	if !json && len(demos) > 1 {
		p.table = new(textTable)
		p.table.add(append([]string{"FILE"}, report.RowHead()...)...)
	}
	p.bar = newBar(s, json, demos)
	return p
}

func (p *infoPrinter) add(r fileInfo) {
	if r.err != nil {
		p.failed++
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

// line prints a line of JSON. Its errors are those of the stream.
func (p *infoPrinter) line(v any) { _ = writeJSON(p.out, v) }

// flush prints what was added, before a wait. Its errors are those of the stream.
func (p *infoPrinter) flush() { _ = p.out.Flush() }

// finish prints the rest. Its error is errReported if something could not be read.
func (p *infoPrinter) finish() error {
	p.bar.finish()
	if p.table != nil {
		p.table.write(p.out)
		unreadable := ""
		if p.failed > 0 {
			unreadable = fmt.Sprintf(", %d unreadable", p.failed)
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
	_ = said.Flush() // its errors are those of the stream
	if p.failed > 0 {
		return errReported
	}
	return nil
}
