package torture

import (
	"bufio"
	"cmp"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"time"
)

// Smaller inputs are looked for in a process of its own, which may die at each.

// probe is an input to try.
type probe struct {
	Input Input
	Data  []byte
	Drive string
}

// probed is what became of it.
type probed struct{ Signature string }

// Probe tries the inputs that it reads, until there are no more.
func Probe(o WorkerOptions, in io.Reader, out io.Writer) error {
	limitMemory(processMemory + o.Memory)
	if err := os.Chdir(o.Dir); err != nil {
		return err
	}
	b := &bench{exact: o.Exact, dir: o.Dir, program: o.Program}
	d, e := json.NewDecoder(bufio.NewReader(in)), json.NewEncoder(out)
	for {
		var p probe
		if err := d.Decode(&p); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		p.Input.Data = p.Data
		var r probed
		if drive := driveNamed(p.Drive); drive != nil {
			if _, f, _ := b.perform(drive, &p.Input, o.Limits); f != nil {
				r.Signature = f.Signature()
			}
		}
		if err := e.Encode(r); err != nil {
			return err
		}
	}
}

// defaultPatience is how long is looked for a smaller input.
const defaultPatience = 30 * time.Second

// minimize returns the smallest input found that does what a find's does.
func (c *Campaign) minimize(f *Find) []byte {
	best := f.Input.Data
	t := &tester{c: c, f: f}
	defer t.close()
	if !t.same(best) {
		f.Message += " (not when it is repeated alone)"
		return best
	}
	until := time.Now().Add(cmp.Or(c.Patience, defaultPatience))
	for size := max(1, len(best)/2); size > 0; size /= 2 {
		for at := 0; at < len(best); {
			if time.Now().After(until) {
				return best
			}
			less := slices.Delete(slices.Clone(best), at, min(at+size, len(best)))
			if t.same(less) {
				best = less
			} else {
				at += size
			}
		}
	}
	return best
}

// tester asks a process whether inputs do the same.
type tester struct {
	c    *Campaign
	f    *Find
	cmd  *exec.Cmd
	dir  string
	in   io.WriteCloser
	e    *json.Encoder
	d    *json.Decoder
	said *start
}

func (t *tester) open() bool {
	dir, err := os.MkdirTemp("", "torture-")
	if err != nil {
		return false
	}
	t.dir = dir
	work := filepath.Join(dir, "work")
	if os.Mkdir(work, 0o755) != nil {
		return false
	}
	cmd, err := t.c.Command(WorkerOptions{Options: t.c.Options, Dir: work})
	if err != nil {
		return false
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return false
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return false
	}
	t.said = &start{}
	cmd.Stderr = t.said
	if cmd.Start() != nil {
		return false
	}
	t.cmd, t.in, t.e, t.d = cmd, in, json.NewEncoder(in), json.NewDecoder(out)
	return true
}

func (t *tester) close() {
	if t.cmd != nil {
		t.in.Close()
		_ = t.cmd.Process.Kill()
		_ = t.cmd.Wait()
		os.RemoveAll(t.dir)
		t.cmd = nil
	}
}

// same reports whether data does what the find's input does.
func (t *tester) same(data []byte) bool {
	if t.cmd == nil && !t.open() {
		return false
	}
	in := *t.f.Input
	in.Data, in.Mutations = data, nil
	answer := make(chan string, 1)
	go func() {
		var r probed
		if t.e.Encode(probe{in, data, t.f.Drive}) != nil || t.d.Decode(&r) != nil {
			answer <- "died"
			return
		}
		answer <- r.Signature
	}()
	limit := 4*t.c.Limits.time(driveNamed(t.f.Drive), &in) + 5*time.Second
	select {
	case s := <-answer:
		if s != "died" {
			return s == t.f.Signature()
		}
		_ = t.cmd.Wait()
		message, stack := ofProcess(t.said.Bytes())
		t.close()
		died := Find{What: "crash", Drive: t.f.Drive, Message: message, Stack: stack, Input: &in}
		return died.Signature() == t.f.Signature()
	case <-time.After(limit):
		t.close()
		return t.f.What == "hang"
	}
}
