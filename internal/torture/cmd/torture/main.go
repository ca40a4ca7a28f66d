// Command torture gives changed demos, maps, models, textures, archives, texts and bookmarks to
// everything of the program that runs without a window, and counts what becomes of them.
// See package torture, and "The harness" in CONTRIBUTING.md.
package main

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"demoscope/internal/corpus"
	"demoscope/internal/torture"
)

func main() {
	if len(os.Args) > 3 && os.Args[1] == torture.Through {
		os.Exit(torture.RunThrough(os.Args[2:]))
	}
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "torture:", err)
		os.Exit(1)
	}
}

var (
	duration = flag.Duration("for", 0, "how long; without it and without --runs: 1m")
	runs     = flag.Uint64("runs", 0, "make inputs with the numbers from --first on, so many")
	first    = flag.Uint64("first", 0, "number of the first input")
	seed     = flag.Uint64("seed", 1, "where random numbers begin")
	jobs     = flag.Int("jobs", runtime.NumCPU(), "processes at once")
	memory   = flag.Int64("memory", torture.DefaultLimits.Memory>>20,
		"megabytes that a run may use, besides four times its input")
	floor   = flag.Duration("floor", torture.DefaultLimits.Floor, "CPU time that a run may use, besides --per-mb")
	perMB   = flag.Duration("per-mb", torture.DefaultLimits.PerMB, "CPU time that a reading of a megabyte may use")
	only    = flag.String("formats", "", "formats or kinds of files, with commas between: dem,map; all if empty")
	drives  = flag.String("drives", "", "drives, with commas between; all if empty")
	out     = flag.String("out", "", "folder for finds and for the ledger")
	folder  = flag.String("corpus", os.Getenv(corpus.Variable), "folder of real files; none if empty")
	exact   = flag.Bool("exact", true, "what is read must be written byte by byte")
	program = flag.String("program", "", "the program itself, which is then run now and then")
	version = flag.String("version", "", "written into the ledger")
	replay  = flag.String("replay", "", "try a find (NAME.json), or any file, again")
	small   = flag.Bool("small", false, "with --replay: the smaller input")
	sum     = flag.String("report", "", "print the sum of the ledgers in a folder")
	asJSON  = flag.Bool("json", false, "print JSON instead of a table")
	soak    = flag.Duration("soak", 0, "watch files at random for so long, and print what memory is used")
	pace    = flag.Float64("pace", 1, "with --soak: part of a processor to use, at most")
	worker  = flag.String("worker", "", "(the command's own)")
)

func run() error {
	flag.Parse()
	switch {
	case *worker != "":
		return work()
	case *sum != "":
		l, err := torture.ReadLedgers(*sum)
		if err != nil {
			return err
		}
		return show(l)
	case *replay != "":
		return again()
	case *soak > 0:
		return torture.Soak(torture.SoakOptions{For: *soak, Pace: *pace, Corpus: *folder, Seed: *seed, Out: os.Stdout})
	}
	return campaign()
}

func options() torture.Options {
	o := torture.Options{Limits: torture.Limits{Floor: *floor, PerMB: *perMB, Memory: *memory << 20}, Exact: *exact,
		Program: *program, Drives: list(*drives)}
	if o.Program != "" {
		o.Program, _ = filepath.Abs(o.Program)
	}
	return o
}

func list(s string) []string { return strings.FieldsFunc(s, func(r rune) bool { return r == ',' }) }

// command returns the process of a worker, or of a prober if there is no place.
func command(o torture.WorkerOptions) (*exec.Cmd, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	data, err := json.Marshal(o)
	if err != nil {
		return nil, err
	}
	c := exec.Command(self, "--worker", string(data))
	torture.Apart(c)
	c.Env = append(os.Environ(), "GOMAXPROCS=1", "GOGC=300", "GOTRACEBACK=all")
	return c, nil
}

func work() error {
	var o torture.WorkerOptions
	if err := json.Unmarshal([]byte(*worker), &o); err != nil {
		return err
	}
	if o.Place == "" {
		return torture.Probe(o, os.Stdin, os.Stdout)
	}
	return torture.Work(o, os.Stdin, os.Stdout)
}

func campaign() error {
	if *duration == 0 && *runs == 0 {
		*duration = time.Minute
	}
	c := torture.Campaign{
		Options: options(), Seed: *seed, First: *first, For: *duration, Jobs: max(1, *jobs), Corpus: *folder,
		Formats: list(*only), Out: *out, Version: *version, Command: command,
		Log: func(format string, args ...any) {
			fmt.Fprintf(os.Stderr, time.Now().Format(time.TimeOnly)+" "+format+"\n", args...)
		},
	}
	if *runs > 0 {
		c.Last = *first + *runs
	}
	stop := make(chan os.Signal, 1)
	signal.Notify(stop, os.Interrupt, syscall.SIGTERM)
	end := make(chan struct{})
	go func() {
		<-stop
		close(end)
	}()
	l, err := c.Run(end)
	if l != nil {
		err = errors.Join(err, show(l))
		if err == nil && len(l.Finds) > 0 {
			err = fmt.Errorf("%d kinds of finds", len(l.Finds))
		}
	}
	return err
}

func show(l *torture.Ledger) error {
	if *asJSON {
		e := json.NewEncoder(os.Stdout)
		e.SetIndent("", "\t")
		return e.Encode(l)
	}
	return l.Print(os.Stdout)
}

// again tries a find again, or gives any file to all drives.
func again() error {
	found, err := torture.Replay(*replay, *small, options(), os.Stdout)
	if err != nil {
		return err
	}
	if found {
		return errors.New("it is still so")
	}
	return nil
}
