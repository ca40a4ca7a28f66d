package formats

import (
	"bytes"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/qwd"
	"demoscope/formats/qwz"
	"demoscope/formats/qwz/qwztest"
	"demoscope/internal/corpus"
)

// packer returns an opener with the table of the tests.
func packer(t testing.TB) *Opener {
	t.Helper()
	table, err := qwz.ParseTable(qwztest.Table())
	if err != nil {
		t.Fatal(err)
	}
	return &Opener{Table: func(string) (*qwz.Table, error) { return table, nil }}
}

// TestOpenQizmo opens a demo that Qizmo packed, whatever it is called and packed in besides.
func TestOpenQizmo(t *testing.T) {
	packed, plain := qwztest.Demo()
	o := packer(t)
	for _, c := range []struct {
		name     string
		data     []byte
		packings string
	}{
		{"a.qwz", packed, "qizmo"}, {"a.mvd", packed, "qizmo"}, {"a", packed, "qizmo"},
		{"a.qwz", []byte(plain), ""}, // names lie
		{"a.qwz.gz", gzipped(t, packed), "gzip qizmo"}, {"a.zip", zipped(t, "b.qwz", packed), "zip qizmo"},
		{"a.zip", zipped(t, "b", packed), "zip qizmo"},
		{"a.zip", zipped(t, "b.qwz.gz", gzipped(t, packed)), "zip gzip qizmo"},
		{"a.gz", gzipped(t, zipped(t, "b.qwz", packed)), "gzip zip qizmo"},
		{"a.dem.gz", gzipped(t, sample(t, "demoscope1_p15.dem")), "gzip"},
	} {
		if err := CheckHead(c.name, c.data[:min(len(c.data), HeadSize)]); err != nil {
			t.Errorf("%s: %v", c.name, err)
		}
		d, err := o.Open(c.name, c.data)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := strings.Join(d.Packing, " "); got != c.packings {
			t.Errorf("%s: packed with %q", c.name, got)
		}
		if strings.HasSuffix(c.packings, "qizmo") && (d.Name != qwd.Name || string(d.Data()) != plain ||
			d.Extension() != ".qwd" || d.Cut != nil) {
			t.Errorf("%s: %s, %d bytes, %s", c.name, d.Name, len(d.Data()), d.Extension())
		}
	}
	var missing *TableError
	for _, name := range []string{"a.qwz", "a"} {
		if _, err := Open(name, packed); !errors.As(err, &missing) || missing.File != name ||
			!strings.Contains(err.Error(), "qizmo/compress.dat") || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s without a table: %v", name, err)
		}
	}
	for name, data := range map[string][]byte{"a.qwz": bytes.Repeat([]byte{0xa5, 0x17}, 500),
		"b.qwz": append([]byte{0x80, 3}, make([]byte, 5000)...)} {
		if _, err := o.Open(name, data); !errors.Is(err, ErrUnknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if !HasDemoName("A.QWZ") || !HasDemoName("a.qwz.gz") || HasKnownName("a.qwz") ||
		UnpackedName("x/a.Qwz.gz ") != "x/a.qwd" {
		t.Error("names of packed demos")
	}
}

// long returns a packed demo of so many moves, which end is cut if it is to be damaged, and the plain one.
func long(moves int, damaged bool) (packed []byte, plain []byte) {
	e := qwztest.NewEncoder()
	_, signon := qwztest.Demo()
	end := strings.Index(signon, "\x00\x00\x00\x00\x02\x01")
	e.Plain(signon[9:end])
	plain = append(plain, signon[:end]...)
	line := "\x03\x00\x00\x00\x02\x00\x00\x00\x08\x02" + strings.Repeat("a long line ", 60) + "\x00"
	for range moves {
		e.Plain(line)
		plain = append(plain, "\x00\x00\x00\x00\x01"...)
		plain = append(plain, byte(len(line)), byte(len(line)>>8), 0, 0)
		plain = append(plain, line...)
	}
	if damaged {
		e.Record(1)
		e.Symbols(242, 1)
		e.Symbols(0, 0)
		e.Symbols(1, 0)
		e.Symbols(2, 0)
		e.Symbols(3, 0)
		e.Symbols(4, 4) // no such message
	}
	e.Record(3)
	return e.Close(), plain
}

// TestQizmoIsReadWhileUnpacked reads a demo before all of it is unpacked, from several decoders and back.
func TestQizmoIsReadWhileUnpacked(t *testing.T) {
	packed, plain := long(2000, false)
	o := packer(t)
	whole, err := Open("a.qwd", plain)
	if err != nil {
		t.Fatal(err)
	}
	want := marksOf(t, whole.Decoder())
	d, err := o.Open("a.qwz", packed)
	if err != nil {
		t.Fatal(err)
	}
	first := d.Decoder()
	if _, err := first.NextPacket(); err != nil {
		t.Fatal(err)
	}
	if n := len(d.rest.data); n >= len(plain) || n < windowSize {
		t.Errorf("%d of %d bytes are unpacked for the first packet", n, len(plain))
	}
	if n := d.Size(); n < int64(len(plain))*9/10 || n > int64(len(plain))*11/10 {
		t.Errorf("about %d bytes of %d", n, len(plain))
	}
	if got := marksOf(t, d.Decoder()); !slices.Equal(got, want) {
		t.Errorf("%d packets, not %d", len(got), len(want))
	}
	// A decoder with the first window goes to a place behind it.
	first.Return(want[1500])
	if got := marksOf(t, first); !slices.Equal(got, want[1500:]) {
		t.Errorf("%d packets from the middle, not %d", len(got), len(want)-1500)
	}
	if !bytes.Equal(d.Data(), plain) || d.Size() != int64(len(plain)) {
		t.Error("other bytes")
	}
}

// marksOf returns the marks of all packets.
func marksOf(t *testing.T, d message.Decoder) (list []message.Mark) {
	t.Helper()
	for {
		m := d.Mark()
		_, err := d.NextPacket()
		if err == io.EOF {
			return list
		}
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, m)
	}
}

