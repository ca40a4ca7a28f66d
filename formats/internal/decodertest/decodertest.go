// Package decodertest has the checks that the tests of all formats share for decoders and encoders.
package decodertest

import (
	"bytes"
	"errors"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/formats/message"
)

// Walk reads an undamaged file. It calls packet with each packet and the mark before it, and each with each message;
// either may be nil.
func Walk(t testing.TB, d message.Decoder, packet func(message.Mark, *message.Packet), each func(message.Message)) {
	t.Helper()
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err == io.EOF {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if packet != nil {
			packet(mark, p)
		}
		for m, err := range message.Rest(d) {
			if err != nil {
				t.Fatal(err)
			}
			if each != nil {
				each(m)
			}
		}
	}
}

// Reading is the result of reading a file.
type Reading struct {
	Packets []message.Packet
	Names   []string // kinds of packets and names of messages, in file order
	Damages []*message.Damage
}

// Messages returns the number of messages.
func (r *Reading) Messages() int { return len(r.Names) - len(r.Packets) }

// Drain reads a whole file, damaged or not. It requires that packets and damage follow each other without a gap, that
// damage is inside the file and in order, and that reading ends.
func Drain(t testing.TB, format string, data []byte, d message.Decoder) Reading {
	t.Helper()
	r := Reading{Names: make([]string, 0, len(data)/8)} // large enough for most files
	note := func(err error) *message.Damage {
		t.Helper()
		var damage *message.Damage
		if !errors.As(err, &damage) {
			t.Fatalf("an error without a place: %v", err)
		}
		if damage.Format != format || damage.Message == "" || damage.Err == nil || damage.Offset < 0 ||
			damage.Offset > int64(len(data)) {
			t.Fatalf("a wrong place: %v", damage)
		}
		if n := len(r.Damages); n > 0 && damage.Offset < r.Damages[n-1].Offset {
			t.Fatalf("damage at %d after one at %d", damage.Offset, r.Damages[n-1].Offset)
		}
		r.Damages = append(r.Damages, damage)
		return damage
	}
	end := d.Mark().Offset
	for range len(data) + 2 {
		p, err := d.NextPacket()
		if err == io.EOF {
			return r
		}
		if err != nil {
			if damage := note(err); damage.Offset != end {
				t.Fatalf("damage at %d, want %d", damage.Offset, end)
			} else {
				end += damage.Skipped
			}
			continue
		}
		if p.Offset != end {
			t.Fatalf("packet at %d, want %d", p.Offset, end)
		}
		end += int64(p.Size)
		r.Packets = append(r.Packets, *p)
		r.Names = append(r.Names, p.Kind.String())
		// A byte may be two messages, and there is a tail.
		for n := 0; ; n++ {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				note(err)
			} else {
				r.Names = append(r.Names, m.Name())
			}
			if n > 2*p.Size+2+len(data) {
				t.Fatal("a packet without an end")
			}
		}
	}
	t.Fatal("a file without an end")
	return r
}

// Found reads an undamaged file, and requires that a search for the next packet finds each of them where it is. Packets
// that begin with rare messages may be left out of a search.
func Found(t *testing.T, d message.Decoder) {
	t.Helper()
	s, searches := d.(interface{ Likely(at int) int })
	if !searches {
		t.Fatal("the format has no search")
	}
	Walk(t, d, func(_ message.Mark, p *message.Packet) {
		if p.Kind == message.PacketRaw || p.Kind == message.PacketEnd || p.Size == 0 {
			return
		}
		if n := s.Likely(int(p.Offset)); n != p.Size {
			t.Errorf("the packet at %d has %d bytes, in a search %d", p.Offset, p.Size, n)
		}
	}, func(message.Message) {})
}

// Marks reads an undamaged file, returns to its packets in random order, and requires the same packets and messages
// again, from some of them to the end.
func Marks(t *testing.T, d message.Decoder) {
	t.Helper()
	type place struct {
		mark   message.Mark
		packet message.Packet
		names  []string
	}
	var read []place
	record := func() (list []place) {
		Walk(t, d, func(mark message.Mark, p *message.Packet) {
			list = append(list, place{mark: mark, packet: *p})
		}, func(m message.Message) {
			last := &list[len(list)-1]
			last.names = append(last.names, m.Name())
		})
		return list
	}
	same := func(i int, got place) {
		t.Helper()
		if want := read[i]; got.mark != want.mark || got.packet != want.packet || !slices.Equal(got.names, want.names) {
			t.Fatalf("packet %d: %+v, before %+v", i, got, want)
		}
	}
	read = record()
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		i := rng.IntN(len(read))
		d.Return(read[i].mark)
		mark := d.Mark()
		p, err := d.NextPacket()
		if err != nil || p.Block != i {
			t.Fatalf("packet %v, want %d: %v", p, i, err)
		}
		got := place{mark: mark, packet: *p}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			got.names = append(got.names, m.Name())
		}
		same(i, got)
	}
	for first := 0; first < len(read); first += 1 + len(read)/8 {
		d.Return(read[first].mark)
		again := record()
		if len(again) != len(read)-first {
			t.Fatalf("from packet %d on: %d packets, want %d", first, len(again), len(read)-first)
		}
		for i := range again {
			same(first+i, again[i])
		}
	}
}

// skim reads the rest of the file, up to damage of the container.
func skim(d message.Decoder) error {
	for {
		if _, err := d.NextPacket(); err != nil {
			return err
		}
		for _, err := range message.Rest(d) {
			if err != nil {
				return err
			}
		}
	}
}

// Allocations requires that reading a file a second time allocates nothing.
func Allocations(t *testing.T, d message.Decoder) {
	t.Helper()
	start := d.Mark()
	all := func() {
		d.Return(start)
		if err := skim(d); err != io.EOF {
			t.Error(err)
		}
	}
	all()
	if n := testing.AllocsPerRun(3, all); n != 0 {
		t.Errorf("%v allocations for a second reading", n)
	}
}

// Benchmark times the reading of data by d.
func Benchmark(b *testing.B, data []byte, d message.Decoder) {
	start := d.Mark()
	b.SetBytes(int64(len(data)))
	b.ReportAllocs()
	for b.Loop() {
		d.Return(start)
		if err := skim(d); err != io.EOF {
			b.Fatal(err)
		}
	}
}

// Flips reads a file with random bit errors, rounds times.
func Flips(rounds int, data []byte, read func([]byte)) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range rounds {
		bad := bytes.Clone(data)
		for range 1 + rng.IntN(20) {
			bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
		}
		read(bad)
	}
}

// Broken requires that the container is broken from the first byte of data on, for that reason.
func Broken(t *testing.T, data string, d RestDecoder, reason error) {
	t.Helper()
	if _, err := d.NextPacket(); !errors.Is(err, reason) {
		t.Errorf("%q: %v, want %v", data, err, reason)
	}
	if string(d.Rest()) != data {
		t.Errorf("%q: the rest is %q", data, d.Rest())
	}
	if _, err := d.NextPacket(); err != io.EOF {
		t.Errorf("%q: then %v", data, err)
	}
}
