package main

import (
	"fmt"

	"demoscope/assets"
)

type pathsCmd struct {
	gameData
	For  string `name:"for" enum:"all,quake,quakeworld,quake2,quake3" default:"all" help:"Family of games: all, quake, quakeworld, quake2 or quake3."`
	Demo string `placeholder:"FILE" help:"Look as for this demo."`
}

func (c *pathsCmd) Run(s *streams) error {
	o := assets.Options{BaseDirs: c.BaseDir, Mods: c.gameData.Game, DemoPath: c.Demo}
	if c.For != "all" {
		o.Game = assets.Game(c.For)
	}
	search, err := assets.Open(o)
	if err != nil {
		return err
	}
	defer search.Close()
	for _, p := range search.Inspect() {
		found := "not there"
		if p.Exists {
			found = p.String()
		}
		folder := p.Folder
		if folder == "" {
			folder = "-"
		}
		fmt.Fprintf(s.out, "%-22s %s: %s\n", p.Why, folder, found)
		for _, a := range p.Archives {
			if a.Err != nil {
				fmt.Fprintf(s.out, "%-22s   %s: %v\n", "", a.Path, a.Err)
				continue
			}
			fmt.Fprintf(s.out, "%-22s   %s: %d files\n", "", a.Path, a.Files)
		}
	}
	for _, err := range search.Problems() {
		fmt.Fprintln(s.err, "demoscope:", err)
	}
	return nil
}
