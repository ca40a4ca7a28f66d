// Package decodertest is what the tests of several formats demand of every
// decoder and encoder.
package decodertest

import (
	"errors"
	"io"
	"math/rand/v2"
	"testing"

	"demoscope/formats/message"
)

// Drain reads a whole file and returns what was wrong with it. Packets must
// follow each other without a gap, and damage must have a place in the file.
func Drain(t testing.TB, format string, data []byte, d message.Decoder) []*message.Damage {
	t.Helper()
	var list []*message.Damage
	note := func(err error) {
		var damage *message.Damage
		if !errors.As(err, &damage) {
			t.Fatalf("an error without a place: %v", err)
		}
		if damage.Format != format || damage.Message == "" || damage.Offset < 0 || damage.Offset > int64(len(data)) {
			t.Fatalf("a wrong place: %v", damage)
		}
		list = append(list, damage)
	}
	end := int64(0)
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return list
		}
		if err != nil {
			note(err)
			continue
		}
		if p.Offset != end {
			t.Fatalf("packet at %d, want %d", p.Offset, end)
		}
		end += int64(p.Size)
		for {
			_, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				note(err)
			}
		}
	}
}

// RestDecoder is a decoder that gives what it could not read.
type RestDecoder interface {
	message.Decoder
	message.Rester
}

// Rewrite writes what d reads: the same bytes, whatever is wrong with them.
func Rewrite(t testing.TB, data []byte, d RestDecoder, e message.Encoder) {
	t.Helper()
	write := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			write(e.Packet(&message.Packet{Kind: message.PacketRaw}))
			write(e.Message(&message.Raw{Data: d.Rest()}))
			continue
		}
		write(e.Packet(p))
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				m = &message.Raw{Data: d.Rest()}
			}
			write(e.Message(m))
		}
	}
	got, err := e.Close()
	write(err)
	if string(got) != string(data) {
		t.Fatalf("written as\n%q, read as\n%q", got, data)
	}
}

// Marks reads a file, goes back to its packets in random order, and demands
// the same names of messages again.
func Marks(t *testing.T, d message.Decoder) {
	t.Helper()
	var marks []message.Mark
	var read []string
	for {
		mark := d.Mark()
		if _, err := d.NextPacket(); err != nil {
			break
		}
		marks = append(marks, mark)
		read = append(read, names(d))
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for range 500 {
		i := rng.IntN(len(marks))
		d.Return(marks[i])
		if d.Mark() != marks[i] {
			t.Fatal("the mark changes")
		}
		p, err := d.NextPacket()
		if err != nil || p.Block != i {
			t.Fatalf("block %v, want %d: %v", p, i, err)
		}
		if got := names(d); got != read[i] {
			t.Fatalf("block %d: %s, want %s", i, got, read[i])
		}
	}
}

func names(d message.Decoder) string {
	s := ""
	for {
		m, err := d.NextMessage()
		if err != nil {
			return s
		}
		s += m.Name() + " "
	}
}

// Allocations reads a file a second time and demands that it costs none.
func Allocations(t *testing.T, d message.Decoder) {
	t.Helper()
	start := d.Mark()
	all := func() {
		d.Return(start)
		for {
			if _, err := d.NextPacket(); err != nil {
				return
			}
			for {
				if _, err := d.NextMessage(); err != nil {
					break
				}
			}
		}
	}
	all()
	if n := testing.AllocsPerRun(3, all); n != 0 {
		t.Errorf("%v allocations for a second reading", n)
	}
}

// Flip changes a few random bits of a copy of data.
func Flip(rng *rand.Rand, data []byte) []byte {
	bad := append([]byte(nil), data...)
	for range 1 + rng.IntN(20) {
		bad[rng.IntN(len(bad))] ^= 1 << rng.IntN(8)
	}
	return bad
}
