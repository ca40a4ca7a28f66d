package formats_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// memory is a spill for tests.
type memory struct {
	data   []byte
	closed bool
}

func (m *memory) WriteAt(p []byte, at int64) (int, error) {
	if int(at) != len(m.data) {
		return 0, fmt.Errorf("%d bytes, then some at %d", len(m.data), at)
	}
	m.data = append(m.data, p...)
	return len(p), nil
}

func (m *memory) ReadAt(p []byte, at int64) (int, error) { return copy(p, m.data[at:]), nil }
func (m *memory) Close() error                           { m.closed = true; return nil }

// transcript is everything that a decoder says.
type transcript struct {
	sum      [sha256.Size]byte
	packets  int
	messages int
	said     []byte // of one packet
}

func (k *transcript) equals(other *transcript) bool {
	return k.sum == other.sum && k.packets == other.packets && k.messages == other.messages
}

// saying appends all that a value holds: fmt's %+v takes ten times as long.
func saying(b []byte, v reflect.Value) []byte {
	switch v.Kind() {
	case reflect.Bool:
		if v.Bool() {
			return append(b, 1)
		}
		return append(b, 0)
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return binary.AppendVarint(b, v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return binary.AppendUvarint(b, v.Uint())
	case reflect.Float32, reflect.Float64:
		return binary.LittleEndian.AppendUint64(b, math.Float64bits(v.Float()))
	case reflect.String:
		return append(binary.AppendUvarint(b, uint64(v.Len())), v.String()...)
	case reflect.Slice:
		b = binary.AppendUvarint(b, uint64(v.Len()))
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return append(b, v.Bytes()...)
		}
		fallthrough
	case reflect.Array:
		for i := range v.Len() {
			b = saying(b, v.Index(i))
		}
		return b
	case reflect.Struct:
		for i := range v.NumField() {
			b = saying(b, v.Field(i))
		}
		return b
	case reflect.Pointer, reflect.Interface:
		if v.IsNil() {
			return append(b, 0)
		}
		if b = append(b, 1); v.Kind() == reflect.Interface {
			b = append(b, v.Elem().Type().String()...)
		}
		return saying(b, v.Elem())
	}
	panic("messages have no " + v.Type().String())
}

// transcribe reads until the decoder has no packet; end is why.
func (k *transcript) transcribe(t *testing.T, d message.Decoder) (end error) {
	t.Helper()
	for {
		p, err := d.NextPacket()
		if err == io.EOF || err == message.ErrGrowing {
			return err
		}
		b := append(k.said[:0], k.sum[:]...)
		if err != nil {
			b = append(b, err.Error()...)
		} else {
			k.packets++
			b = saying(b, reflect.ValueOf(p))
			for {
				m, err := d.NextMessage()
				if err == io.EOF {
					break
				}
				if err != nil {
					b = append(b, err.Error()...)
					continue
				}
				k.messages++
				b = append(b, m.Name()...)
				switch m := m.(type) {
				case *message.UpdateEntity: // its fields without a bit of the mask hold whatever comes behind
				case *message.MultiViewCast: // and its bytes are those of its messages
					b = saying(b, reflect.ValueOf([]any{m.To, m.Reliable, m.Client, m.Leaf, m.Messages}))
				default:
					b = saying(b, reflect.ValueOf(m))
				}
			}
		}
		k.said, k.sum = b, sha256.Sum256(b)
	}
}

// growable are demos that are small enough to be said twice.
func growable(t *testing.T) (list []string) {
	t.Helper()
	all := corpus.Files(t, corpus.Sample, formats.HasDemoName)
	if dir, ok := corpus.Lookup(); ok {
		for _, format := range []string{"mvd", "qwd", "dem", "dm2", "mvd2", "dm3", "live"} {
			all = append(all, corpus.Files(t, filepath.Join(dir, format), formats.HasDemoName)...)
		}
	}
	found := map[string]int{}
	for _, path := range all {
		data := corpus.Read(t, path)
		demo, err := formats.Open(path, data)
		if err != nil || len(data) >= 1<<20 || filepath.Ext(path) == ".gz" {
			continue
		}
		found[demo.Name]++
		list = append(list, path)
	}
	for _, name := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		if found[name] == 0 {
			t.Fatalf("no .%s", name)
		}
	}
	if len(list) < 3 {
		t.Fatalf("only %d demos", len(list))
	}
	return list
}

