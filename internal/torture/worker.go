package torture

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"sync/atomic"
	"time"
)

// A worker is a process that makes runs. It says on standard output, as JSON, what
// became of them, and in a small file which one is under way, so that somebody knows
// when it ends.

// WorkerOptions are what a [Campaign] asks of a worker.
type WorkerOptions struct {
	Options
	Seed        uint64
	First, Step uint64 // numbers of the runs
	Last        uint64 // after the last run; 0 for no end
	Corpus      string
	Formats     []string
	Dir         string // an empty folder
	Place       string // file that says which run is under way
}

// news is what a worker says.
type news struct {
	Ledger *Ledger
	Find   *Find  `json:",omitempty"`
	Data   []byte `json:",omitempty"` // of the find's input
	Done   bool   `json:",omitempty"`
}

// place says which run is under way: its number, its drive by the table (or -1 while the
// input is made), and how long it may take.
type place struct {
	run   uint64
	drive int64
	limit time.Duration
}

const placeSize = 24

func (p place) write(f *os.File) error {
	var b [placeSize]byte
	binary.LittleEndian.PutUint64(b[0:], p.run)
	binary.LittleEndian.PutUint64(b[8:], uint64(p.drive))
	binary.LittleEndian.PutUint64(b[16:], uint64(p.limit))
	_, err := f.WriteAt(b[:], 0)
	return err
}

func readPlace(path string) (p place, ok bool) {
	b, err := os.ReadFile(path)
	if err != nil || len(b) != placeSize {
		return p, false
	}
	return place{binary.LittleEndian.Uint64(b[0:]), int64(binary.LittleEndian.Uint64(b[8:])),
		time.Duration(binary.LittleEndian.Uint64(b[16:]))}, true
}

// reportEvery is how often a worker says what became of its runs: what it has not said
// is not counted if it ends.
const reportEvery = 500 * time.Millisecond

// processMemory is how many bytes a worker may use besides what a run may: its sources,
// and the collector's garbage.
const processMemory = 3 << 30

// Work makes runs until standard input ends.
func Work(o WorkerOptions, in io.Reader, out io.Writer) error {
	limitMemory(processMemory + o.Memory)
	sources, err := Sources(o.Corpus, o.Formats)
	if err != nil {
		return err
	}
	if err := os.Chdir(o.Dir); err != nil {
		return err
	}
	file, err := os.OpenFile(o.Place, os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer file.Close()
	var stop atomic.Bool
	go func() {
		io.Copy(io.Discard, in)
		stop.Store(true)
	}()
	time.Sleep(time.Millisecond) // that goroutine is not a run's
	w := &worker{o: o, maker: NewMaker(o.Seed, sources), bench: &bench{exact: o.Exact, dir: o.Dir, program: o.Program},
		file: file, out: json.NewEncoder(out), ledger: newLedger()}
	w.said = time.Now()
	run := o.First
	for ; !stop.Load() && (o.Last == 0 || run < o.Last); run += o.Step {
		if err := w.run(run); err != nil {
			return err
		}
	}
	w.ledger.Next = run
	return w.out.Encode(news{Ledger: w.ledger, Done: true})
}

type worker struct {
	o      WorkerOptions
	maker  *Maker
	bench  *bench
	file   *os.File
	out    *json.Encoder
	ledger *Ledger
	said   time.Time
	n      int
}

// run makes one input and gives it to its drives.
func (w *worker) run(run uint64) error {
	if err := (place{run, -1, w.o.Floor}).write(w.file); err != nil {
		return err
	}
	in, ok, find := w.make(run)
	w.ledger.Inputs++
	if find != nil {
		w.ledger.count(&in, "make", run, Found, used{})
		if err := w.find(find, run); err != nil {
			return err
		}
	}
	if ok {
		for _, d := range chosen(&in) {
			if len(w.o.Drives) > 0 && !slices.Contains(w.o.Drives, d.Name) || d.process() && w.o.Program == "" {
				continue
			}
			if err := w.drive(d, &in, run); err != nil {
				return err
			}
		}
	}
	if w.n++; w.n%16 == 0 && time.Since(w.said) > reportEvery {
		if err := w.bench.left(); err != nil {
			if err := w.find(&Find{What: "files", Drive: "any", Message: err.Error(), Input: &in}, run); err != nil {
				return err
			}
		}
		return w.say()
	}
	return nil
}

func (w *worker) drive(d *Drive, in *Input, run uint64) error {
	p := place{run, int64(slices.IndexFunc(Drives, func(o Drive) bool { return o.Name == d.Name })), w.o.time(d, in)}
	if err := p.write(w.file); err != nil {
		return err
	}
	outcome, find, u := w.bench.perform(d, in, w.o.Limits)
	w.ledger.count(in, d.Name, run, outcome, u)
	if find == nil {
		return nil
	}
	return w.find(find, run)
}

// make makes the input of a run. An encoder that panics is a find.
func (w *worker) make(run uint64) (in Input, ok bool, find *Find) {
	defer func() {
		if p := recover(); p != nil {
			in.Kind, in.Format = KindDemo, "made"
			ok, find = false, &Find{What: "panic", Drive: "make", Message: fmt.Sprint(p), Stack: string(debug.Stack())}
		}
	}()
	in, ok = w.maker.Make(run, false)
	return in, ok, nil
}

func (w *worker) find(f *Find, run uint64) error {
	f.Seed, f.Run = w.o.Seed, run
	r := news{Find: f}
	if f.Input != nil {
		r.Data = f.Input.Data
	}
	return w.out.Encode(r)
}

func (w *worker) say() error {
	err := w.out.Encode(news{Ledger: w.ledger})
	w.ledger = newLedger()
	w.said = time.Now()
	return err
}
