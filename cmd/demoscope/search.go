//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/alecthomas/kong"

	"demoscope/bsp"
	"demoscope/formats"
	"demoscope/internal/humanize"
	"demoscope/player/charset"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/world"
)

type findCmd struct {
	JSON     bool     `name:"json" help:"Print one JSON object per line"`
	Best     bool     `help:"Best hits first (default: by demo and time)"`
	Limit    limit    `placeholder:"N" help:"Maximum number of hits to print"`
	Details  bool     `help:"Print all numbers of a hit"`
	Unjudged bool     `help:"Include possible hits that the demo has too little data to confirm"`
	Fresh    bool     `help:"${fresh_text}"`
	Maps     bool     `help:"${find_maps_text}"`
	Query    string   `arg:"" help:"Pattern and conditions, such as \"run kills>=3 within 5s player:milton\""`
	Files    []string `arg:"" optional:"" name:"file" predictor:"demo" help:"${find_file_text}"`
	gameData
}

// Help lists the patterns, each with an example.
func (*findCmd) Help() string {
	var b strings.Builder
	b.WriteString(
		"A query is one argument, in quotes: a pattern, followed by conditions in any order. Conditions are " +
			"numbers (kills>=3, air>400ms, height>64), filters (player:milton, or -player:milton to exclude a " +
			"player) and, for chat, texts in quotes. Without a pattern, find searches for all patterns except kill, " +
			"chat, flaglost and flagreturned. docs/manual/patterns.md describes all of this in detail.\n\n  " +
			"demoscope find 'midair height>64' ~/demos\n" +
			"  demoscope find --best --limit 5 'run player:milton date>=2024-06'\n\n" +
			"Patterns, with an example each:\n\n")
	for k := range patterns.KindCount {
		d := k.Describe()
		fmt.Fprintf(&b, "  %s\n      %s\n", d.Example, d.What)
		if usual := d.Usual(); usual != "" {
			fmt.Fprintf(&b, "      Default: %s\n", usual)
		}
	}
	b.WriteString("\nNumbers:\n\n")
	for m := range patterns.MeasureCount {
		fmt.Fprintf(&b, "  %-11s %s\n", m, m.What())
	}
	b.WriteString("\nFilters:\n\n")
	for _, k := range patterns.Keys() {
		fmt.Fprintf(&b, "  %-11s %s\n", k.String()+":", k.What())
	}
	return b.String()
}

// searched is a demo with its hits, or an error.
type searched struct {
	found
	game  world.Game
	hits  []patterns.Hit
	named library.Named
	err   error
}

// foundHit is a hit with its demo.
type foundHit struct {
	File   string `json:"file"`
	Member string `json:"member,omitempty"` // path in an archive
	*patterns.Found

	hit   *patterns.Hit
	label string
	game  world.Game
}

func (c *findCmd) Run(s *streams, ctx *kong.Context) error {
	query, err := s.parseQuery(ctx.Args, c.Query, c.Files)
	if err != nil {
		return err
	}
	filter := library.FilterOf(query)
	if len(c.Files) == 0 {
		return c.ask(s, filter)
	}
	demos, after, err := s.findDemos(c.Files)
	defer after()
	if err != nil {
		return err
	}
	bar := newBar(s, c.JSON, demos)
	reader := openReader(demos, c.Fresh)
	defer reader.Close()
	stop := make(chan struct{})
	defer close(stop)
	results := readAll(demos, func(d *found) (r searched) {
		r.found = *d
		facts, through, err := c.scan(s, d, reader, filter)
		if r.err = err; err != nil {
			return r
		}
		r.game, r.named = facts.Game, library.NamedIn(query, facts)
		if through {
			r.hits = query.Match(facts)
		}
		return r
	}, func(d *found, err error) searched { return searched{found: *d, err: err} }, bar.done, stop)
	p := newHitPrinter(s, c)
	for r := range results {
		if s.lost() || p.full() {
			break
		}
		p.add(<-r)
	}
	bar.finish()
	err = p.finish()
	if read := len(demos) - p.failed; read > 0 && p.count == 0 && p.unjudged == 0 {
		s.say("%s", cmp.Or(p.named.Missing(), "no hits in "+humanize.Count(read, "demo")))
	}
	return err
}

