package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"text/tabwriter"
	"time"

	"demoscope/internal/settings"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
	"demoscope/player/report"
)

// openLibrary opens the user's library. What is wrong with its list of folders is said.
func (s *streams) openLibrary() *library.Library {
	l, _ := s.openWithFolders()
	return l
}

// openWithFolders is openLibrary, and reports whether the list of folders could be read.
func (s *streams) openWithFolders() (l *library.Library, ok bool) {
	l, err := library.Open(library.Options{Dir: library.Dir(), Folders: library.FoldersFile(), Source: &librarySource{}})
	if err != nil {
		s.say("%v", err)
	}
	return l, err == nil
}

// sayNotes says what a user should know of the library.
func (s *streams) sayNotes(l *library.Library) {
	for _, n := range l.Status().Notes {
		s.say("%s", n)
	}
}

type addCmd struct {
	Remove  bool     `help:"Remove the folders from the library instead. Nothing in them is changed."`
	List    bool     `help:"List the folders of the library."`
	Folders []string `arg:"" optional:"" name:"folder" predictor:"folder" help:"Folders with demos, with all their subfolders."`
}

// Validate refuses a command that does nothing.
func (c *addCmd) Validate() error {
	if len(c.Folders) == 0 && !c.List {
		return errors.New("name the folders with your demos, or --list those of the library")
	}
	return nil
}

func (c *addCmd) Run(s *streams) error {
	if library.FoldersFile() == "" {
		return fmt.Errorf("the list of folders cannot be kept: %w", settings.Missing())
	}
	l := s.openLibrary()
	defer l.Close()
	defer s.sayNotes(l)
	var err error
	switch {
	case len(c.Folders) == 0:
	case c.Remove:
		err = l.Remove(c.Folders...)
	default:
		err = l.Add(c.Folders...)
	}
	if c.List {
		for _, folder := range l.Folders() {
			fmt.Fprintln(s.out, printable(folder))
		}
	}
	if len(c.Folders) == 0 {
		return err
	}
	return errors.Join(err, scanLibrary(s, l))
}

// scanLibrary reads what is new in the folders of the library, with a line on a terminal that says how
// far it is.
func scanLibrary(s *streams, l *library.Library) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	done := make(chan error, 1)
	go func() { done <- l.Scan(ctx) }()
	began := time.Now()
	line := progressLine{s: s, quiet: !isTerminal(s.err)}
	ticker := time.NewTicker(progressEvery)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			line.clear()
			if errors.Is(err, context.Canceled) {
				s.say("ended; what has been read is kept")
				return errReported
			}
			if st := l.Status(); err == nil && st.Files > 0 {
				s.say("read %s, %s, in %.1f s", report.Count(st.FilesDone, "file"), report.Bytes(st.BytesDone), time.Since(began).Seconds())
			}
			return err
		case <-ticker.C:
			line.show(l.Status())
		}
	}
}

// progressEvery is how often a progress line is written.
const progressEvery = 100 * time.Millisecond

// progressLine is a line on a terminal that changes.
type progressLine struct {
	s     *streams
	quiet bool
	shown bool
}

func (p *progressLine) show(st library.Status) {
	if p.quiet {
		return
	}
	switch {
	case st.Elsewhere:
		fmt.Fprint(p.s.err, "\r\x1b[Kanother demoscope is reading the folders")
	case st.Files > 0:
		fmt.Fprintf(p.s.err, "\r\x1b[K%d of %d files, %s of %s", st.FilesDone, st.Files, report.Bytes(st.BytesDone), report.Bytes(st.Bytes))
	default:
		return
	}
	p.shown = true
}

func (p *progressLine) clear() {
	if p.shown {
		fmt.Fprint(p.s.err, "\r\x1b[K")
	}
}

