//go:build !js

package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"

	"demoscope/formats"
	"demoscope/internal/serve"
)

type serveCmd struct {
	Folder string `arg:"" optional:"" predictor:"folder" help:"${serve_folder_text}"`
	Listen string `default:"localhost:8047" placeholder:"ADDRESS" help:"${serve_listen_text}"`
	Page   string `placeholder:"DIR" predictor:"folder" type:"path" help:"${serve_page_text}"`
}

// Help describes the served files.
func (*serveCmd) Help() string {
	return "The web page runs Demoscope in the browser and plays the demos in the folder. serve sends only demos, " +
		"ZIP and Dzip archives with demos, maps, PAK and PK3 files, and Qizmo's compress.dat. It follows no links " +
		"out of the folder and writes nothing."
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
	defer end() // a signal is the normal end
	err = serve.Run(ctx, c.Listen, serve.Options{Folder: root, Page: page, Shows: sent, Zip: demosIn},
		func(at string, others []string) error {
			if len(others) > 0 {
				s.say("everyone who can reach this machine can play the demos in %s, at %s (other host names are "+
					"refused)", folder, strings.Join(others[:min(len(others), maxURLs)], " or "))
			}
			_, err := fmt.Fprintln(s.out, at)
			return err
		})
	if errors.Is(err, serve.ErrAddress) {
		s.say("--listen: invalid address %q (try localhost:8047)", c.Listen)
		return errWrongLine
	}
	return err
}

// openPage opens the folder of the web page.
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
	if err == nil {
		err = serve.IsPage(root)
	}
	if err != nil {
		if root != nil {
			root.Close()
		}
		return nil, fmt.Errorf("no web page in %s: use the one of a release, or build it from the source code with "+
			".ci/page DIR and use --page DIR", dir)
	}
	return root, nil
}

// maxURLs is the maximum number of URLs to print: a machine can have dozens of addresses.
const maxURLs = 4

// sent reports whether files with this name are sent to browsers; archives are sent only if they contain demos.
func sent(name string) bool {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".pak", ".pk3", ".bsp", ".lit":
		return true
	}
	if strings.EqualFold(name, path.Base(formats.QizmoTableName)) {
		return true
	}
	// The page identifies demos of other games.
	return formats.HasDemoName(name) || formats.HasKnownName(name) || formats.HasArchiveName(name)
}

// demosIn returns the names of the demos in an archive.
func demosIn(f io.ReaderAt, size int64) []string {
	a, err := formats.OpenArchive(f, size)
	if err != nil {
		return nil
	}
	return formats.NamedDemos(a)
}