// parseQuery parses the query of a command line that names files after it. It reports errors, also if the files are
// parts of the query that a shell has split because it is not quoted.
func (s *streams) parseQuery(line []string, text string, files []string) (*patterns.Query, error) {
	query, err := patterns.Parse(text)
	stray, whole := strayTerms(text, files)
	if stray == nil {
		if err != nil {
			return nil, s.wrongQuery(err)
		}
		return query, nil
	}
	var quoted []string
	for _, word := range line {
		switch {
		case whole != "" && word == text:
			word, text = whole, ""
		case slices.Contains(stray, word):
			continue
		}
		quoted = append(quoted, shellQuote(word))
	}
	const unquoted = "%s is not a file; the query is one argument, in quotes"
	if whole == "" {
		example := patterns.Run
		if err == nil && query.Named {
			example = query.Kinds[0]
		}
		s.say(unquoted+", as in demoscope %s %s FILE", stray[0], line[0], shellQuote(example.Describe().Example))
	} else {
		s.say(unquoted+": demoscope %s", stray[0], strings.Join(quoted, " "))
	}
	return nil, errWrongLine
}

// strayTerms returns the names that are not files but parts of a query, and the complete query that they form with
// its start; empty if that is invalid, for example because the shell has removed a redirection after < or >.
func strayTerms(query string, files []string) (stray []string, whole string) {
	whole = query
	understood := false
	for _, name := range files {
		longer := whole + " " + name
		if filter, value, ok := strings.Cut(name, ":"); ok && strings.ContainsAny(value, " \t") &&
			!strings.Contains(value, `"`) {
			longer = fmt.Sprintf(`%s %s:"%s"`, whole, filter, value) // the shell has removed the quotes
		}
		_, err := patterns.Parse(longer)
		// A part that belongs to the term before it, such as 5s to within, is recognized only together with it.
		if names(name) || !patterns.IsTerm(name) && (stray == nil || understood || err != nil) {
			continue
		}
		stray, whole, understood = append(stray, name), longer, err == nil
	}
	if !understood {
		whole = ""
	}
	return stray, whole
}

// ask searches the demos of the library.
func (c *findCmd) ask(s *streams, filter *library.Filter) error {
	p := newHitPrinter(s, c)
	each := func(d found, k *library.Found) bool {
		r := searched{found: d, hits: k.Hits, err: k.Err}
		if k.Facts != nil {
			r.game = k.Facts.Game
		}
		p.add(r)
		return !s.lost() && !p.full()
	}
	return s.askLibrary("the query", filter, each, func() (some bool, err error) {
		err = p.finish()
		return p.count > 0, err
	})
}

// askLibrary calls each with the demos of the library that match a filter, until it returns false, and then end,
// which reports whether anything was found. If not, askLibrary prints what the library may lack. query is the place
// in the command line after which demos can be named.
func (s *streams) askLibrary(query string, filter *library.Filter, each func(d found, k *library.Found) bool,
	end func() (some bool, err error)) error {
	l, err := s.openRead(false, ", or name demos after "+query)
	if err != nil {
		return err
	}
	defer l.Close()
	if len(l.Folders()) == 0 {
		return errWrongLine
	}
	defer s.sayNotes(l)
	err = l.Find(context.Background(), l.List().Select(nil, nil, library.ByFile, false), filter,
		func(k *library.Found) bool {
			place := &k.Row.Places[0]
			d := found{path: place.Name(), label: k.Row.File()}
			if place.Member != "" {
				d.in, d.member = &shared{path: place.Path}, place.Member
			}
			return each(d, k)
		})
	some, endErr := end()
	if !some && l.List().Len() > 0 {
		s.sayMissing(l, filter)
	}
	return errors.Join(err, endErr)
}

// scan reads the facts of a demo, which do not depend on the query, and reports whether the demo as a whole passes a
// filter.
func (c *findCmd) scan(s *streams, d *found, reader *library.Reader, filter *library.Filter) (facts *patterns.Facts,
	through bool, err error) {
	o := patterns.Options{}
	open := sync.OnceValues(func() (*formats.Demo, error) { return d.open(s) })
	if c.Maps {
		demo, err := open()
		if err != nil {
			return nil, false, err
		}
		search, err := c.search(s, demo)
		if err != nil {
			return nil, false, err
		}
		defer search.Close()
		o.Map = func(l *world.Level) *bsp.Map {
			m, _ := loadMap(search, l)
			return m
		}
	}
	k, through, err := d.facts(reader, open, o, filter)
	if err != nil {
		return nil, false, err
	}
	return k.Facts, through, nil
}

