package torture

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"time"
)

// Campaign starts workers, watches them and counts.
type Campaign struct {
	Options
	Seed    uint64
	First   uint64 // number of the first run
	Last    uint64 // after the last run; 0 for no end
	For     time.Duration
	Jobs    int
	Corpus  string
	Formats []string
	// Out is the folder for finds and the ledger; "" for none.
	Out     string
	Version string
	// Patience is how long is looked for a smaller input for each find; 0 stands for
	// half a minute.
	Patience time.Duration
	// Command returns the process of a worker.
	Command func(WorkerOptions) (*exec.Cmd, error)
	// Log is told of finds and, now and then, of the counts.
	Log func(format string, args ...any)

	mu     sync.Mutex
	ledger *Ledger
	finds  finds
	wrote  time.Time
	small  sync.WaitGroup
	turn   chan struct{} // to make finds smaller, one after the other
}

// ledgerEvery is how often the ledger is written.
const ledgerEvery = 30 * time.Second

// Run makes runs until the time or the runs are over, or stop is closed. It returns the
// counts; their Finds say whether anything was found.
func (c *Campaign) Run(stop <-chan struct{}) (*Ledger, error) {
	c.ledger = newLedger()
	c.ledger.Began, c.ledger.Seed, c.ledger.Version = time.Now(), c.Seed, c.Version
	c.finds = finds{dir: c.Out, list: map[string]*Find{}}
	c.turn = make(chan struct{}, 1)
	end := make(chan struct{})
	var once sync.Once
	finish := func() { once.Do(func() { close(end) }) }
	if c.For > 0 {
		defer time.AfterFunc(c.For, finish).Stop()
	}
	go func() {
		select {
		case <-stop:
			finish()
		case <-end:
		}
	}()
	scratch, err := os.MkdirTemp("", "torture-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(scratch)
	errs := make(chan error, c.Jobs)
	for job := range c.Jobs {
		go func() { errs <- c.job(scratch, uint64(job), end) }()
	}
	for range c.Jobs {
		if failed := <-errs; failed != nil {
			err = failed
			finish()
		}
	}
	finish()
	c.small.Wait()
	return c.ledger, c.write(err)
}

// write writes the ledger.
func (c *Campaign) write(err error) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.ledger.Ended = time.Now()
	c.ledger.Finds = map[string]int{}
	for key, f := range c.finds.list {
		c.ledger.Finds[key] = f.Count
	}
	c.wrote = time.Now()
	if c.Out == "" {
		return err
	}
	name := fmt.Sprintf("%s-%d.ledger.json", c.ledger.Began.Format("20060102-150405"), c.Seed)
	if failed := c.ledger.Write(filepath.Join(c.Out, name)); err == nil {
		err = failed
	}
	return err
}

// job runs one worker after the other, each beginning where the last one died.
func (c *Campaign) job(scratch string, number uint64, end <-chan struct{}) error {
	run := c.First + number
	for deaths := 0; ; deaths++ {
		select {
		case <-end:
			return nil
		default:
		}
		dir := filepath.Join(scratch, fmt.Sprintf("%d-%d", number, deaths))
		if err := os.MkdirAll(filepath.Join(dir, "work"), 0o755); err != nil {
			return err
		}
		w := WorkerOptions{
			Options: c.Options, Seed: c.Seed, First: run, Step: uint64(c.Jobs), Last: c.Last, Corpus: c.Corpus,
			Formats: c.Formats,
			Dir:     filepath.Join(dir, "work"), Place: filepath.Join(dir, "place"),
		}
		at, died, err := c.watch(w, end)
		os.RemoveAll(dir)
		if err != nil || !died {
			return err
		}
		run = at.run + uint64(c.Jobs)
	}
}

// watchEvery is how often the place of a worker is looked at.
const watchEvery = 100 * time.Millisecond

// watch runs a worker to its end. died says that it ended before it should, at a run
// that is a find.
func (c *Campaign) watch(o WorkerOptions, end <-chan struct{}) (at place, died bool, err error) {
	cmd, err := c.Command(o)
	if err != nil {
		return at, false, err
	}
	in, err := cmd.StdinPipe()
	if err != nil {
		return at, false, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return at, false, err
	}
	said := &start{}
	cmd.Stderr = said
	if err := cmd.Start(); err != nil {
		return at, false, err
	}
	done, reading := false, make(chan struct{})
	go func() {
		defer close(reading)
		for d := json.NewDecoder(out); ; {
			var r news
			if d.Decode(&r) != nil {
				io.Copy(io.Discard, out)
				return
			}
			done = done || r.Done
			c.heard(&r)
		}
	}()
	why := c.guard(cmd.Process, o, in, end, reading)
	in.Close()
	_ = cmd.Wait()
	if done {
		return at, false, nil
	}
	at, ok := readPlace(o.Place)
	if !ok {
		return at, false, fmt.Errorf("a worker ended before its first run: %s", said.Bytes())
	}
	message, stack := ofProcess(said.Bytes())
	f := &Find{What: "crash", Drive: "make", Seed: c.Seed, Run: at.run, Message: message, Stack: stack}
	if why != nil {
		f.What, f.Message = why.What, why.Message
	}
	if at.drive >= 0 {
		f.Drive = Drives[at.drive].Name
	}
	c.found(f)
	return at, true, nil
}