// TestGrowing: a demo that comes in pieces of any size says what the whole file says, to whoever reads while it
// grows, to whoever begins at its end, and when most of it lies in the spill.
func TestGrowing(t *testing.T) {
	for _, path := range growable(t) {
		data := corpus.Read(t, path)
		whole, err := formats.Open(path, data)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		var want transcript
		want.transcribe(t, whole.Decoder())
		for _, step := range []int{1, 7, 4099, len(data)} {
			if step < 10 && len(data) > 200<<10 {
				continue
			}
			spill := new(memory)
			g := formats.Grow(path, formats.GrowOptions{Memory: 2 * 128 << 10, Spill: func() (formats.Spill, error) {
				return spill, nil
			}})
			pieces := 128 << 10
			if whole.Name == "dem" {
				pieces = 512 << 10 // a block may be larger
			}
			g.Pieces(pieces)
			var got transcript
			var d message.Decoder
			for at := 0; at < len(data); at += step {
				piece := data[at:min(at+step, len(data))]
				if _, err := g.Write(piece); err != nil && !errors.Is(err, formats.ErrOver) {
					t.Fatalf("%s in pieces of %d: at %d: %v", path, step, at, err)
				}
				if d == nil {
					ctx, cancel := context.WithCancel(context.Background())
					cancel()
					demo, err := g.Demo(ctx)
					if err != nil {
						continue
					}
					d = demo.Decoder()
				}
				if step > 7 || at%(step*13) == 0 {
					got.transcribe(t, d)
				}
			}
			g.End(nil)
			demo, err := g.Demo(context.Background())
			if err != nil {
				t.Fatalf("%s in pieces of %d: %v", path, step, err)
			}
			if d == nil {
				d = demo.Decoder()
			}
			if end := got.transcribe(t, d); end != io.EOF {
				t.Errorf("%s in pieces of %d: the end is %v", path, step, end)
			}
			if !got.equals(&want) {
				t.Errorf("%s in pieces of %d: %d packets with %d messages, want %d with %d, or others", path, step,
					got.packets, got.messages, want.packets, want.messages)
			}
			var again transcript
			again.transcribe(t, demo.Decoder())
			if !again.equals(&want) {
				t.Errorf(
					"%s in pieces of %d: %d packets with %d messages from its beginning, want %d with %d, or others",
					path, step, again.packets, again.messages, want.packets, want.messages)
			}
			if held := g.Held(); held > int64(3*pieces) {
				t.Errorf("%s: %d bytes are held", path, held)
			}
			if err := g.Release(); err != nil || len(spill.data) > 0 && !spill.closed {
				t.Errorf("%s: the spill stays: %v", path, err)
			}
		}
	}
}

