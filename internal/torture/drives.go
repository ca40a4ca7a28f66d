package main

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"sync/atomic"
	"syscall"
	"time"
	"unicode"
	"unicode/utf8"

	"demoscope/formats"
	"demoscope/internal/fault"
)

// Outcome is the result of a demo in a drive.
type Outcome uint8

// The outcomes.
const (
	Whole   Outcome = iota // read to its end without damage
	Damaged                // read, with detected damage
	Refused                // refused with an error
)

var outcomes = map[string]Outcome{"whole": Whole, "damaged": Damaged, "refused": Refused}

func (o Outcome) String() string { return [...]string{"whole", "damaged", "refused"}[o] }

// A Drive passes a demo through a part of the program. An error is a find: the program may only refuse a demo, or
// detect damage in it.
type Drive struct {
	Name   string
	Share  int // per thousand demos
	Passes int // passes over the whole demo, for the limit of CPU time; 0 for the program itself
	Run    func(*bench, *Input) (Outcome, error)
}

// Drives are all drives.
var Drives = []Drive{
	{"decode", 1000, 1, (*bench).decode},
	{"encode", 300, 2, (*bench).encode},
	{"dump", 25, 8, (*bench).dump},
	{"readable", 25, 6, (*bench).readable},
	{"index", 150, 3, (*bench).index},
	{"seek", 40, 40, (*bench).seek},
	{"info", 60, 4, (*bench).info},
	{"state", 60, 3, (*bench).state},
	{"patterns", 30, 12, (*bench).patterns},
	{"program", 20, 0, (*bench).program},
}

// drives returns the drives of a run.
func (in *Input) drives() (list []*Drive) {
	r := in.random("chosen")
	for i := range Drives {
		if r.IntN(1000) < Drives[i].Share {
			list = append(list, &Drives[i])
		}
	}
	return list
}

// random returns the random numbers of a drive.
func (in *Input) random(drive string) *rand.Rand {
	n := uint64(0)
	for _, c := range drive {
		n = n*31 + uint64(c)
	}
	return rand.New(rand.NewPCG(in.Seed, n))
}

// The promise of SECURITY.md, plus a second at the start for the overhead of a process.
const (
	timeFloor    = time.Second
	timePerMB    = time.Second // per pass
	memoryFloor  = 200 << 20
	memoryFactor = 4 // times the size of the demo
)

// limits returns the CPU time and the bytes of memory that a drive may use.
func (d *Drive) limits(in *Input) (cpu time.Duration, memory int64) {
	passes := float64(max(1, d.Passes))
	return timeFloor + time.Duration(passes*float64(timePerMB)*float64(len(in.Data))/1e6),
		memoryFloor + memoryFactor*int64(len(in.Data))
}

// bench executes runs, one after the other.
type bench struct {
	*rand.Rand        // of the run
	dir        string // a folder in which no file may be left

	opened *Input        // the last one
	open   *formats.Demo // nil if it was refused

	deadline atomic.Int64 // CPU time of the process at which a run hangs, 0 between runs
	closed   chan struct{}
}

// newBench returns a bench. If a run hangs, its watchdog ends the process with the stacks of all goroutines.
func newBench() (*bench, error) {
	dir, err := os.MkdirTemp("", "torture-")
	if err != nil {
		return nil, err
	}
	b := &bench{dir: dir, closed: make(chan struct{})}
	go func() {
		for {
			select {
			case <-b.closed:
				return
			case <-time.After(100 * time.Millisecond):
				if d := b.deadline.Load(); d > 0 && int64(cpuTime()) > d {
					_ = syscall.Kill(os.Getpid(), syscall.SIGQUIT)
				}
			}
		}
	}()
	return b, nil
}

func (b *bench) close() {
	close(b.closed)
	os.RemoveAll(b.dir)
}