type libraryCmd struct {
	JSON    bool     `name:"json" help:"Print one JSON object a line."`
	Scan    bool     `help:"Read what is new in the folders first."`
	Sort    string   `placeholder:"KEY" enum:"date,file,game,map,mode,players,result,length,size,best,recorder,format,damage,folder" default:"date" help:"Sort by date, file, game, map, mode, players, result, length, size, best (moment), recorder, format, damage or folder. The newest, longest, largest, best and most damaged come first."`
	Reverse bool     `help:"The other way round."`
	Limit   int      `placeholder:"N" help:"Print the first N at most."`
	Filter  []string `arg:"" optional:"" help:"What to list: words (of maps, players, teams, files, modes), filters as map:dm6, mode:4on4, date>=2024-06, and patterns as midair for demos with such a moment."`
}

// Help lists the filters.
func (*libraryCmd) Help() string {
	var b strings.Builder
	b.WriteString("Lists the demos in the folders of the library, which demoscope add names. Filters:\n\n")
	for _, k := range patterns.Keys() {
		fmt.Fprintf(&b, "  %-9s %s\n", k.String()+":", k.What())
	}
	return b.String()
}

func (c *libraryCmd) Run(s *streams) error {
	filter, err := library.ParseFilter(strings.Join(c.Filter, " "))
	if err != nil {
		return s.wrongQuery(err)
	}
	l, listed := s.openWithFolders()
	defer l.Close()
	defer s.sayNotes(l)
	if c.Scan {
		if err := scanLibrary(s, l); err != nil {
			return err
		}
	}
	if listed && len(l.Folders()) == 0 {
		s.say("the library has no folders yet: demoscope add FOLDER adds one")
	}
	column, _ := library.ColumnNamed(c.Sort)
	rows := l.List().Select(nil, filter, column, column.Descending() != c.Reverse)
	if !filter.Exact() {
		if rows, err = withMoments(s, l, rows, filter); err != nil {
			return err
		}
	}
	if c.Limit > 0 {
		rows = rows[:min(len(rows), c.Limit)]
	}
	return printRows(s, rows, c.JSON)
}

// withMoments returns the rows of demos that have moments that a filter asks for.
func withMoments(s *streams, l *library.Library, rows []*library.Row, filter *library.Filter) (list []*library.Row, err error) {
	err = l.Find(context.Background(), rows, filter, func(k *library.Found) bool {
		if k.Err != nil {
			s.report(k.Err)
			return true
		}
		for i := range k.Hits {
			if k.Hits[i].Judged() {
				list = append(list, k.Row)
				break
			}
		}
		return true
	})
	return list, err
}

// printRows prints rows of the library.
func printRows(s *streams, rows []*library.Row, json bool) error {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	if json {
		for _, r := range rows {
			_ = writeJSON(out, r.Listed()) // errors are those of the stream
		}
		return out.Flush()
	}
	t := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	fmt.Fprintln(t, "DATE\tGAME\tMAP\tMODE\tLENGTH\tRESULT\tPLAYERS\tFILE")
	for _, r := range rows {
		date, _, _ := strings.Cut(r.Date, "T")
		if r.DateFrom == library.FromFile {
			date = "(" + date + ")"
		}
		length, result := report.Clock(r.Length), r.Result
		if r.Unreadable() {
			length, result = "", "unreadable"
		}
		cells := []string{date, r.Game, r.Map(), r.Mode, length, result, shorten(r.Sides(), maxSides), r.Places[0].Name()}
		for i, cell := range cells {
			if i > 0 {
				fmt.Fprint(t, "\t")
			}
			fmt.Fprint(t, printable(cell))
		}
		fmt.Fprintln(t)
	}
	if err := t.Flush(); err != nil {
		return err
	}
	fmt.Fprintln(out, report.Count(len(rows), "demo"))
	return out.Flush()
}

// maxSides is how many letters of the players a table has.
const maxSides = 40

// shorten cuts a text to a number of letters.
func shorten(text string, n int) string {
	r := []rune(text)
	if len(r) <= n {
		return text
	}
	return string(r[:n-3]) + "..."
}
