package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/rivo/uniseg"
	"golang.org/x/term"

	"demoscope/formats"
	"demoscope/internal/atomicfile"
)

// standardOutput is the name of the output file "-" in messages.
const standardOutput = "standard output"

// outputStream is standard output or standard error. After the first error, it writes nothing more; [run] reports the
// error.
type outputStream struct {
	mu  sync.Mutex
	w   io.Writer
	err error // the first one
}

// errLost is the error of a command that could not print. It is errReported, because [run] reports the cause.
type errLost struct{ cause error }

func (e errLost) Error() string        { return e.cause.Error() }
func (e errLost) Unwrap() error        { return e.cause }
func (e errLost) Is(target error) bool { return target == errReported }

func (o *outputStream) Write(data []byte) (n int, err error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.err == nil {
		n, err = o.w.Write(data)
		if err != nil {
			o.err = errLost{err}
		}
	}
	return n, o.err
}

// failed returns the first write error.
func (o *outputStream) failed() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}

// lost reports whether output is no longer possible.
func (s *streams) lost() bool {
	o, ok := s.out.(*outputStream)
	return ok && o.failed() != nil
}

// sayLost reports an output error. A closed pipe, as of head, is not an error.
func (s *streams) sayLost(name string, err error) {
	if !errors.Is(err, syscall.EPIPE) {
		s.say("%v", writeError(name, err))
	}
}

// source returns the file that a demo was read from, nil if there is none.
func (s *streams) source(demo *formats.Demo) fs.FileInfo {
	switch {
	case demo.File == standardInput:
		return fileOf(s.in)
	case strings.HasPrefix(demo.File, sampleName):
		return nil
	}
	return fileAt(demo.File)
}

// fileAt returns information on the file with a name, nil if there is none.
func fileAt(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// holdsFiles reports whether a folder is known to contain something.
func holdsFiles(folder string) bool {
	f, err := os.Open(folder)
	if err != nil {
		return false
	}
	defer f.Close()
	names, _ := f.Readdirnames(1)
	return len(names) > 0
}

// fileOf returns information on the file that r reads, nil if it is not a file.
func fileOf(r io.Reader) fs.FileInfo {
	f, ok := r.(*os.File)
	if !ok {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return nil
	}
	return info
}

// checkOutput returns an error if a file cannot be written, or if it is the input file; input may be nil. The path
// "-" is standard output. what describes output that is not for a terminal; it is empty for other output.
func (s *streams) checkOutput(path, what string, input fs.FileInfo) error {
	terminal := isTerminal(s.out)
	if path != standardStream {
		if err := atomicfile.Check(path, input); err != nil {
			return writeError(path, err)
		}
		if err := keepDemo(path, what); err != nil {
			return err
		}
		terminal = namesTerminal(path)
	}
	if terminal && what != "" {
		return fmt.Errorf("can't write %s to a terminal: name a file, or redirect the output", what)
	}
	return nil
}

// aDemo is the value of what for commands that write demos.
const aDemo = "a demo"

// keepDemo returns an error if another kind of file would overwrite a demo: a forgotten output name before a shell
// pattern must not cost a recording.
func keepDemo(path, what string) error {
	if info, err := os.Stat(path); what == aDemo || err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return nil // Check has reported the problem
	}
	defer f.Close()
	head := make([]byte, formats.HeadSize)
	n, _ := io.ReadFull(f, head)
	if formats.CheckHead(path, head[:n]) != nil {
		return nil
	}
	return fmt.Errorf("%s is a demo and is not overwritten: use another name", path)
}

// namesTerminal reports whether a path, such as /dev/tty, is a terminal.
func namesTerminal(path string) bool {
	if info, err := os.Stat(path); err != nil || info.Mode()&fs.ModeCharDevice == 0 {
		return false
	}
	f, err := os.Open(path)
	if err != nil {
		return false
	}
	defer f.Close()
	return isTerminal(f)
}

// writeFile writes a file, or standard output for "-", after checkOutput has succeeded.
func (s *streams) writeFile(path string, data []byte) error {
	if path == standardStream {
		_, err := s.out.Write(data)
		return err
	}
	if err := atomicfile.Write(path, data, 0o666); err != nil {
		return writeError(path, err)
	}
	return nil
}

// writeFrom is writeFile for content that is too large to be in memory twice.
func (s *streams) writeFrom(path string, content io.WriterTo) error {
	if path == standardStream {
		_, err := content.WriteTo(s.out)
		return err
	}
	err := writeFrom(path, func(out io.Writer) error {
		_, err := content.WriteTo(out)
		return err
	})
	if err != nil {
		return writeError(path, err)
	}
	return nil
}

// makeOutputFolder creates the folder of --output, if needed.
func makeOutputFolder(folder string) error {
	if info := fileAt(folder); info != nil && !info.IsDir() {
		return fmt.Errorf("--output: %s is a file, not a folder", folder)
	}
	if err := atomicfile.MkdirShared(folder); err != nil {
		return writeError(folder, err)
	}
	return nil
}