// TestGrowingMarks: who goes back while a demo grows reads the same again.
func TestGrowingMarks(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	spill := new(memory)
	g := formats.Grow("game.mvd", formats.GrowOptions{Memory: 1, Spill: func() (formats.Spill, error) {
		return spill, nil
	}})
	g.Pieces(16 << 10)
	if _, err := g.Write(data[:len(data)-5]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d := demo.Decoder()
	type place struct {
		mark message.Mark
		p    message.Packet
	}
	var places []place
	for {
		mark := d.Mark()
		p, err := d.NextPacket()
		if err == message.ErrGrowing {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		places = append(places, place{mark, *p})
	}
	if len(places) < 100 || len(spill.data) == 0 {
		t.Fatalf("%d packets, %d bytes in the spill", len(places), len(spill.data))
	}
	other := demo.Decoder()
	for i := range places {
		k := places[(i*7919)%len(places)]
		other.Return(k.mark)
		p, err := other.NextPacket()
		if err != nil || *p != k.p {
			t.Fatalf("at %d: %+v, %v, want %+v", k.mark.Offset, p, err, k.p)
		}
	}
	end := d.Mark()
	other.Return(end)
	if _, err := other.NextPacket(); err != message.ErrGrowing {
		t.Errorf("at the end: %v", err)
	}
	if _, err := g.Write(data[len(data)-5:]); err != nil {
		t.Fatal(err)
	}
	if _, err := other.NextPacket(); err != nil {
		t.Errorf("behind it: %v", err)
	}
}

// TestGrowingRefused: what is no demo is refused, as soon as that can be known, and nothing is kept of it.
func TestGrowingRefused(t *testing.T) {
	mvd := formats.GrowOptions{Format: formats.Lookup("mvd")}
	for _, c := range []struct {
		name string
		o    formats.GrowOptions
		data []byte
		end  bool
	}{
		{"packed", mvd, []byte("\x1f\x8b\x08\x00packed"), false},
		{"short", formats.GrowOptions{}, []byte("no demo"), true},
		{"long", formats.GrowOptions{}, make([]byte, formats.HeadSize+1), false},
		{"test release of Quake II", formats.GrowOptions{}, append([]byte{9, 0, 0, 0, 12, 25, 0, 0, 0, 1, 0, 0, 0},
			make([]byte, 600)...), false},
	} {
		g := formats.Grow(c.name, c.o)
		_, err := g.Write(c.data)
		if c.end {
			g.End(nil)
		} else if err == nil {
			t.Errorf("%s: no error", c.name)
		}
		if demo, err := g.Demo(context.Background()); demo != nil || err == nil {
			t.Errorf("%s: %v, %v", c.name, demo, err)
		}
	}
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))
	g := formats.Grow("game.qwd", formats.GrowOptions{})
	if _, err := g.Write(data); err != nil {
		t.Fatal(err)
	}
	_, err := g.Write([]byte{0, 0, 0, 0, 9, 1, 2, 3, 4, 5, 6})
	var damage *message.Damage
	if !errors.As(err, &damage) || damage.Offset != int64(len(data)) {
		t.Errorf("nonsense behind %d bytes: %v", len(data), err)
	}
	if _, err := g.Write(data); err != formats.ErrOver {
		t.Errorf("written behind it: %v", err)
	}
}

// brokenSpill fails where it is told to.
type brokenSpill struct {
	memory
	write, read bool
}

var errDisk = errors.New("the disk is full")

func (b *brokenSpill) WriteAt(p []byte, at int64) (int, error) {
	if b.write {
		return 0, errDisk
	}
	return b.memory.WriteAt(p, at)
}

func (b *brokenSpill) ReadAt(p []byte, at int64) (int, error) {
	if b.read {
		return 0, errDisk
	}
	return b.memory.ReadAt(p, at)
}