// guard waits until a worker has ended. It ends one whose run takes too long or too much
// and returns why.
func (c *Campaign) guard(p *os.Process, o WorkerOptions, in io.Closer, end, reading <-chan struct{}) *Find {
	ticker := time.NewTicker(watchEvery)
	defer ticker.Stop()
	var last place
	var began time.Duration
	asked := time.Time{}
	for {
		select {
		case <-reading:
			return nil
		case <-end:
			if asked.IsZero() {
				in.Close()
				asked = time.Now()
			}
		case <-ticker.C:
		}
		at, ok := readPlace(o.Place)
		cpu, memory := cpuOf(p.Pid)
		if !ok || at != last {
			last, began = at, cpu
		}
		// Twice as long as allowed, because the worker looks itself, and tries again.
		var why *Find
		switch {
		case ok && cpu-began > 3*at.limit+time.Second:
			why = &Find{What: "hang", Message: fmt.Sprintf("%.1f CPU seconds, and no end", (cpu - began).Seconds())}
		case memory > processMemory/2+o.Memory:
			why = &Find{What: "memory", Message: fmt.Sprintf("%d MB", memory>>20)}
		}
		if why != nil {
			quit(p)
			select {
			case <-reading:
			case <-time.After(5 * time.Second):
				_ = p.Kill()
				<-reading
			}
			return why
		}
		if !asked.IsZero() {
			time.Sleep(watchEvery)
		}
	}
}

// start keeps the first of what is written to it.
type start struct{ bytes.Buffer }

// maxSaid is how much of a dying worker's words is kept: a stack for each of a few
// hundred goroutines.
const maxSaid = 1 << 20

func (s *start) Write(b []byte) (int, error) {
	if n := maxSaid - s.Len(); n > 0 {
		s.Buffer.Write(b[:min(n, len(b))])
	}
	return len(b), nil
}

// heard takes what a worker says.
func (c *Campaign) heard(r *news) {
	if r.Find != nil {
		if r.Find.Input != nil {
			r.Find.Input.Data = r.Data
		}
		c.found(r.Find)
	}
	if r.Ledger == nil {
		return
	}
	c.mu.Lock()
	c.ledger.Add(r.Ledger)
	due := time.Since(c.wrote) > ledgerEvery
	c.mu.Unlock()
	if due {
		if err := c.write(nil); err != nil {
			c.Log("%v", err)
		}
		c.mu.Lock()
		c.Log("%d runs with %d inputs, %d kinds of finds", c.ledger.Runs(), c.ledger.Inputs, len(c.finds.list))
		c.mu.Unlock()
	}
}

// found counts a find, and writes the first of each kind with a smaller input.
func (c *Campaign) found(f *Find) {
	c.mu.Lock()
	f.Signature() // from now on it stays
	if f.Input == nil || f.Input.Data == nil || f.Input.Mutations == nil {
		c.remake(f)
	}
	first := c.finds.add(f)
	if f.What == "crash" || f.What == "hang" || f.What == "memory" && f.Input != nil {
		// The worker has not counted it.
		c.ledger.count(f.Input, f.Drive, f.Run, Found, used{})
	}
	if first {
		if err := c.finds.write(f); err != nil {
			c.Log("%v", err)
		}
	}
	c.mu.Unlock()
	if !first {
		return
	}
	c.Log("FIND %s\n  seed %d run %d, %v\n  %s", f.Signature(), f.Seed, f.Run, f.Input, f.Message)
	if c.Out == "" || driveNamed(f.Drive) == nil || f.Input.Data == nil {
		return
	}
	c.small.Add(1)
	go func() {
		defer c.small.Done()
		c.turn <- struct{}{}
		defer func() { <-c.turn }()
		data := c.minimize(f)
		c.mu.Lock()
		defer c.mu.Unlock()
		if len(data) < len(f.Input.Data) {
			f.Small = f.base() + ".min" + extension(f.Input)
			if err := os.WriteFile(filepath.Join(c.Out, f.Small), data, 0o644); err != nil {
				c.Log("%v", err)
			}
		}
		if err := c.finds.write(f); err != nil {
			c.Log("%v", err)
		}
		c.Log("%s: %d bytes do the same as %d", f.base(), len(data), len(f.Input.Data))
	}()
}

// remake makes the input of a find again, with the list of what was done.
func (c *Campaign) remake(f *Find) {
	defer func() { _ = recover() }() // an encoder that panics has been found
	if f.Input == nil {
		f.Input = &Input{Kind: KindDemo, Format: "made"}
	}
	sources, err := Sources(c.Corpus, c.Formats)
	if err != nil {
		return
	}
	if in, ok := NewMaker(c.Seed, sources).Make(f.Run, true); ok {
		f.Input = &in
	}
}
