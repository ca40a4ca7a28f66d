package dm3

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// readSample returns our own recording.
func readSample(t testing.TB) []byte { return decodertest.Sample(t, "demoscope1.dm_71") }

// same compares messages. Lists that are empty are equal to none.
func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got, cmpopts.EquateEmpty()); d != "" {
		t.Fatalf("%s (-written +read)\n%s", what, d)
	}
}

// TestRoundTrip writes one of each message, with every field at the ends of
// its range, in each protocol, and reads it back.
func TestRoundTrip(t *testing.T) {
	for _, p := range protocols {
		t.Run(fmt.Sprint(p.number), func(t *testing.T) {
			w := newDemo(t, p.number)
			data := w.everything()
			d := NewDecoder(data, Options{Protocol: p.number})
			if got := d.Info().Protocol; got != p.number {
				t.Fatalf("read as protocol %d", got)
			}
			for i, messages := range w.written {
				k, err := d.NextPacket()
				if err != nil {
					t.Fatal(err)
				}
				if k.Block != i || k.Sequence != int32(101+i) || (p.ack && k.Acknowledge != k.Sequence-7) {
					t.Fatalf("packet %d: %+v", i, k)
				}
				for _, want := range messages {
					got, err := d.NextMessage()
					if err != nil {
						t.Fatal(err)
					}
					same(t, fmt.Sprintf("packet %d: %s", i, want.Name()), want, got)
				}
				if m, err := d.NextMessage(); err != io.EOF {
					t.Fatalf("packet %d goes on: %v %v", i, m, err)
				}
			}
			k, err := d.NextPacket()
			if err != nil || k.Kind != message.PacketEnd {
				t.Fatalf("no end mark: %v %v", k, err)
			}
			if _, err := d.NextPacket(); err != io.EOF {
				t.Fatal(err)
			}
			again, err := rewrite(data, p.number)
			if err != nil || !bytes.Equal(again, data) {
				t.Errorf("written again it is another file (%d bytes, %d before): %v", len(again), len(data), err)
			}
		})
	}
}

// rewrite decodes a demo and encodes it again. What is damaged goes through as
// it is.
func rewrite(data []byte, protocol int) ([]byte, error) {
	d := NewDecoder(data, Options{Protocol: protocol})
	return rewriteAs(d, d.Info().Protocol)
}

// rewriteAs writes what a decoder reads with an encoder for a protocol.
func rewriteAs(d *Decoder, protocol int) ([]byte, error) {
	e := NewEncoder(Options{Protocol: protocol})
	var damage *message.Damage
	for {
		p, err := d.NextPacket()
		if errors.As(err, &damage) {
			if err := e.Packet(&message.Packet{Kind: message.PacketRaw}); err != nil {
				return nil, err
			}
			if err := e.Message(&message.Raw{Data: d.Rest()}); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return e.Close()
		}
		if err := e.Packet(p); err != nil {
			return nil, err
		}
		for {
			m, err := d.NextMessage()
			if errors.As(err, &damage) {
				m, err = &message.Raw{Data: d.Rest()}, nil
			}
			if err != nil {
				break
			}
			if err := e.Message(m); err != nil {
				return nil, err
			}
			if _, ok := m.(*message.Raw); ok {
				break
			}
		}
	}
}

// TestEncoderAdopts writes demos of every protocol with an encoder that was
// told every other: the gamestate overrides it.
func TestEncoderAdopts(t *testing.T) {
	for _, p := range protocols {
		d := newDemo(t, p.number)
		data := d.everything()
		for _, other := range protocols {
			again, err := rewriteAs(NewDecoder(data, Options{Protocol: p.number}), other.number)
			if err != nil || !bytes.Equal(again, data) {
				t.Errorf("protocol %d as %d: %d bytes became %d: %v", p.number, other.number, len(data),
					len(again), err)
			}
		}
	}
	// Behind a command, only a protocol that writes commands the same way.
	for as, ok := range map[int]bool{68: true, 48: false} {
		d := newDemo(t, 91)
		d.packet(&message.ServerCommand{Sequence: 1}, d.gameState())
		data := d.close()
		again, err := rewriteAs(NewDecoder(data, Options{Protocol: 91}), as)
		if bytes.Equal(again, data) != ok || (err == nil) != ok {
			t.Errorf("as %d: %v", as, err)
		}
	}
}