// facts reads the facts of the demo, and reports whether the demo as a whole passes a filter.
func (f *found) facts(reader *library.Reader, open func() (*formats.Demo, error), o patterns.Options,
	filter *library.Filter) (k *library.Reading, through bool, err error) {
	whole := len(filter.Query.OfDemo()) > 0
	if k, err = f.read(reader, open, whole, true, o); err != nil || !whole {
		return k, true, err
	}
	return k, filter.May(library.RowOf(k.Summary, k.Facts, library.Place{Path: k.Demo.File, Member: k.Demo.Member,
		Modified: f.modified})), nil
}

// hitPrinter prints hits.
type hitPrinter struct {
	s        *streams
	c        *findCmd
	out      *bufio.Writer
	table    textTable
	list     []foundHit // for --best
	count    int
	unjudged int
	unsure   int // number of demos with unjudged hits
	failed   int
	named    library.Named
	errors   []error
}

func newHitPrinter(s *streams, c *findCmd) *hitPrinter {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	return &hitPrinter{s: s, c: c, out: out}
}

// full reports whether the limit is reached.
func (p *hitPrinter) full() bool { return p.c.Limit > 0 && !p.c.Best && p.count >= int(p.c.Limit) }

// add prints the hits of a demo, or stores them until all are known.
func (p *hitPrinter) add(r searched) {
	if r.err != nil {
		p.failed++
		p.errors = append(p.errors, r.err)
		if p.c.JSON {
			_ = writeJSON(p.out, map[string]string{"file": r.path, "error": r.err.Error()})
		}
		return
	}
	p.named.Add(r.named)
	before := p.unjudged
	for i := range r.hits {
		h := &r.hits[i]
		if !h.Judged() && !p.c.Unjudged {
			p.unjudged++
			continue
		}
		f := foundHit{File: r.path, Found: h.Report(r.game), hit: h, label: r.label, game: r.game}
		if r.in != nil {
			f.File, f.Member = r.in.path, r.member
		}
		if p.c.Best {
			p.list = append(p.list, f)
		} else if !p.full() {
			p.print(&f)
		}
	}
	if p.unjudged > before {
		p.unsure++
	}
}

// words describes a hit.
func (c *findCmd) words(f *foundHit) string {
	if c.Details {
		return f.hit.Words(f.game)
	}
	return f.hit.Sentence(f.game)
}

func (p *hitPrinter) print(f *foundHit) {
	p.count++
	if p.c.JSON {
		_ = writeJSON(p.out, f) // the stream keeps write errors
		return
	}
	p.table.add(printable(f.label), humanize.Tenths(f.hit.From), f.Kind,
		printable(cmp.Or(charset.Plain(f.game, f.hit.Name), "-")), printable(p.c.words(f)))
}

// finish prints the rest. It returns errReported if a demo could not be read.
func (p *hitPrinter) finish() error {
	slices.SortStableFunc(p.list, func(a, b foundHit) int {
		return cmp.Or(patterns.Better(a.hit, b.hit), cmp.Compare(a.File, b.File), cmp.Compare(a.hit.From, b.hit.From))
	})
	for i := range p.list {
		if p.c.Limit > 0 && p.count >= int(p.c.Limit) {
			break
		}
		p.print(&p.list[i])
	}
	p.table.write(p.out)
	if err := p.out.Flush(); err != nil {
		return err
	}
	for _, err := range p.errors {
		p.s.report(err)
	}
	if p.unjudged > 0 {
		more := ""
		if p.count > 0 {
			more = " more"
		}
		hits, demos := "hits", "the demo has"
		if p.unjudged == 1 {
			hits = "hit"
		}
		if p.unsure > 1 {
			demos = "the demos have"
		}
		p.s.say("%d%s possible %s, but %s too little data to confirm (--unjudged lists them)", p.unjudged, more, hits,
			demos)
	}
	if p.failed > 0 {
		return errReported
	}
	return nil
}
