package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"text/tabwriter"

	"demoscope/assets"
)

type pathsCmd struct {
	For  string `enum:"all,quake,quakeworld,quake2,quake3" default:"all" placeholder:"GAME" help:"${for_text}"`
	Demo string `placeholder:"FILE" predictor:"demo" help:"Search as for this demo, and show where its maps are"`
	All  bool   `help:"Also list folders that do not exist"`
	gameData
}

func (c *pathsCmd) Run(s *streams) error {
	o := assets.Options{BaseDirs: c.BaseDir, Mods: c.gameData.Mod}
	if c.For != "all" {
		o.Game = assets.Game(c.For)
	}
	var maps []string
	if c.Demo != "" {
		demo, err := s.openDemo(c.Demo)
		if err != nil {
			return err
		}
		o = c.options(demo)
		whole, err := index(demo)
		if err != nil {
			return err
		}
		for _, l := range whole.Levels() {
			if l.Map != "" && !slices.Contains(maps, l.Map) {
				maps = append(maps, l.Map)
			}
		}
	}
	search, err := assets.Open(o)
	if err != nil {
		return err
	}
	defer search.Close()
	if err := c.list(s.out, search.Inspect()); err != nil {
		return err
	}
	for _, err := range search.Problems() {
		s.say("%v", err)
	}
	return findMaps(s, search, maps)
}

// list prints the places, the most important first.
func (c *pathsCmd) list(out io.Writer, places []assets.Place) error {
	t := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	absent := 0
	for _, p := range places {
		switch {
		case p.Err != nil:
			fmt.Fprintf(t, "%s\t%s\n", p.Why, printable(p.Err.Error())) // it names the folder
		case p.Exists:
			fmt.Fprintf(t, "%s\t%s\n", p.Why, printable(p.String()))
		case c.All || slices.Contains(c.BaseDir, p.Folder):
			fmt.Fprintf(t, "%s\t%s: not found\n", p.Why, printable(p.Folder))
		default:
			absent++
		}
		for _, a := range p.Archives {
			if a.Err != nil {
				fmt.Fprintf(t, "\t  %s\n", printable(fmt.Sprintf("%s: %v", filepath.Base(a.Path), a.Err)))
			} else {
				fmt.Fprintf(t, "\t  %s: %d files\n", printable(filepath.Base(a.Path)), a.Files)
			}
		}
	}
	if absent > 0 {
		fmt.Fprintf(t, "\t%d default folders do not exist (--all lists them)\n", absent)
	}
	return t.Flush()
}

// findMaps prints where the maps of a demo are. Its error is errReported if one is
// missing.
func findMaps(s *streams, search *assets.Search, maps []string) error {
	var failed error
	for _, m := range maps {
		src, err := search.Find(m)
		if err != nil {
			s.say("%s", missingMap(m, err))
			failed = errReported
			continue
		}
		fmt.Fprintln(s.out, printable(fmt.Sprintf("%s: %s", m, src)))
		if len(src.Refused) > 0 {
			s.say("%s", refusedMap(m, src))
		}
	}
	return failed
}