// names reads a whole demo: the messages by packet, and the damages.
func names(t testing.TB, d *Decoder) (packets [][]string, damages []*message.Damage) {
	t.Helper()
	for {
		_, err := d.NextPacket()
		if err == io.EOF {
			return packets, damages
		}
		if err != nil {
			damages = append(damages, damageOf(t, err))
			continue
		}
		var list []string
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				damages = append(damages, damageOf(t, err))
				break
			}
			list = append(list, m.Name())
		}
		packets = append(packets, list)
	}
}

func damageOf(t testing.TB, err error) *message.Damage {
	t.Helper()
	var d *message.Damage
	if !errors.As(err, &d) {
		t.Fatalf("not a damage: %v", err)
	}
	if d.Format != Name || d.Message == "" || d.Err == nil || d.Offset < 0 {
		t.Errorf("a damage without a place: %+v", d)
	}
	return d
}

// TestCut cuts our recording at very many bytes: it plays up to the cut, which
// is reported, and can be written as it is.
func TestCut(t *testing.T) {
	data := readSample(t)
	whole, damages := names(t, NewDecoder(data, Options{Protocol: 71}))
	if len(damages) > 0 {
		t.Fatal(damages[0])
	}
	var starts []int // of the packets
	d := NewDecoder(data, Options{Protocol: 71})
	for {
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		starts = append(starts, int(p.Offset))
	}
	random := rand.New(rand.NewPCG(1, 2))
	for n := 0; n < len(data); n += 1 + random.IntN(199) {
		packets, damages := names(t, NewDecoder(data[:n], Options{Protocol: 71}))
		complete := 0
		for complete+1 < len(starts) && starts[complete+1] <= n {
			complete++
		}
		if len(packets) < complete {
			t.Fatalf("cut at byte %d: %d packets, %d are complete", n, len(packets), complete)
		}
		for i := range complete {
			if !cmp.Equal(packets[i], whole[i]) {
				t.Fatalf("cut at byte %d: packet %d: %v", n, i, packets[i])
			}
		}
		if between := starts[complete] == n; len(damages) == 0 && !between && n > 0 {
			t.Fatalf("cut at byte %d: nothing reported", n)
		}
		if len(damages) > 0 && damages[len(damages)-1].Offset > int64(n) {
			t.Fatalf("cut at byte %d: the damage lies at %d", n, damages[len(damages)-1].Offset)
		}
		if n%100 == 0 {
			again, err := rewrite(data[:n], 71)
			if err != nil || !bytes.Equal(again, data[:n]) {
				t.Fatalf("cut at byte %d: written again it is another file: %v", n, err)
			}
		}
	}
}

// TestFlips turns bits over: the decoder ends, and reports most of it.
func TestFlips(t *testing.T) {
	sample := readSample(t)
	random := rand.New(rand.NewPCG(3, 4))
	reported := 0
	const rounds = 60
	for range rounds {
		data := bytes.Clone(sample)
		for range 1 + random.IntN(20) {
			data[random.IntN(len(data))] ^= 1 << random.IntN(8)
		}
		if _, damages := names(t, NewDecoder(data, Options{Protocol: 71})); len(damages) > 0 {
			reported++
		}
	}
	if reported < rounds/2 {
		t.Errorf("only %d of %d damaged files were reported", reported, rounds)
	}
}