// TestQizmoDamaged ends a demo with the damage of its packing.
func TestQizmoDamaged(t *testing.T) {
	packed, plain := long(1000, true)
	d, err := packer(t).Open("a.qwz", packed)
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		decoder := d.Decoder()
		start := decoder.Mark()
		for range 2 { // again after a seek
			n, damages := 0, []*message.Damage(nil)
			for {
				_, err := decoder.NextPacket()
				var damage *message.Damage
				if err == io.EOF {
					break
				}
				if n++; errors.As(err, &damage) {
					damages = append(damages, damage)
				}
			}
			if n != 1002 || len(damages) != 1 || damages[0].Format != "qwz" || damages[0].Block != 1001 ||
				damages[0].Offset < int64(len(packed)-20) || damages[0].Offset > int64(len(packed)) {
				t.Errorf("%d packets, %v", n, damages)
			}
			if r := decoder.(message.LostBytes).Rest(); len(r) > 0 {
				t.Errorf("the damage lost %d bytes", len(r))
			}
			decoder.Return(start)
		}
	}
	sound, err := Open("a.qwd", plain)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(d.Data(), plain) || d.Sum() == sound.Sum() {
		t.Error("a damaged demo is known as a sound one")
	}
}

// TestCorpusQizmoFlipped: the damage of a file with a wrong bit is where the bit is, also where the unpacker did not
// find it, but the decoder of what was unpacked.
func TestCorpusQizmoFlipped(t *testing.T) {
	table, err := qwz.NewTable(corpus.Read(t, filepath.Join(corpus.Dir(t), "game", qwz.TableName)))
	if err != nil {
		t.Fatal(err)
	}
	o := &Opener{Table: func(string) (*qwz.Table, error) { return table, nil }}
	whole := corpus.Read(t, filepath.Join(corpus.Dir(t), qwz.Name, "demo20.qwz"))
	for at, bit := range map[int]byte{37222: 2, 10018: 1, 68864: 2, 28798: 32, 2552: 128, 125796: 64} {
		data := bytes.Clone(whole)
		data[at] ^= bit
		d, err := o.Open("a.qwz", data)
		if err != nil {
			t.Fatal(err)
		}
		first := int64(-1)
		look := func(err error) {
			var damage *message.Damage
			if !errors.As(err, &damage) {
				return
			}
			if first < 0 {
				first = damage.Offset
			}
			if damage.Skipped < 0 || damage.Offset+damage.Skipped > int64(len(data)) {
				t.Errorf("%d bytes lost at %d of %d", damage.Skipped, damage.Offset, len(data))
			}
		}
		decoder := d.Decoder()
		for err = nil; err != io.EOF; look(err) {
			_, err = decoder.NextPacket()
			for more := err; more == nil; look(more) {
				_, more = decoder.NextMessage()
			}
		}
		if first < int64(at-1000) || first > int64(at+1000) {
			t.Errorf("bit at %d: damage at %d", at, first)
		}
		if (d.Whole() == nil) != (d.rest.err == nil) {
			t.Errorf("%v, %v", d.Whole(), d.rest.err)
		}
	}
}

// TestCorpusQizmo reads each real file as the plain demo of it.
func TestCorpusQizmo(t *testing.T) {
	table, err := qwz.NewTable(corpus.Read(t, filepath.Join(corpus.Dir(t), "game", qwz.TableName)))
	if err != nil {
		t.Fatal(err)
	}
	o := &Opener{Table: func(string) (*qwz.Table, error) { return table, nil }}
	compared := 0
	for _, file := range corpus.Files(t, filepath.Join(corpus.Dir(t), qwz.Name), HasDemoName) {
		d, err := o.Open("a", corpus.Read(t, file))
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		plain := filepath.Join(corpus.Dir(t), "qwd", "qwz_"+UnpackedName(filepath.Base(file)))
		data, err := os.ReadFile(plain)
		if err != nil {
			continue
		}
		compared++
		whole, err := Open(plain, data)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(marksOf(t, d.Decoder()), marksOf(t, whole.Decoder())) || d.Sum() != whole.Sum() {
			t.Errorf("%s: not as %s", file, plain)
		}
	}
	if compared < 8 {
		t.Errorf("only %d files have a plain one", compared)
	}
}
