package torture

import (
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"time"

	"demoscope/internal/fault"
)

// Limits are what a run may use.
type Limits struct {
	// Floor is the CPU time that any run may use, PerMB what it may use besides for
	// each megabyte (10^6 bytes) of its input.
	Floor, PerMB time.Duration
	// Memory is how many bytes any run may use, besides [memoryFactor] times its input.
	Memory int64
}

// DefaultLimits are the promise: a second for each MB, with a second to begin with,
// because a process has more to do than read; and 200 MB besides four times the input.
var DefaultLimits = Limits{Floor: time.Second, PerMB: time.Second, Memory: 200 << 20}

// memoryFactor is how many times its size an input may use of memory.
const memoryFactor = 4

// time returns how long an input may take in a drive.
func (l Limits) time(d *Drive, in *Input) time.Duration {
	return l.Floor + time.Duration(float64(d.Passes)*float64(l.PerMB)*float64(len(in.Data))/1e6)
}

// memory returns how many bytes an input may use.
func (l Limits) memory(in *Input) int64 { return l.Memory + memoryFactor*int64(len(in.Data)) }

// Options say what a bench does.
type Options struct {
	Limits
	// Exact requires that encoders and compile write the bytes that were read.
	Exact bool
	// Program is the program itself, for the drive of that name; "" for none.
	Program string
	// Drives are the names of those to use; none for all.
	Drives []string
}

// used is what a run has used.
type used struct {
	cpu   time.Duration
	alloc uint64
}

var allocated = []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}

func allocatedBytes() uint64 {
	metrics.Read(allocated)
	return allocated[0].Value.Uint64()
}

// perform gives an input to a drive, and checks what can be checked from outside.
func (b *bench) perform(d *Drive, in *Input, l Limits) (Outcome, *Find, used) {
	outcome, find, u := b.once(d, in)
	if find == nil && u.cpu > l.time(d, in) {
		// Once more: the machine may have been busy with the memory of other runs.
		runtime.GC()
		b.opened = nil
		if _, _, again := b.once(d, in); again.cpu > l.time(d, in) {
			outcome, find = Found, &Find{What: "slow",
				Message: fmt.Sprintf("%.2f CPU seconds, and again %.2f, for %d bytes", u.cpu.Seconds(),
					again.cpu.Seconds(), len(in.Data))}
		}
	}
	if find == nil && u.alloc > uint64(l.memory(in)) {
		// So much may have been used and given back: what counts is the peak.
		if peak := peakOf(func() { b.opened = nil; b.once(d, in) }); peak > l.memory(in) {
			outcome, find = Found, &Find{What: "memory",
				Message: fmt.Sprintf("%d MB at once (%d MB in all) for %d bytes", peak>>20, u.alloc>>20, len(in.Data))}
		}
	}
	if find != nil {
		find.Drive, find.Input = d.Name, in
	}
	return outcome, find, u
}

// once gives an input to a drive.
func (b *bench) once(d *Drive, in *Input) (outcome Outcome, find *Find, u used) {
	b.Rand = in.drivesRandom(d.Name)
	goroutines := runtime.NumGoroutine()
	alloc, cpu := allocatedBytes(), cpuTime()
	outcome, find = b.call(d, in)
	u = used{cpuTime() - cpu, allocatedBytes() - alloc}
	if find == nil && runtime.NumGoroutine() > goroutines {
		for wait := time.Microsecond; runtime.NumGoroutine() > goroutines; wait *= 2 {
			if time.Sleep(wait); wait > time.Second {
				stack := make([]byte, 16<<10)
				return Found, &Find{What: "goroutines", Message: "a goroutine is left",
					Stack: string(stack[:runtime.Stack(stack, true)])}, u
			}
		}
	}
	return outcome, find, u
}

// call runs a drive, and turns its panic or error into a find.
func (b *bench) call(d *Drive, in *Input) (outcome Outcome, find *Find) {
	defer func() {
		if p := recover(); p != nil {
			outcome, find = Found, &Find{What: "panic", Message: fmt.Sprint(p), Stack: string(debug.Stack())}
			b.pictures.scene = nil // what it keeps may be in any state
		}
	}()
	outcome, err := d.Run(b, in)
	if err != nil {
		find := &Find{What: "wrong", Message: err.Error()}
		if f := new(fault.Error); errors.As(err, &f) { // the program has stopped it itself
			find.What, find.Message, find.Stack = "panic", fmt.Sprint(f.Value), f.Stack
		} else if errors.Is(err, errLimits) {
			find.What = "memory"
		}
		return Found, find
	}
	return outcome, nil
}

// errLimits says that the program itself, run as a process, has used too much.
var errLimits = errors.New("too much was used")