// TestGrowingSpillFails: a disk that is full ends the demo and says why, and what lies in memory can be read still.
func TestGrowingSpillFails(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	grow := func(spill *brokenSpill, err error) *formats.Growing {
		g := formats.Grow("game.mvd", formats.GrowOptions{Memory: 1, Spill: func() (formats.Spill, error) {
			return spill, err
		}})
		g.Pieces(16 << 10)
		return g
	}
	for what, g := range map[string]*formats.Growing{"none": grow(nil, errDisk),
		"one that takes nothing": grow(&brokenSpill{write: true}, nil)} {
		if _, err := g.Write(data); !errors.Is(err, errDisk) {
			t.Errorf("%s: written with %v", what, err)
		}
		if ended, err := g.Ended(); !ended || !errors.Is(err, errDisk) || g.Held() > 4*16<<10 {
			t.Errorf("%s: ended %v: %v; %d bytes are held", what, ended, err, g.Held())
		}
	}
	spill := new(brokenSpill)
	g := grow(spill, nil)
	if _, err := g.Write(data[:len(data)-5]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d := demo.Decoder()
	begin := d.Mark()
	first, err := d.NextPacket()
	if err != nil {
		t.Fatal(err)
	}
	want := *first
	spill.read = true
	for err == nil {
		_, err = d.NextPacket()
	}
	if ended, why := g.Ended(); err != io.EOF || !ended || !errors.Is(why, errDisk) {
		t.Errorf("what cannot be read: %v, ended %v: %v", err, ended, why)
	}
	spill.read = false
	d.Return(begin)
	if p, err := d.NextPacket(); err != nil || *p != want {
		t.Errorf("when it can be read again: %+v, %v, want %+v", p, err, want)
	}
	if err := g.Release(); err != nil || !spill.closed {
		t.Errorf("the spill stays: %v", err)
	}
}

// TestGrowingWakes: who waits at the end is woken by a record and by the end, and behind that waits no more.
func TestGrowingWakes(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	g := formats.Grow("game.mvd", formats.GrowOptions{})
	if _, err := g.Write(data[:len(data)/2]); err != nil {
		t.Fatal(err)
	}
	demo, err := g.Demo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	d := demo.Decoder()
	var k transcript
	woken := func(what string, grown <-chan struct{}, want bool) {
		t.Helper()
		select {
		case <-grown:
			if !want {
				t.Errorf("%s: woken", what)
			}
		default:
			if want {
				t.Errorf("%s: not woken", what)
			}
		}
	}
	k.transcribe(t, d)
	grown := d.(message.Grower).Grown()
	woken("at the end of what is there", grown, false)
	if _, err := g.Write(data[len(data)/2 : len(data)-5]); err != nil {
		t.Fatal(err)
	}
	woken("by records", grown, true)
	k.transcribe(t, d)
	grown = d.(message.Grower).Grown()
	woken("at the next end", grown, false)
	g.End(nil)
	woken("by the end", grown, true)
	k.transcribe(t, d)
	woken("behind it", d.(message.Grower).Grown(), true)
}

// TestGrowingLimit: a demo that grows without end ends.
func TestGrowingLimit(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	g := formats.Grow("game.mvd", formats.GrowOptions{Live: true})
	g.Most(10 * int64(len(data)))
	for n := range 11 {
		switch _, err := g.Write(data); {
		case n < 10 && err != nil:
			t.Fatalf("write %d: %v", n, err)
		case n == 10 && (err == nil || err.Error() != fmt.Sprintf("game.mvd: more than %d bytes", 10*len(data))):
			t.Errorf("beyond the limit: %v", err)
		}
	}
	if ended, err := g.Ended(); !ended || err == nil || g.Len() != 10*int64(len(data)) {
		t.Errorf("ended %v: %v, %d bytes", ended, err, g.Len())
	}
}

// TestGrowingDamaged: behind bytes that are no record a file goes on, as one that is whole does.
func TestGrowingDamaged(t *testing.T) {
	for _, name := range []string{"demoscope1.mvd", "demoscope1.qwd", "demoscope1_p15.dem", "demoscope1_p666.dem",
		"demoscope1.dm2", "demoscope1.mvd2", "demoscope1.dm_71"} {
		data := slices.Clone(corpus.Read(t, filepath.Join(corpus.Sample, name)))
		whole, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		// A third of the way in, 300 bytes from a record's beginning on.
		d, at := whole.Decoder(), 0
		for at < len(data)/3 {
			p, err := d.NextPacket()
			if err != nil {
				t.Fatal(err)
			}
			at = int(p.Offset)
		}
		rng := rand.New(rand.NewPCG(1, 2))
		for i := range 300 {
			data[at+i] = byte(0x80 | rng.IntN(128)) // no length, and no type of a record
		}
		if whole, err = formats.Open(name, data); err != nil {
			t.Fatal(err)
		}
		var want, all transcript
		want.transcribe(t, whole.Decoder())
		for _, step := range []int{50, 5000, len(data)} {
			g := formats.Grow(name, formats.GrowOptions{Damaged: true})
			var got transcript
			var d message.Decoder
			for at := 0; at < len(data); at += step {
				if _, err := g.Write(data[at:min(at+step, len(data))]); err != nil {
					t.Fatalf("%s in pieces of %d: at %d: %v", name, step, at, err)
				}
				ctx, cancel := context.WithCancel(context.Background())
				cancel()
				if demo, err := g.Demo(ctx); err == nil && d == nil {
					d = demo.Decoder()
				}
				if d != nil {
					got.transcribe(t, d)
				}
			}
			if left := int64(len(data)) - g.Len(); left > 8<<10 {
				t.Errorf("%s in pieces of %d: at its end %d bytes are not told", name, step, left)
			}
			g.End(nil)
			demo, err := g.Demo(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			if d == nil {
				d = demo.Decoder()
			}
			got.transcribe(t, d)
			if got.packets < want.packets-3 || got.packets > want.packets+3 {
				t.Errorf("%s in pieces of %d: %d packets, want %d", name, step, got.packets, want.packets)
			}
			all = transcript{}
			if all.transcribe(t, demo.Decoder()); !all.equals(&want) {
				t.Errorf(
					"%s in pieces of %d: %d packets with %d messages from its beginning, want %d with %d, or others",
					name, step, all.packets, all.messages, want.packets, want.messages)
			}
		}
	}
	// One that is damaged all over ends, and takes no longer than it should.
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	bad := slices.Clone(data[:30000])
	for len(bad) < 4<<20 {
		bad = append(append(bad, data[30000:32000]...), bytes.Repeat([]byte{0x99}, 100)...)
	}
	all := formats.Grow("game.mvd", formats.GrowOptions{Damaged: true})
	begun := time.Now()
	_, err := all.Write(bad)
	if err != nil && !errors.As(err, new(*message.Damage)) {
		t.Error(err)
	}
	t.Logf("%d of %d bytes in %v: %v", all.Len(), len(bad), time.Since(begun), err)
	// What never becomes a record again ends it.
	g := formats.Grow("game.qwd", formats.GrowOptions{Damaged: true})
	if _, err := g.Write(corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.qwd"))); err != nil {
		t.Fatal(err)
	}
	var damage *message.Damage
	if _, err := g.Write(bytes.Repeat([]byte{0x99}, 1<<20)); !errors.As(err, &damage) {
		t.Errorf("behind a demo a megabyte of nonsense: %v", err)
	}
}

// TestLiveGoesOn: in the stream of a game the message that ends a recording ends nothing.
func TestLiveGoesOn(t *testing.T) {
	data := corpus.Read(t, filepath.Join(corpus.Sample, "demoscope1.mvd"))
	for _, live := range []bool{false, true} {
		g := formats.Grow("game", formats.GrowOptions{Format: formats.Lookup("mvd"), Live: live})
		if _, err := g.Write(data); err != nil {
			t.Fatal(err)
		}
		demo, err := g.Demo(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		var first transcript
		d := demo.Decoder()
		if end := first.transcribe(t, d); (end == io.EOF) == live {
			t.Errorf("live %v: behind EndOfDemo: %v", live, end)
		}
		_, err = g.Write(data)
		if (err == formats.ErrOver) == live {
			t.Errorf("live %v: another level: %v", live, err)
		}
		both := first
		both.transcribe(t, d)
		if want := first.packets * 2; live && both.packets != want || !live && both.packets != first.packets {
			t.Errorf("live %v: %d packets, of which %d are of the first level", live, both.packets, first.packets)
		}
	}
}
