// Command torture tests that no demo breaks the program. It changes demos like accidents and attackers do, and passes
// them to the decoders, the index, seeks, tables and the program itself.
//
// A run is a single changed demo. It depends only on a seed and its number, so each run can be repeated. Worker
// processes execute the runs, because a panic in any goroutine, an endless loop and an endless allocation end a
// process. A find is printed, its demo is written to the folder of finds, and the exit status is 1.
//
// It needs Linux. See "Harness" in CONTRIBUTING.md.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

var (
	runs    = flag.Uint64("runs", 1000, "number of runs")
	first   = flag.Uint64("first", 0, "number of the first run")
	seed    = flag.Uint64("seed", 1, "start of the random numbers")
	jobs    = flag.Int("jobs", runtime.NumCPU(), "worker processes")
	corpus  = flag.String("corpus", os.Getenv("DEMOSCOPE_CORPUS"), "folder with real demos")
	program = flag.String("program", "", "the program itself; without it, runs stay inside this process")
	out     = flag.String("out", "", "folder for the demos of finds")
	step    = flag.Uint64("step", 0, "make every step-th run in this process (set for workers)")
)

func main() {
	flag.Parse()
	if *program != "" {
		if path, err := filepath.Abs(*program); err == nil {
			*program = path
		}
	}
	var err error
	switch {
	case flag.NArg() > 0:
		err = replay(flag.Args())
	case *step > 0:
		err = work()
	default:
		err = campaign()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

// campaign divides the runs among workers and prints their finds.
func campaign() error {
	var wg sync.WaitGroup
	results := make([]tally, *jobs)
	errs := make([]error, *jobs)
	for i := range *jobs {
		wg.Go(func() { errs[i] = results[i].supervise(*first+uint64(i), *first+*runs, uint64(*jobs)) })
	}
	wg.Wait()
	if err := errors.Join(errs...); err != nil {
		return err
	}
	all := tally{}
	for i := range results {
		all.add(&results[i])
	}
	fmt.Printf("%d runs: %d whole, %d damaged, %d refused\n", all.whole+all.damaged+all.refused,
		all.whole, all.damaged, all.refused)
	if all.finds > 0 {
		return fmt.Errorf("%d finds", all.finds)
	}
	return nil
}

// tally counts the outcomes of demos in drives.
type tally struct{ whole, damaged, refused, finds int }

func (t *tally) add(o *tally) {
	t.whole += o.whole
	t.damaged += o.damaged
	t.refused += o.refused
	t.finds += o.finds
}

// count counts an outcome.
func (t *tally) count(o Outcome) {
	switch o {
	case Whole:
		t.whole++
	case Damaged:
		t.damaged++
	default:
		t.refused++
	}
}

// supervise starts workers until a share of the runs is done. If a worker ends early, its last run is a find, and the
// next worker continues after it.
func (t *tally) supervise(from, to, every uint64) error {
	for run := from; run < to; run += every {
		last, stderr, err := t.worker(run, to, every)
		if err == nil {
			return nil
		}
		var exit *exec.ExitError
		if !errors.As(err, &exit) || last < run {
			return fmt.Errorf("a worker: %w\n%s", err, stderr)
		}
		t.finds++
		fmt.Printf("FIND in run %d: the process ended (%v)\n%s\n", last, err, trace(stderr))
		if in, ok := newMaker(*seed, last).demo(sources()); ok {
			keep(last, in)
		}
		run = last
	}
	return nil
}

// worker runs a worker process, prints its finds, and returns the number of its last run.
func (t *tally) worker(from, to, every uint64) (last uint64, stderr []byte, err error) {
	args := []string{"--first", fmt.Sprint(from), "--runs", fmt.Sprint(to - from), "--step", fmt.Sprint(every),
		"--seed", fmt.Sprint(*seed), "--corpus", *corpus, "--program", *program, "--out", *out}
	self, err := os.Executable()
	if err != nil {
		return 0, nil, err
	}
	c := exec.Command(self, args...)
	c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "GOTRACEBACK=all")
	var said bytes.Buffer
	c.Stderr = &said
	pipe, err := c.StdoutPipe()
	if err != nil {
		return 0, nil, err
	}
	if err := c.Start(); err != nil {
		return 0, nil, err
	}
	lines := bufio.NewScanner(pipe)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		word, rest, _ := strings.Cut(lines.Text(), " ")
		switch word {
		case "run":
			last, _ = strconv.ParseUint(rest, 10, 64)
		case "whole", "damaged", "refused":
			t.count(outcomes[word])
		case "FIND":
			t.finds++
			fmt.Println(lines.Text())
		default:
			fmt.Println(lines.Text())
		}
	}
	return last, said.Bytes(), c.Wait()
}

// work executes the runs of a worker. It prints each number before the run, and the outcome of the demo in each drive.
func work() error {
	limitMemory()
	b, err := newBench()
	if err != nil {
		return err
	}
	defer b.close()
	w := bufio.NewWriter(os.Stdout)
	list := sources()
	for run := *first; run < *first+*runs; run += *step {
		fmt.Fprintln(w, "run", run)
		if err := w.Flush(); err != nil {
			return err
		}
		in, ok := newMaker(*seed, run).demo(list)
		if !ok {
			continue
		}
		for _, d := range in.drives() {
			outcome, find := b.perform(d, in)
			if find != nil {
				fmt.Fprintf(w, "FIND in run %d, %s of %s (%d bytes): %s\n", run, d.Name, in.Source, len(in.Data), find)
				keep(run, in)
				continue
			}
			fmt.Fprintln(w, outcome)
		}
	}
	return w.Flush()
}

// replay passes files to all drives, in this process.
func replay(paths []string) error {
	b, err := newBench()
	if err != nil {
		return err
	}
	defer b.close()
	finds := 0
	for _, path := range paths {
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		in := &Input{Format: strings.TrimPrefix(filepath.Ext(path), "."), Name: filepath.Base(path),
			Source: path, Data: data, Seed: *seed}
		for i := range Drives {
			outcome, find := b.perform(&Drives[i], in)
			if find != nil {
				finds++
				fmt.Printf("FIND in %s, %s: %s\n", path, Drives[i].Name, find)
				continue
			}
			fmt.Printf("%s: %s: %v\n", path, Drives[i].Name, outcome)
		}
	}
	if finds > 0 {
		return fmt.Errorf("%d finds", finds)
	}
	return nil
}

// keep writes the demo of a find.
func keep(run uint64, in *Input) {
	if *out == "" {
		return
	}
	ext := filepath.Ext(in.Name)
	if len(ext) > 10 || strings.ContainsAny(ext, "/\\ \x00") || ext == "" {
		ext = "." + in.Format
	}
	err := os.MkdirAll(*out, 0o755)
	if err == nil {
		err = os.WriteFile(filepath.Join(*out, fmt.Sprintf("%d-%d%s", *seed, run, ext)), in.Data, 0o644)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
	}
}

// trace returns the output of a crashed process from its panic on.
func trace(stderr []byte) []byte {
	for _, mark := range []string{"panic: ", "fatal error: ", "SIGQUIT"} {
		if i := bytes.Index(stderr, []byte(mark)); i >= 0 {
			stderr = stderr[i:]
			break
		}
	}
	return stderr[:min(len(stderr), 8<<10)]
}
