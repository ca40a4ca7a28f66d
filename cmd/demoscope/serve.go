//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/internal/serve"
)

type serveCmd struct {
	Folder string `arg:"" optional:"" predictor:"folder" help:"Folder with demos and, as game folders or beside them, their maps (the current one if none is named)."`
	Listen string `default:"localhost:8047" placeholder:"ADDRESS" help:"Where to wait for browsers (${default}): a port of this machine alone. Others can look only where you name another address, such as :8047, and then all who reach it, under an address of this machine or its name (those are printed) and no other name."`
	Page   string `placeholder:"DIR" predictor:"folder" type:"path" help:"Folder with the page, as .ci/page of the source code writes it (if not given, the folder page beside the program)."`
}

// Help is the rest of what --help says.
func (*serveCmd) Help() string {
	return "It shows a page in which this program runs, and plays the demos of the folder: only demos, ZIP files " +
		"with demos, maps, PAK and PK3 files in it are sent, nothing is written, and no link leads out of it."
}

func (c *serveCmd) Run(s *streams) error {
	page, err := c.openPage()
	if err != nil {
		return err
	}
	defer page.Close()
	folder := "."
	if c.Folder != "" {
		folder = expandPath(c.Folder)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return fileError(folder, err)
	}
	defer root.Close()
	ctx, end := untilSignal()
	defer end() // to be ended is how it ends
	err = serve.Run(ctx, c.Listen, serve.Options{Folder: root, Page: page, Shows: sent, Zip: demosIn},
		func(at string, others []string) error {
			if len(others) > 0 {
				s.say("everybody who reaches this machine can watch what is in %s, at %s; under other names it does "+
					"not answer", folder, strings.Join(others[:min(len(others), toldURLs)], " or "))
			}
			_, err := fmt.Fprintln(s.out, at)
			return err
		})
	if errors.Is(err, serve.ErrAddress) {
		s.say("--listen: %q is no address like localhost:8047", c.Listen)
		return errWrongLine
	}
	return err
}

// openPage opens the folder of the page.
func (c *serveCmd) openPage() (*os.Root, error) {
	dir := c.Page
	if dir == "" {
		program, err := os.Executable()
		if err != nil {
			return nil, err
		}
		dir = filepath.Join(filepath.Dir(program), "page")
	}
	root, err := os.OpenRoot(dir)
	for _, name := range serve.Needed {
		if err == nil {
			_, err = root.Stat(name)
		}
	}
	if err != nil {
		if root != nil {
			root.Close()
		}
		return nil, fmt.Errorf("%s has no page to show: releases come with one; from the source code .ci/page DIR "+
			"makes it, and --page DIR names it", dir)
	}
	return root, nil
}

// toldURLs are how many URLs are printed: a machine can have dozens of addresses.
const toldURLs = 4

// sent reports whether a file with this name is sent to browsers; of ZIPs those that have demos.
func sent(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pak", ".pk3", ".bsp", ".lit", ".zip":
		return true
	}
	return formats.HasDemoName(name)
}

// demosIn returns the names of the demos in a ZIP, by which they are known.
func demosIn(f io.ReaderAt, size int64) []string {
	a, err := formats.OpenZip(f, size)
	if err != nil {
		return nil
	}
	return formats.NamedDemos(a)
}
