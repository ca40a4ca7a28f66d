//go:build !js

package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"demoscope/internal/humanize"
	"demoscope/internal/settings"
	"demoscope/player/library"
	patterns "demoscope/player/pattern"
)

// openLibrary opens the user's library, and reports errors in its list of folders.
func (s *streams) openLibrary() *library.Library {
	l, _ := s.openWithFolders()
	return l
}

// openWithFolders is openLibrary that also reports whether the list of folders could be read.
func (s *streams) openWithFolders() (l *library.Library, ok bool) {
	if err := settings.MissingCache(); err != nil {
		s.say("no cache folder: %v; scan results are not saved", err)
	}
	l, err := library.Open(library.Options{Dir: library.Dir(), Folders: library.FoldersFile(),
		Source: &librarySource{}})
	if err != nil {
		s.sayOnce(err.Error())
	}
	return l, err == nil
}

// openRead is openLibrary for commands that list demos. If it has no data on the demos in its folders, as after
// damage to its cache or with a new version of the program, it scans them first. or is an alternative that is
// appended to the message that there are no folders.
func (s *streams) openRead(scan bool, or string) (*library.Library, error) {
	l, listed := s.openWithFolders()
	folders := len(l.Folders())
	if !listed {
		l.Close()
		return nil, errReported
	}
	if folders == 0 {
		s.say("the library is empty: add a folder with demoscope add FOLDER%s", or)
	}
	if lost := l.List().Len() == 0 && folders > 0; scan || lost {
		if lost && !scan {
			s.say("scanning the library, since it has no saved data")
		}
		if err := scanLibrary(s, l); err != nil {
			s.sayNotes(l)
			l.Close()
			return nil, err
		}
		if l.List().Len() == 0 && folders > 0 {
			s.say("no demos in the library folders; demoscope add --list lists them")
		}
	}
	return l, nil
}

// sayNotes prints the library's notes for the user.
func (s *streams) sayNotes(l *library.Library) {
	for _, n := range l.Status().Notes {
		s.sayOnce(n)
	}
}

type addCmd struct {
	Remove  bool     `help:"Remove folders from the library; the files stay"`
	List    bool     `help:"List the folders of the library"`
	Folders []string `arg:"" optional:"" name:"folder" predictor:"folder" help:"${add_folder_text}"`
}

// Validate returns an error for a command that does nothing.
func (c *addCmd) Validate() error {
	if len(c.Folders) == 0 && !c.List {
		return errors.New("missing folders to add (or use --list to list those of the library)")
	}
	return nil
}

func (c *addCmd) Run(s *streams) error {
	if library.FoldersFile() == "" {
		return fmt.Errorf("can't save the list of folders: %w", settings.Missing())
	}
	l, listed := s.openWithFolders()
	defer l.Close()
	defer s.sayNotes(l)
	var err error
	switch {
	case !listed && c.List:
		return errReported
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
	if len(c.Folders) == 0 || len(c.Folders) == 1 && err != nil {
		return err
	}
	if err != nil { // a scan may take minutes
		s.say("%v", err)
		err = errReported
	}
	return cmp.Or(scanLibrary(s, l), err)
}

// scanLibrary reads new demos in the folders of the library, with a progress line on a terminal.
func scanLibrary(s *streams, l *library.Library) error {
	ctx, end := untilSignal()
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
			signal := end() // includes a signal that came too late
			if errors.Is(err, context.Canceled) {
				s.say("scan interrupted; its results so far are saved")
				err = signal
			}
			if st := l.Status(); err == nil && st.Files > 0 {
				of := ""
				if st.Unread > 0 {
					of = fmt.Sprintf("%d of ", st.FilesDone-st.Unread)
				}
				list := l.List()
				s.say("read %s%s, %s, in %.1f s; the library has %s", of, humanize.Count(st.FilesDone, "file"),
					humanize.Bytes(st.BytesDone-st.UnreadBytes), time.Since(began).Seconds(),
					countOfRows(list.Len(), list.Len(), list.Copies(), list.Unreadable()))
				s.sayFailures(st)
			}
			return err
		case <-ticker.C:
			line.show(l.Status())
		}
	}
}

// sayFailures lists the demos that could not be read, with the reasons.
func (s *streams) sayFailures(st library.Status) {
	for _, f := range st.Failures {
		s.say("%s", f)
	}
	if more := st.Failed - len(st.Failures); more > 0 {
		s.say("%d more are unreadable; demoscope library unreadable:yes lists all", more)
	}
}

