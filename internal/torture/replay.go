package torture

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// Replay gives the input of a find, or any other file, to its drives again, in this
// process, and writes what becomes of it. It returns true if there is a find.
func Replay(path string, small bool, o Options, out io.Writer) (found bool, err error) {
	var in *Input
	names := o.Drives
	if strings.HasSuffix(path, ".json") {
		f, err := ReadFind(path, small)
		if err != nil {
			return false, err
		}
		in = f.Input
		if len(names) == 0 {
			names = []string{f.Drive}
		}
	} else {
		data, err := os.ReadFile(path)
		if err != nil {
			return false, err
		}
		in = &Input{Kind: KindDemo, Format: strings.TrimPrefix(filepath.Ext(path), "."), Name: filepath.Base(path),
			Data: data}
		if s := newSource(in.Name, data); s != nil {
			in.Kind, in.Format = s.Kind, s.Format
		}
	}
	if len(names) == 0 {
		for _, d := range Drives {
			if d.Kind == in.Kind {
				names = append(names, d.Name)
			}
		}
	}
	dir, err := os.MkdirTemp("", "torture-")
	if err != nil {
		return false, err
	}
	defer os.RemoveAll(dir)
	b := &bench{exact: o.Exact, dir: dir, program: o.Program}
	for _, name := range names {
		d := driveNamed(name)
		if d == nil {
			return false, fmt.Errorf("there is no drive %s", name)
		}
		if d.process() && o.Program == "" {
			continue
		}
		outcome, f, u := b.perform(d, in, o.Limits)
		fmt.Fprintf(out, "%s: %v, %.3f CPU seconds, %.1f MB allocated\n", name, outcome, u.cpu.Seconds(),
			float64(u.alloc)/1e6)
		if f != nil {
			found = true
			fmt.Fprintf(out, "%s\n%s\n%s\n", f.Signature(), f.Message, f.Stack)
		}
	}
	return found, nil
}
