package timeline

import (
	"runtime"
	"sync"
	"time"
)

const (
	// breathWork is for how long a pass works at a time in a browser, where one thread does everything and is not taken from
	// anybody: no picture is shown meanwhile.
	breathWork = 8 * time.Millisecond
	// breathRest is how long it lets others work then, who may take longer.
	breathRest = time.Millisecond
	// breathPackets is after how many packets the clock is looked at.
	breathPackets = 16
)

// breathing has the passes of all demos rest.
var breathing = struct {
	needed bool
	// Mutex is held by the pass that works, and while it rests: a browser shows pictures only when nobody has work.
	sync.Mutex
}{needed: runtime.GOOS == "js"}

// breath is how one pass lets others work.
type breath struct {
	holds   bool
	packets int
	since   time.Time
}

// begin begins the work, with a rest.
func (b *breath) begin() {
	if breathing.needed {
		breathing.Lock()
		b.holds = true
		b.rest()
	}
}

// packet is called behind each packet.
func (b *breath) packet() {
	if !b.holds {
		return
	}
	if b.packets++; b.packets < breathPackets {
		return
	}
	if b.packets = 0; time.Since(b.since) >= breathWork {
		b.rest()
		b.wait(func() {}) // it is another's turn
	}
}

func (b *breath) rest() {
	time.Sleep(breathRest)
	b.since = time.Now()
}

// wait calls what waits for others.
func (b *breath) wait(f func()) {
	if !b.holds {
		f()
		return
	}
	b.end()
	f()
	breathing.Lock()
	b.holds, b.since = true, time.Now()
}

// end ends the work.
func (b *breath) end() {
	if b.holds {
		b.holds = false
		breathing.Unlock()
	}
}