// progressEvery is the interval between updates of a progress line.
const progressEvery = 100 * time.Millisecond

// progressLine is a line on a terminal that is updated in place.
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
		p.write("another demoscope is scanning the folders")
	case st.Files > 0:
		p.write(fmt.Sprintf("%d of %d files, %s of %s", st.FilesDone, st.Files, humanize.Bytes(st.BytesDone),
			humanize.Bytes(st.Bytes)))
	}
}

// write replaces the line.
func (p *progressLine) write(text string) {
	fmt.Fprint(p.s.err, "\r\x1b[K", printable(text))
	p.shown = true
}

func (p *progressLine) clear() {
	if p.shown {
		fmt.Fprint(p.s.err, "\r\x1b[K")
	}
}

type libraryCmd struct {
	JSON    bool     `name:"json" help:"Print one JSON object per line"`
	Scan    bool     `help:"Scan the folders for new demos first"`
	Sort    string   `placeholder:"KEY" enum:"${library_choices}" default:"date" help:"${library_sort_text}"`
	Reverse bool     `help:"Reverse the order"`
	Limit   limit    `placeholder:"N" help:"Maximum number of demos to print"`
	Filter  []string `arg:"" optional:"" help:"${library_filter_text}"`
}

// limit is a flag's value: the maximum number of results; 0 if the flag is not given.
type limit int

// UnmarshalText parses a number of at least 1.
func (l *limit) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n < 1 {
		return fmt.Errorf("must be a number of at least 1, not %q", text)
	}
	*l = limit(n)
	return nil
}

// Help lists the filters.
func (*libraryCmd) Help() string {
	var b strings.Builder
	b.WriteString(
		"The library has the demos in the folders that you added with demoscope add. Quote filters with < or >: " +
			"'date>=2024-06'. Without a pattern, player: matches every name in a demo, also of spectators, and of " +
			"players at other times. victim:, weapon:, item:, from:, " +
			"through: and warmup: apply to moments and need a pattern; demoscope find --help lists patterns. " +
			"Filters:\n\n")
	for _, k := range patterns.Keys() {
		fmt.Fprintf(&b, "  %-11s %s\n", k.String()+":", k.What())
	}
	return b.String()
}

func (c *libraryCmd) Run(s *streams) error {
	filter, err := library.ParseFilter(strings.Join(c.Filter, " "))
	if err != nil {
		return s.wrongQuery(err)
	}
	l, err := s.openRead(c.Scan, "")
	if err != nil {
		return err
	}
	defer l.Close()
	defer s.sayNotes(l)
	column, _ := library.ColumnNamed(c.Sort)
	rows := l.List().Select(nil, filter, column, column.Descending() != c.Reverse)
	if !filter.Exact() {
		if rows, err = withMoments(s, l, rows, filter); err != nil {
			return err
		}
	}
	if !s.sayOther(l, c.Filter, len(rows) == 0) && len(rows) == 0 && l.List().Len() > 0 {
		s.sayMissing(l, filter)
	}
	all := len(rows)
	unreadable := filterRows(rows, (*library.Row).Unreadable)
	copies := 0
	for _, r := range rows {
		copies += len(r.Places) - 1
	}
	if c.Limit > 0 {
		rows = rows[:min(len(rows), int(c.Limit))]
	}
	if c.JSON {
		return printRowsJSON(s, rows)
	}
	said := namedUnreadable
	if slices.ContainsFunc(filter.Query.Filters, func(f patterns.Filter) bool {
		return f.Key == patterns.KeyUnreadable
	}) {
		said = len(unreadable)
	}
	return printRows(s, rows, countOfRows(len(rows), all, copies, len(unreadable)), failureLines(unreadable, said))
}

// wrongQuery reports the error in a query and its place.
func (s *streams) wrongQuery(err error) error {
	wrong := new(patterns.SyntaxError)
	if !errors.As(err, &wrong) {
		return err
	}
	s.say("%v", err)
	fmt.Fprintln(s.err, printableLines("  "+strings.ReplaceAll(wrong.Caret(), "\n", "\n  ")))
	return errWrongLine
}

// namedUnreadable is the maximum number of unreadable files listed below a table, unless the query asks for them.
const namedUnreadable = 3

