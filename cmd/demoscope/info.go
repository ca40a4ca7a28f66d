package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"text/tabwriter"

	"github.com/schollz/progressbar/v3"

	"demoscope/formats"
	"demoscope/player/report"
)

type infoCmd struct {
	JSON  bool     `name:"json" help:"Print one JSON object a line."`
	Files []string `arg:"" name:"file" help:"Demos, or folders that are searched for demos."`
}

// fileInfo is what is known of one file.
type fileInfo struct {
	file string
	info *report.Info
	err  error
}

func (c *infoCmd) Run(s *streams) error {
	files, err := findDemos(c.Files)
	if err != nil {
		return err
	}
	if len(files) == 0 {
		return errors.New("there is no demo in these folders")
	}
	results := make([]chan fileInfo, len(files))
	for i := range results {
		results[i] = make(chan fileInfo, 1)
	}
	var next sync.Mutex
	at := 0
	for range runtime.GOMAXPROCS(0) {
		go func() {
			for {
				next.Lock()
				i := at
				at++
				next.Unlock()
				if i >= len(files) {
					return
				}
				info, err := summarize(files[i])
				results[i] <- fileInfo{files[i], info, err}
			}
		}()
	}
	print := newInfoPrinter(s, c.JSON, len(files))
	for _, r := range results {
		print.add(<-r)
	}
	return print.finish()
}

func summarize(file string) (*report.Info, error) {
	demo, err := openDemo(file)
	if err != nil {
		return nil, err
	}
	info := report.Summarize(file, demo.Format.Name, int64(len(demo.Data)), demo.Decoder())
	if demo.Cut != nil {
		info.Notes = append(info.Notes, fmt.Sprintf("only a part could be unpacked: %v", demo.Cut))
	}
	return info, nil
}

// findDemos lists the files that are named and the demos in the folders.
func findDemos(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		if info, err := os.Stat(name); err != nil || !info.IsDir() {
			files = append(files, name)
			continue
		}
		err := filepath.WalkDir(name, func(path string, d fs.DirEntry, err error) error {
			if err == nil && d.Type().IsRegular() && formats.HasDemoName(path) {
				files = append(files, path)
			}
			return nil // a folder that cannot be read is passed over
		})
		if err != nil {
			return nil, err
		}
	}
	return files, nil
}

// infoPrinter prints summaries in the order of the files: JSON lines, a page
// for one file, a table for several.
type infoPrinter struct {
	s      *streams
	json   bool
	table  *tabwriter.Writer
	bar    *progressbar.ProgressBar
	failed bool
}

func newInfoPrinter(s *streams, json bool, files int) *infoPrinter {
	p := &infoPrinter{s: s, json: json}
	if !json && files > 1 {
		p.table = tabwriter.NewWriter(s.out, 0, 8, 2, ' ', 0)
		fmt.Fprintln(p.table, "FILE\tFORMAT\tMAP\tLENGTH\tPLAYERS\tKILLS\tBLOCKS\tDAMAGE")
	}
	if f, ok := s.err.(*os.File); ok && files > 1 && isTerminal(f) {
		p.bar = progressbar.NewOptions(files, progressbar.OptionSetWriter(f), progressbar.OptionClearOnFinish())
	}
	return p
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func (p *infoPrinter) add(r fileInfo) {
	if p.bar != nil {
		_ = p.bar.Add(1) // the bar is only for the eye
	}
	switch {
	case r.err != nil:
		p.failed = true
		p.error(r)
	case p.json:
		p.line(r.info)
	case p.table != nil:
		p.row(r.info)
	default:
		fmt.Fprintln(p.s.out, r.info)
	}
}

func (p *infoPrinter) error(r fileInfo) {
	switch {
	case p.json:
		p.line(map[string]string{"file": r.file, "error": r.err.Error()})
	case p.table != nil:
		fmt.Fprintf(p.table, "%s\t-\t\t\t\t\t\t%v\n", filepath.Base(r.file), r.err)
	default:
		fmt.Fprintln(p.s.err, "demoscope:", r.err)
	}
}

func (p *infoPrinter) line(v any) {
	if err := json.NewEncoder(p.s.out).Encode(v); err != nil {
		fmt.Fprintln(p.s.err, "demoscope:", err)
		p.failed = true
	}
}

func (p *infoPrinter) row(i *report.Info) {
	level, damage := "", ""
	if len(i.Levels) > 0 {
		level = filepath.Base(i.Levels[0].Map)
	}
	if len(i.Levels) > 1 {
		level += fmt.Sprintf(" +%d", len(i.Levels)-1)
	}
	if d := i.Damage; d != nil {
		damage = fmt.Sprintf("byte %d: %s: %s", d.Offset, d.Message, d.Error)
	}
	fmt.Fprintf(p.table, "%s\t%s %d\t%s\t%d:%02d\t%d\t%d\t%d\t%s\n", filepath.Base(i.File), i.Format, i.Protocol, level,
		int(i.Duration)/60, int(i.Duration)%60, len(i.Players), i.Kills, i.Blocks, damage)
}

func (p *infoPrinter) finish() error {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
	if p.table != nil {
		if err := p.table.Flush(); err != nil {
			return err
		}
	}
	if p.failed {
		return errReported
	}
	return nil
}