// writeError explains why a file cannot be written.
func writeError(path string, err error) error {
	var p *fs.PathError
	var l *os.LinkError
	switch {
	case errors.Is(err, atomicfile.ErrInput):
		return fmt.Errorf("can't overwrite %s: %w", path, err)
	case errors.Is(err, fs.ErrNotExist) && fileAt(filepath.Dir(path)) != nil: // in a system folder such as /proc
		return fmt.Errorf("can't write %s: its folder accepts no new files", path)
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("can't write %s: folder not found", path)
	case errors.Is(err, fs.ErrPermission):
		return fmt.Errorf("can't write %s: permission denied", path)
	case errors.As(err, &p):
		err = p.Err
	case errors.As(err, &l):
		err = l.Err
	}
	return fmt.Errorf("can't write %s: %w", path, err)
}

// File names and texts of demos may contain anything, and terminals interpret control characters: the functions here
// print text from files safely.

// printable returns a text with every character that a terminal might interpret, and every byte that is not UTF-8, as
// an escape: \x1b, \u202e, \xff.
func printable(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		switch {
		case r == utf8.RuneError && n == 1, r < utf8.RuneSelf && unprintable(r):
			fmt.Fprintf(&b, `\x%02x`, s[0])
		case unprintable(r):
			for _, u := range utf16.AppendRune(nil, r) {
				fmt.Fprintf(&b, `\u%04x`, u)
			}
		default:
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// unprintable reports whether a character is a control character, changes the direction of a line, or is not a
// character.
func unprintable(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) }

// printableLines is printable for a text of several lines.
func printableLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = printable(l)
	}
	return strings.Join(lines, "\n")
}

// writeJSON writes a value as one line of JSON. Every character that a terminal might interpret is an escape, which
// is equivalent for programs.
func writeJSON(w io.Writer, v any) error {
	var line bytes.Buffer
	if err := json.NewEncoder(&line).Encode(v); err != nil {
		return err
	}
	text := bytes.TrimSuffix(line.Bytes(), []byte("\n"))
	out := make([]byte, 0, len(text)+1)
	for len(text) > 0 {
		r, n := utf8.DecodeRune(text)
		if r < utf8.RuneSelf && r != 0x7f || unicode.IsPrint(r) {
			out = append(out, text[:n]...)
		} else {
			for _, u := range utf16.AppendRune(nil, r) {
				out = fmt.Appendf(out, `\u%04x`, u)
			}
		}
		text = text[n:]
	}
	_, err := w.Write(append(out, '\n'))
	return err
}

func isTerminal(w io.Writer) bool { return terminalOf(w) != nil }

// terminalOf returns the terminal that w writes to, nil if there is none. The function for the width of a terminal
// needs a file.
func terminalOf(w io.Writer) *os.File {
	if o, ok := w.(*outputStream); ok {
		w = o.w
	}
	f, ok := w.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return nil
	}
	return f
}

// shellQuote quotes a word for bash, zsh and fish.
func shellQuote(s string) string {
	if strings.Trim(s, "/:.-_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" {
		return s
	}
	return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
}

// columnGap is the number of spaces between two columns of a table.
const columnGap = 2

// textTable is a table of printable texts. A column is as wide as its widest cell. A cell that is far wider than most
// others does not count, but moves the cells after it in its row.
type textTable struct{ rows [][]string }

// add adds a row.
func (t *textTable) add(cells ...string) { t.rows = append(t.rows, cells) }

// write writes the table. The stream keeps write errors.
func (t *textTable) write(out *bufio.Writer) {
	var columns [][]int // widths of the cells that have text
	for _, row := range t.rows {
		for i, cell := range row {
			if i == len(columns) {
				columns = append(columns, nil)
			}
			if cell != "" {
				columns[i] = append(columns[i], displayWidth(cell))
			}
		}
	}
	widths := make([]int, len(columns))
	for i, cells := range columns {
		widths[i] = columnWidth(cells)
	}
	for _, row := range t.rows {
		for i, cell := range row {
			out.WriteString(cell)
			if i+1 < len(row) {
				out.WriteString(strings.Repeat(" ", max(0, widths[i]-displayWidth(cell))+columnGap))
			}
		}
		out.WriteByte('\n')
	}
}

// plentyWide is the width, in terminal columns, that a cell may have beyond twice the width of three quarters of the
// cells.
const plentyWide = 16

// columnWidth returns the width of a column with cells of the given widths, which it sorts.
func columnWidth(cells []int) int {
	if len(cells) == 0 {
		return 0
	}
	slices.Sort(cells)
	limit := 2*cells[(len(cells)-1)*3/4] + plentyWide
	for _, width := range slices.Backward(cells) {
		if width <= limit {
			return width
		}
	}
	return 0
}

// displayWidth returns the width of a text in terminal columns: wide characters take two, combining characters none.
func displayWidth(text string) int {
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return uniseg.StringWidth(text)
		}
	}
	return len(text)
}

// shorten cuts a text to a number of terminal columns, without splitting a character.
func shorten(text string, columns int) string {
	const dots = "..."
	if displayWidth(text) <= columns {
		return text
	}
	end, width := 0, 0
	for letters := uniseg.NewGraphemes(text); letters.Next(); {
		if width += letters.Width(); width > columns-len(dots) {
			break
		}
		_, end = letters.Positions()
	}
	return text[:end] + dots
}