// demo opens an input like the program, once for all drives. If the program refuses it, every second one is opened with
// a forced format. It is nil if the demo was refused.
func (b *bench) demo(in *Input) *formats.Demo {
	if b.opened != in {
		demo, err := formats.Open(in.Name, in.Data)
		if err != nil && in.Seed%2 == 0 && formats.Lookup(in.Format) != nil {
			demo = formats.Lookup(in.Format).Open(in.Name, in.Data)
		}
		b.opened, b.open = in, demo
	}
	return b.open
}

// perform runs a drive on an input, and checks its result and its use of resources. A find is a violation.
func (b *bench) perform(d *Drive, in *Input) (outcome Outcome, find error) {
	limit, memory := d.limits(in)
	outcome, find, cpu, alloc := b.once(d, in)
	if find == nil && cpu > limit {
		// Retry: the machine may have been busy with the memory of other runs.
		runtime.GC()
		b.opened = nil
		if _, _, again, _ := b.once(d, in); again > limit {
			find = fmt.Errorf("%.2f CPU seconds, and again %.2f", cpu.Seconds(), again.Seconds())
		}
	}
	if find == nil && alloc > uint64(memory) {
		// Much of it may have been freed: the peak counts.
		if peak := peakOf(func() { b.opened = nil; b.once(d, in) }); peak > memory {
			find = fmt.Errorf("%d MB at once (%d MB in all)", peak>>20, alloc>>20)
		}
	}
	if find == nil {
		find = b.checkLeftovers()
	}
	return outcome, find
}

// once runs a drive on an input and measures its use of resources.
func (b *bench) once(d *Drive, in *Input) (outcome Outcome, find error, cpu time.Duration, alloc uint64) {
	b.Rand = in.random(d.Name)
	limit, _ := d.limits(in)
	goroutines := runtime.NumGoroutine()
	allocatedBefore, before := allocated(), cpuTime()
	b.deadline.Store(int64(before + 3*limit + time.Second))
	outcome, find = b.call(d, in)
	b.deadline.Store(0)
	cpu, alloc = cpuTime()-before, allocated()-allocatedBefore
	for wait := time.Microsecond; find == nil && runtime.NumGoroutine() > goroutines; wait *= 2 {
		if time.Sleep(wait); wait > time.Second {
			stack := make([]byte, 16<<10)
			find = fmt.Errorf("a goroutine is left:\n%s", stack[:runtime.Stack(stack, true)])
		}
	}
	return outcome, find, cpu, alloc
}

// call runs a drive, and turns a panic into an error.
func (b *bench) call(d *Drive, in *Input) (outcome Outcome, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v\n%s", p, debug.Stack())
		}
	}()
	outcome, err = d.Run(b, in)
	if f := new(fault.Error); errors.As(err, &f) { // the program has recovered it itself
		err = fmt.Errorf("panic: %v\n%s", f.Value, f.Stack)
	}
	return outcome, err
}

// checkLeftovers removes the leftovers in the folder, and returns an error if there are any.
func (b *bench) checkLeftovers() error {
	list, err := os.ReadDir(b.dir)
	if err == nil && len(list) > 0 {
		name := list[0].Name()
		err = errors.Join(fmt.Errorf("the file %s is left", name), os.RemoveAll(filepath.Join(b.dir, name)))
	}
	return err
}

// allocated returns the bytes allocated since the start.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}

var errControl = errors.New("a control character is printed")

// plain returns an error if a text could control a terminal. Line feeds and tabs are allowed if lines is set.
func plain(s string, lines bool) error {
	for i, r := range s {
		if lines && (r == '\n' || r == '\t') {
			continue
		}
		if r == utf8.RuneError {
			if _, n := utf8.DecodeRuneInString(s[i:]); n == 1 {
				return fmt.Errorf("%w: byte %#x at %d of %.60q", errControl, s[i], i, s[max(0, i-20):])
			}
		}
		if unicode.IsControl(r) || unicode.Is(unicode.Cf, r) && r != 0xad {
			return fmt.Errorf("%w: %U at %d of %.60q", errControl, r, i, s[max(0, i-20):])
		}
	}
	return nil
}
