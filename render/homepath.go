package render

import (
	"cmp"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"demoscope/formats"
	"demoscope/internal/fault"
	"demoscope/player/library"
)

// maxLooked is how many names of a folder are read to complete a path.
const maxLooked = 20_000

// pathLine is a path that is typed where one searches: its folder can be added, its file played. It is looked at in
// the background, since a disk may be asleep or far.
type pathLine struct {
	text    string // what is typed, if it is a path; else empty
	seen    seenPath
	looking bool
	ready   chan seenPath
	// enter is set if Enter was pressed before it was known what the path leads to.
	enter bool
}

// seenPath is what a path that was typed leads to.
type seenPath struct {
	text   string // what was typed
	path   string // absolute; empty if there is nothing
	folder bool
	next   []library.Suggestion // what the path may go on with
	err    error                // why it leads nowhere
}

// isPath reports whether what is typed is a path, and no query: those begin as the paths of any system do.
func isPath(text string) bool {
	text = unquoted(text)
	for _, begin := range [...]string{"/", "./", "../", "~/", `\\`, `.\`, `..\`, `~\`} {
		if strings.HasPrefix(text, begin) {
			return true
		}
	}
	letter := len(text) >= 3 && (text[0] >= 'a' && text[0] <= 'z' || text[0] >= 'A' && text[0] <= 'Z')
	return text == "~" || letter && text[1] == ':' && (text[2] == '\\' || text[2] == '/')
}

// unquoted returns a path without the spaces and quotation marks around it.
func unquoted(text string) string {
	text = strings.TrimSpace(text)
	for _, mark := range [...]string{`"`, "'"} {
		if rest, ok := strings.CutPrefix(text, mark); ok {
			return strings.TrimSuffix(rest, mark)
		}
	}
	return text
}

// lookAt says what a path that is typed leads to.
func lookAt(text string) (s seenPath) {
	s.text = text
	typed := unquoted(text)
	path := typed
	if rest, ok := strings.CutPrefix(path, "~"); ok {
		home, err := os.UserHomeDir()
		if err != nil {
			s.err = err
			return s
		}
		path = home + rest
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		s.err = err
		return s
	}
	info, err := os.Stat(whole)
	switch {
	case errors.Is(err, os.ErrNotExist):
		s.err = errors.New("Not found: " + whole)
	case err != nil:
		s.err = err
	default:
		s.path, s.folder = whole, info.IsDir()
	}
	// The last name may be only begun.
	end := strings.LastIndexFunc(typed, separates) + 1
	if end == 0 { // "~", or letters of another system
		return s
	}
	s.next = namesIn(path[:len(path)-len(typed)+end], typed[:end], typed[end:], len(text))
	return s
}

// separates reports whether a letter stands between the names of a path.
func separates(r rune) bool { return r < 128 && os.IsPathSeparator(uint8(r)) }

// lastName returns the last name of a path, with what is behind it.
func lastName(path string) string {
	return path[strings.LastIndexFunc(strings.TrimRightFunc(path, separates), separates)+1:]
}

// namesIn returns the folders, demos and lists in a folder whose names begin with what was typed of them, as
// suggestions that take the place of a whole line of some bytes. Before is what was typed before them.
func namesIn(folder, before, begun string, bytes int) (list []library.Suggestion) {
	f, err := os.Open(folder)
	if err != nil {
		return nil
	}
	defer f.Close()
	for looked := 0; looked < maxLooked; {
		const some = 256
		entries, err := f.ReadDir(some)
		looked += len(entries)
		for _, e := range entries {
			name := e.Name()
			if len(name) < len(begun) || !strings.EqualFold(name[:len(begun)], begun) || name == begun && !e.IsDir() ||
				begun == "" && name[0] == '.' || readable(name) != name {
				continue
			}
			s := library.Suggestion{Text: before + name, To: bytes, What: "folder"}
			switch {
			case isFolder(folder, e):
				s.Text += string(filepath.Separator)
			case formats.HasDemoName(name), isList(name):
				s.What = "file"
			default:
				continue
			}
			list = append(list, s)
		}
		if err == io.EOF || err != nil || len(entries) == 0 {
			break
		}
	}
	slices.SortFunc(list, func(a, b library.Suggestion) int {
		return cmp.Or(-cmp.Compare(a.What, b.What), strings.Compare(strings.ToLower(a.Text), strings.ToLower(b.Text)))
	})
	return list[:min(len(list), maxHelps)]
}

// isFolder reports whether an entry of a folder is a folder, or leads to one.
func isFolder(in string, e os.DirEntry) bool {
	if e.Type()&os.ModeSymlink == 0 {
		return e.IsDir()
	}
	info, err := os.Stat(filepath.Join(in, e.Name()))
	return err == nil && info.IsDir()
}

// isList reports whether a file is a list of demos or an archive with some, by its name.
func isList(name string) bool {
	return slices.Contains([]string{".m3u", ".m3u8", ".zip"}, strings.ToLower(filepath.Ext(name)))
}

// lookAtPath begins to look at the path that is typed, unless that is being done; none if the line has no path.
func (h *home) lookAtPath() {
	p := &h.path
	if p.text == "" || p.looking || p.seen.text == p.text {
		return
	}
	p.looking = true
	text, ready, wake := p.text, p.ready, h.wake
	go func() {
		s := seenPath{text: text}
		if err := fault.Guard("looking at a path", func() { s = lookAt(text) }); err != nil {
			s.err = err
		}
		ready <- s
		wake()
	}()
}

// takePath takes what a path leads to, and looks at the next one if that has changed meanwhile.
func (h *home) takePath() {
	p := &h.path
	select {
	case p.seen = <-p.ready:
		p.looking = false
		if p.seen.text != p.text {
			h.lookAtPath()
			return
		}
		if h.hints.wanted {
			h.show(p.text, p.seen.next)
		}
		if p.enter {
			h.takeIn()
		}
	default:
	}
}

// known reports whether it is known what the path leads to.
func (p *pathLine) known() bool { return p.text != "" && p.seen.text == p.text }

// offer says what Enter does with the path that is typed, empty if that is not known or nothing.
func (h *home) offer() string {
	p := &h.path
	switch {
	case !h.hints.wanted || !p.known() || p.seen.path == "":
		return ""
	case p.seen.folder:
		return "Add this folder"
	}
	return "Play this file"
}

// trouble says why the path leads nowhere, empty if it leads somewhere or its last name may be only begun.
func (p *pathLine) trouble() string {
	if !p.known() || p.seen.err == nil || len(p.seen.next) > 0 {
		return ""
	}
	return upperFirst(readable(p.seen.err.Error()))
}

// takeIn adds the folder that the path leads to, or plays its file.
func (h *home) takeIn() {
	p := &h.path
	if p.enter = !p.known(); p.enter {
		return
	}
	if p.seen.path == "" {
		if p.seen.err != nil && p.trouble() == "" { // else it stands below already
			h.host.notices().warn(upperFirst(readable(p.seen.err.Error())))
		}
		return
	}
	path := p.seen.path
	h.query.Set("")
	h.typed()
	h.noHelp()
	h.host.dropped([]string{path})
}