// failureLines describes the first few unreadable files.
func failureLines(rows []*library.Row, most int) (lines []string) {
	for i, r := range rows {
		if i == most {
			return append(lines, fmt.Sprintf("%d more; demoscope library unreadable:yes lists all", len(rows)-i))
		}
		lines = append(lines, r.Failure())
	}
	return lines
}

// filterRows returns the rows for which is returns true.
func filterRows(rows []*library.Row, is func(*library.Row) bool) (list []*library.Row) {
	for _, r := range rows {
		if is(r) {
			list = append(list, r)
		}
	}
	return list
}

// sayOther lists the words of a filter that are folders outside the library, and how to add them. A single word that
// could be a map or a player counts only if nothing was found. It reports whether there are any.
func (s *streams) sayOther(l *library.Library, words []string, none bool) (any bool) {
	for _, word := range words {
		if !none && word != "." && word != ".." && !strings.ContainsRune(filepath.ToSlash(word), '/') {
			continue
		}
		path, err := filepath.Abs(word)
		if info := fileAt(path); err != nil || info == nil || !info.IsDir() || l.Knows(path) {
			continue
		}
		s.say("%s is not in the library; add it with demoscope add %s", path, shellQuote(word))
		any = true
	}
	return any
}

// sayMissing reports a word of a filter that no demo matches, if there is one.
func (s *streams) sayMissing(l *library.Library, filter *library.Filter) {
	if why := l.List().Missing(filter); why != "" {
		s.say("%s", why)
	}
}

// countOfRows describes the number of printed rows out of all, and the numbers of copies and of unreadable files
// among all.
func countOfRows(printed, all, copies, unreadable int) string {
	text := humanize.Count(all-unreadable, "demo")
	if copies > 0 {
		text += ", " + humanize.Count(copies, "copy")
	}
	if unreadable > 0 {
		text += fmt.Sprintf(", %s unreadable", humanize.Count(unreadable, "file"))
	}
	switch {
	case printed < all && unreadable > 0:
		text = fmt.Sprintf("%d of %d: %s", printed, all, text)
	case printed < all:
		text = fmt.Sprintf("%d of %s", printed, text)
	}
	return text
}

// withMoments returns the rows of demos that contain moments for a filter.
func withMoments(s *streams, l *library.Library, rows []*library.Row, filter *library.Filter) (list []*library.Row,
	err error) {
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

// printRowsJSON prints rows of the library for other programs.
func printRowsJSON(s *streams, rows []*library.Row) error {
	out := bufio.NewWriterSize(s.out, printAtOnce)
	for _, r := range rows {
		_ = writeJSON(out, r.JSONRow()) // the stream keeps write errors
	}
	return out.Flush()
}

// printRows prints rows of the library as a table, followed by their count and more lines.
func printRows(s *streams, rows []*library.Row, count string, more []string) error {
	t := textTable{rows: [][]string{{"DATE", "GAME", "MAP", "MODE", "LENGTH", "RESULT", "PLAYERS", "FILE"}}}
	ofFiles, copies := false, 0
	for _, r := range rows {
		date := r.Day()
		if r.DateFrom == library.FromFile {
			date = "(" + date + ")"
			ofFiles = true
		}
		length, result := humanize.Clock(r.Length), r.Result
		if r.Unreadable() {
			length, result = "", "unreadable"
		}
		cells := []string{date, r.Game, r.Map(), r.Mode, length, result, shorten(r.Sides(), maxSides),
			r.Places[0].Name()}
		for i := range cells {
			cells[i] = printable(cells[i])
		}
		if n := len(r.Places) - 1; n > 0 {
			cells[len(cells)-1] += fmt.Sprintf(" +%d", n)
			copies += n
		}
		t.rows = append(t.rows, cells)
	}
	out := bufio.NewWriterSize(s.out, printAtOnce)
	t.write(out)
	fmt.Fprintln(out, count)
	for _, line := range more {
		fmt.Fprintln(out, printable(line))
	}
	if copies > 0 {
		fmt.Fprintln(out, "(+1 after a file: one more copy; --json lists copies.)")
	}
	if ofFiles {
		fmt.Fprintln(out, "(Dates in parentheses are file dates: neither the demo nor its name has a clear date.)")
	}
	return out.Flush()
}

// maxSides is the maximum width of the players in a table, in terminal columns.
const maxSides = 40
