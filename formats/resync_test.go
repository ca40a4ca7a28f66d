package formats

import (
	"io"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// clock adds up the time of a demo, which never falls, from its packets.
type clock struct {
	last, sum float64
	begun     bool
}

// clockOf returns the server's time of a packet, from the packet or a message of it.
func (c *clock) set(now float64) {
	if c.begun && now > c.last && now-c.last < 60 {
		c.sum += now - c.last
	}
	c.last, c.begun = now, true
}

// observe takes the time of a message that has one.
func (c *clock) observe(m message.Message) {
	switch m := m.(type) {
	case *message.Time:
		c.set(float64(m.Time))
	case *message.Quake2Frame:
		c.set(float64(m.Sequence) / 10)
	case *message.Snapshot:
		c.set(float64(m.ServerTime) / 1000)
	}
}

// placed is a packet of an undamaged demo.
type placed struct {
	offset, size int
	mark         message.Mark // before it
	time         float64      // seconds since the first packet, behind it
	good         bool         // all messages can be read
}

// walk reads packets, up to the one for which more returns false.
func walk(d message.Decoder, more func(p placed) bool) {
	var c clock
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err == io.EOF {
			return
		}
		if err != nil {
			continue
		}
		if p.Kind == message.PacketEnd || p.Kind == message.PacketRaw {
			continue
		}
		at := placed{offset: int(p.Offset), size: p.Size, mark: mark, good: p.Missing == 0}
		if p.Time != 0 {
			c.set(p.Time)
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				at.good = at.good && err == io.EOF
				break
			}
			c.observe(m)
		}
		at.time = c.sum
		if !more(at) {
			return
		}
	}
}

// packets returns all packets of a demo.
func packets(d message.Decoder) (list []placed) {
	walk(d, func(p placed) bool {
		list = append(list, p)
		return true
	})
	return list
}

// lostSeconds returns how many seconds of a demo a harm costs: from the last good
// packet before it to the first good one behind it.
func lostSeconds(demo *Demo, whole []placed, h corpus.Harm) (seconds float64, opened bool) {
	data, behind, harmedBehind := h.Do(demo.Format.Name, demo.Data())
	shift := harmedBehind - behind
	harmed, err := Open(demo.File, data)
	if err != nil {
		return whole[len(whole)-1].time, false
	}
	if harmed.Format.Name != demo.Format.Name {
		return whole[len(whole)-1].time, false
	}
	first, _ := slices.BinarySearchFunc(whole, h.At, func(p placed, at int) int { return p.offset + p.size - at - 1 })
	before := 0.0
	if first > 0 {
		before = whole[first-1].time
	}
	after := whole[len(whole)-1].time
	d := harmed.Decoder()
	if first > 8 {
		d.Return(whole[first-2].mark)
	}
	walk(d, func(p placed) bool {
		if p.offset < harmedBehind || !p.good {
			return true
		}
		i, found := slices.BinarySearchFunc(whole, p.offset-shift, func(p placed, at int) int { return p.offset - at })
		if !found || whole[i].size != p.size {
			return true
		}
		after = whole[i].time
		if i > 0 {
			after = whole[i-1].time // the end of the last packet that is not read
		}
		return false
	})
	return max(after-before, 0), true
}

// TestHarmCostsLittle does a thousand harms to real demos and measures how many
// seconds of each are lost. A table is printed with -v.
func TestHarmCostsLittle(t *testing.T) {
	const harms, goal, part = 1000, 5.0, 0.95
	type result struct {
		seconds float64
		file    string
		harm    corpus.Harm
		opened  bool
	}
	var files []string
	for i := range table {
		files = append(files, corpus.Demos(t, table[i].Name)...)
	}
	rng := rand.New(rand.NewPCG(10, 10))
	results := map[string][]result{}
	for i, path := range files {
		demo, err := Open(filepath.Base(path), corpus.Read(t, path))
		if err != nil || len(demo.Data()) == 0 {
			continue
		}
		whole := packets(demo.Decoder())
		for n := i; n < harms; n += len(files) {
			kind := corpus.HarmKinds[rng.IntN(len(corpus.HarmKinds))]
			h := corpus.NewHarm(kind, rng.IntN(len(demo.Data())), uint64(n))
			seconds, opened := lostSeconds(demo, whole, h)
			results[demo.Format.Name] = append(results[demo.Format.Name], result{seconds, path, h, opened})
		}
	}
	var all []result
	report := func(name string, list []result) float64 {
		slices.SortFunc(list, func(a, b result) int { return int(1000 * (a.seconds - b.seconds)) })
		few, refused := 0, 0
		for _, r := range list {
			if r.opened && r.seconds < goal {
				few++
			}
			if !r.opened {
				refused++
			}
		}
		worst := list[len(list)-1]
		share := float64(few) / float64(len(list))
		t.Logf("%-5s %4d harms: median %6.3f s, 95 %% %6.3f s, worst %8.3f s, %5.1f %% below %v s, %d not opened\n  "+
			"    worst: %s: %v",
			name, len(list), list[len(list)/2].seconds, list[len(list)*95/100].seconds, worst.seconds, 100*share, goal,
			refused, filepath.Base(worst.file), worst.harm)
		return share
	}
	for i := range table {
		if list := results[table[i].Name]; len(list) > 0 {
			report(table[i].Name, list)
			all = append(all, list...)
		}
	}
	byKind := map[string][]result{}
	for _, r := range all {
		byKind[r.harm.Kind] = append(byKind[r.harm.Kind], r)
	}
	for _, kind := range corpus.HarmKinds {
		report(kind, byKind[kind])
	}
	if share := report("all", all); share < part || len(all) < harms*9/10 {
		t.Errorf("%.1f %% of %d harms cost less than %v s", 100*share, len(all), goal)
	}
	for _, r := range all {
		if !r.opened || r.seconds >= goal {
			t.Logf("%8.3f s: %s: %v", r.seconds, filepath.Base(r.file), r.harm)
		}
	}
}
