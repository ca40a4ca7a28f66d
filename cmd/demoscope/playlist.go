package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"demoscope/internal/m3u"
	"demoscope/render/app"
)

// listFlags say how to play several demos.
type listFlags struct {
	Shuffle   bool    `help:"Play in random order"`
	Gap       float64 `placeholder:"SECONDS" help:"${playlist_gap_text}"`
	QuitAfter bool    `help:"Quit after the last demo"`
	SaveList  string  `placeholder:"FILE" help:"Write the demos as an M3U playlist (FILE.m3u8) instead of playing them"`
}

// checkList returns an error for flags that are out of range.
func (f *listFlags) checkList() error {
	if !(f.Gap >= 0 && f.Gap <= app.MaxGap) {
		return fmt.Errorf("--gap must be from 0 to %d seconds", app.MaxGap)
	}
	if f.SaveList != "" && !m3u.Has(f.SaveList) {
		return fmt.Errorf("--save-list: %q is not an .m3u8 file", f.SaveList)
	}
	return nil
}

// demos returns the demos that the arguments name, or the default sample if there are none. It reports errors in
// playlists.
func (c *playCmd) demos(s *streams) ([]found, error) {
	if len(c.Files) == 0 {
		return []found{{}}, nil
	}
	if isLive(c.Files[0]) {
		return []found{{path: c.Files[0]}}, nil
	}
	demos, none := findDemos(c.Files)
	for _, err := range none {
		s.report(err)
	}
	demos = slices.DeleteFunc(demos, func(d found) bool {
		if d.err == nil || !m3u.Has(d.path) {
			return false // openDemo returns the error
		}
		s.report(d.err)
		return true
	})
	if len(demos) == 0 {
		return nil, fmt.Errorf("no demos in %s", strings.Join(c.Files, ", "))
	}
	return demos, nil
}

// listDropped reads a playlist that was dropped on the window, or an archive with several demos; see
// [app.Options].List.
func listDropped(path string) (files []string, titles map[string]string, listed bool, err error) {
	demos, none := findDemos([]string{path})
	if len(demos) < 2 && !m3u.Has(path) {
		return nil, nil, false, nil
	}
	var wrong []error
	demos = slices.DeleteFunc(demos, func(d found) bool {
		if d.err == nil || d.path != path {
			return false // opening the demo returns the error
		}
		wrong = append(wrong, d.err)
		return true
	})
	files, titles = filesOf(demos)
	if len(files) == 0 && len(wrong)+len(none) == 0 {
		wrong = append(wrong, fmt.Errorf("%s: no demos in this playlist", filepath.Base(path)))
	}
	return files, titles, true, errors.Join(append(wrong, none...)...)
}

// filesOf returns names of demos for openDemo, and their titles in playlists.
func filesOf(demos []found) (files []string, titles map[string]string) {
	for _, f := range demos {
		files = append(files, f.path)
		if f.title != "" {
			if titles == nil {
				titles = map[string]string{}
			}
			titles[f.path] = printable(f.title)
		}
	}
	return files, titles
}

// order returns names of demos for openDemo, in playing order, and their titles in playlists.
func (c *playCmd) order(demos []found, shuffle func(n int, swap func(i, j int))) (files []string,
	titles map[string]string) {
	files, titles = filesOf(demos)
	if c.Shuffle {
		shuffle(len(files), func(i, j int) { files[i], files[j] = files[j], files[i] })
	}
	return files, titles
}
