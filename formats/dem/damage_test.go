package dem

import (
	"bytes"
	"encoding/binary"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
)

// drain reads all of a demo and returns how many messages there were and what
// was wrong.
func drain(t testing.TB, data []byte) (count int, damages []*message.Damage) {
	t.Helper()
	r := decodertest.Drain(t, Name, data, NewDecoder(data))
	return r.Messages(), r.Damages
}

// TestCut cuts a demo at many places: all that stands before the cut comes,
// then one damage at the cut, or none if it falls between two blocks.
func TestCut(t *testing.T) {
	whole := decodertest.Sample(t, "demoscope1_p666.dem")
	last := 0
	for n := 3; n < 40_000; n++ {
		if n > 10_000 && n%7 != 0 || testing.Short() && n%97 != 0 {
			continue
		}
		count, damages := drain(t, whole[:n])
		if count < last {
			t.Fatalf("cut at %d: %d messages, %d of a shorter one", n, count, last)
		}
		last = count
		if len(damages) > 1 {
			t.Fatalf("cut at %d: %v", n, damages)
		}
		if len(damages) == 1 && !errors.Is(damages[0], message.ErrTruncated) {
			t.Fatalf("cut at %d: %v", n, damages[0])
		}
	}
	if last < 1000 {
		t.Errorf("%d messages", last)
	}
}

// TestFlips turns random bits over: the decoder comes to an end, and what it
// read and could not read makes the same bytes again.
func TestFlips(t *testing.T) {
	for _, name := range samples {
		whole := decodertest.Sample(t, name)[:60_000]
		found := 0
		decodertest.Flips(300, whole, func(data []byte) {
			_, damages := drain(t, data)
			found += len(damages)
			rewrite(t, data)
		})
		if found == 0 {
			t.Errorf("%s: no damage was found", name)
		}
	}
}

func TestNoise(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 8))
	for range 2000 {
		data := make([]byte, r.IntN(300))
		for i := range data {
			data[i] = uint8(r.Uint32())
		}
		if len(data) > 8 && r.IntN(2) == 0 {
			copy(data, "-1\n\x40\x00\x00\x00")
		}
		drain(t, data)
	}
}

// TestDamageTells checks the place and the reason of a damage.
func TestDamageTells(t *testing.T) {
	list := []message.Message{&message.Time{Time: 2.5}, &message.Print{Text: []byte("x")}}
	block := encode(t, "-1\n", list)
	bad := func(tail string) []byte {
		data := append(bytes.Clone(block), tail...)
		binary.LittleEndian.PutUint32(data[3:], uint32(len(data)-3-headerSize))
		return append(data, block[3:]...) // a good block follows
	}
	at := int64(len(block))
	for _, c := range []struct {
		data   []byte
		name   string
		offset int64
		reason error
		text   string
	}{
		{bad("\x00"), "bad", at, message.ErrUnknown, "id 0"},
		{bad("\x2d"), "unknown", at, message.ErrUnknown, "id 45"},
		{bad("\x34no\x00"), "achievement", at, message.ErrUnknown, "id 52"},
		{bad("\x15"), "spawnbinary", at, errObsolete, "obsolete"},
		{bad("\x23no end"), "showlmp", at, message.ErrTruncated, ""},
		{bad("\x17\x15"), "temp_entity", at, message.ErrUnknown, "type 21"},
		{bad("\x08no end"), "print", at, message.ErrTruncated, ""},
		{bad("\x01\xff\xff"), "updateentity", at + 1, message.ErrTruncated, ""},
		{bad("\x0b\xb0\x0d\x00\x00"), "serverinfo", at, nil, "protocol 3504"},
	} {
		count, damages := drain(t, c.data)
		if len(damages) != 1 {
			t.Errorf("%s: %v", c.name, damages)
			continue
		}
		d := damages[0]
		if d.Message != c.name || d.Offset != c.offset || d.Block != 0 || d.Time != 2.5 ||
			!strings.Contains(d.Error(), c.text) {
			t.Errorf("%s: %v", c.name, d)
		}
		if c.reason != nil && !errors.Is(d, c.reason) {
			t.Errorf("%s: %v", c.name, d)
		}
		if count < 4 {
			t.Errorf("%s: the next block was lost", c.name)
		}
	}
	// A block of an impossible size ends the demo.
	for _, size := range []uint32{maxBlock + 1, 0xffffffff} {
		data := binary.LittleEndian.AppendUint32(bytes.Clone(block), size)
		data = append(data, make([]byte, 100)...)
		count, damages := drain(t, data)
		if count != 2 || len(damages) != 1 || damages[0].Message != "container" || damages[0].Offset != at ||
			damages[0].Block != 1 {
			t.Errorf("size %#x: %d messages, %v", size, count, damages)
		}
	}
}

// FuzzDecoder reads any bytes and demands an end, a damage or none, and the
// same bytes again from what was read.
func FuzzDecoder(f *testing.F) {
	for _, info := range dialects() {
		data := encode(f, "-1\n", everything(info))
		f.Add(data)
		// A serverinfo whose flags are lost is not believed.
		if at := bytes.Index(data, []byte("\x0b\xe7\x03\x00\x00")); at >= 0 {
			lost := bytes.Clone(data)
			clear(lost[at+5 : at+9])
			f.Add(lost)
		}
	}
	f.Add(decodertest.Sample(f, "demoscope1_p666.dem")[:20_000])
	f.Add([]byte("-1\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		drain(t, data)
		rewrite(t, data)
	})
}