// TestDamage shows what is reported where a message cannot be read.
func TestDamage(t *testing.T) {
	const number = 68
	record := func(write func(e *Encoder)) []byte {
		e := NewEncoder(Options{Protocol: number})
		if err := e.Packet(&message.Packet{Sequence: 9}); err != nil {
			t.Fatal(err)
		}
		e.begin()
		write(e)
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		return data
	}
	for _, test := range []struct {
		name    string
		data    []byte
		message string
		reason  error
	}{
		{"length", []byte{1, 0, 0, 0, 0, 128, 1, 0, 0, 0, 0, 0}, "container", message.ErrTooLarge},
		{"negative", []byte{1, 0, 0, 0, 254, 255, 255, 255, 0}, "container", errLength},
		{"header", []byte{1, 0, 0, 0, 1}, "container", message.ErrTruncated},
		{"acknowledge", []byte{1, 0, 0, 0, 1, 0, 0, 0, 255}, "acknowledge", errNoAck},
		{"unknown", record(func(e *Encoder) { e.bits.Byte(77) }), "unknown", message.ErrUnknown},
		{"alone", record(func(e *Encoder) { e.bits.Byte(svcBaseline) }), "baseline", message.ErrUnknown},
		{"index", record(func(e *Encoder) {
			e.bits.Byte(svcGameState)
			e.bits.Long(0)
			e.bits.Byte(svcConfigString)
			e.bits.Bits(1024, 16)
		}), "gamestate", message.ErrRange},
		{"areas", record(func(e *Encoder) {
			e.bits.Byte(svcSnapshot)
			e.bits.Long(0)
			e.bits.Bits(0, 16)
			e.bits.Byte(33)
		}), "snapshot", message.ErrTooLarge},
		{"lead", record(func(e *Encoder) {
			e.bits.Byte(svcSnapshot)
			e.bits.Long(0)
			e.bits.Bits(0, 24)
			e.bits.Byte(49)
		}), "snapshot", errLead},
		{"order", record(func(e *Encoder) {
			e.bits.Byte(svcSnapshot)
			e.bits.Long(0)
			e.bits.Bits(0, 24)
			e.bits.Byte(0)
			e.bits.Raw(0, 1)
			for range 2 {
				e.bits.Bits(5, 10)
				e.bits.Raw(0, 2)
			}
		}), "snapshot", errOrder},
		{"string", record(func(e *Encoder) {
			e.bits.Byte(5)
			e.bits.Long(1)
			e.bits.Bytes([]byte("print"))
			e.raw = true
		}), "serverCommand", message.ErrTruncated},
	} {
		t.Run(test.name, func(t *testing.T) {
			before := NewEncoder(Options{Protocol: number})
			if err := errors.Join(before.Packet(&message.Packet{Sequence: 8}),
				before.Message(&message.Snapshot{ServerTime: 7500})); err != nil {
				t.Fatal(err)
			}
			first, err := before.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, c := range []struct {
				data []byte
				time float64
			}{{test.data, 0}, {slices.Concat(first, test.data), 7.5}} {
				_, damages := names(t, NewDecoder(c.data, Options{Protocol: number}))
				if len(damages) != 1 {
					t.Fatalf("%d damages: %v", len(damages), damages)
				}
				if d := damages[0]; d.Message != test.message || !errors.Is(d, test.reason) || d.Time != c.time {
					t.Errorf("%v at %v s, want %v s", d, d.Time, c.time)
				}
			}
		})
	}
}

// TestReturn goes back to places and reads the same again.
func TestReturn(t *testing.T) {
	d := NewDecoder(readSample(t), Options{Protocol: 71})
	type place struct {
		mark message.Mark
		head message.Packet
	}
	var places []place
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err != nil {
			break
		}
		places = append(places, place{mark, *p})
	}
	for _, i := range rand.New(rand.NewPCG(5, 6)).Perm(len(places))[:200] {
		d.Return(places[i].mark)
		if d.Mark() != places[i].mark {
			t.Fatalf("mark %v became %v", places[i].mark, d.Mark())
		}
		p, err := d.NextPacket()
		if err != nil || *p != places[i].head {
			t.Fatalf("packet %d: %+v %v", i, p, err)
		}
	}
}

// TestAllocations demands that a packet costs none.
func TestAllocations(t *testing.T) {
	d := NewDecoder(readSample(t), Options{Protocol: 71})
	start := d.Mark()
	pass := func() {
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
	if n := testing.AllocsPerRun(2, pass); n > 0 {
		t.Errorf("%v allocations in a pass over the demo", n)
	}
}

func FuzzDecoder(f *testing.F) {
	for _, p := range protocols {
		d := newDemo(f, p.number)
		d.packet(d.gameState())
		for _, s := range d.snapshots()[:8] {
			d.packet(s)
		}
		f.Add(d.close(), p.number)
	}
	f.Add(readSample(f)[:9000], 71)
	f.Fuzz(func(t *testing.T, data []byte, number int) {
		d := NewDecoder(data, Options{Protocol: number})
		last := int64(-1)
		for {
			p, err := d.NextPacket()
			if err == io.EOF {
				break
			}
			if err != nil {
				damageOf(t, err)
				continue
			}
			if p.Offset <= last {
				t.Fatalf("packet %d does not advance", p.Block)
			}
			last = p.Offset
			for {
				if _, err := d.NextMessage(); err == io.EOF {
					break
				} else if err != nil {
					damageOf(t, err)
					break
				}
			}
		}
	})
}
