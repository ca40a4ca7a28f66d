package qwd_test

import (
	"errors"
	"io"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/qwd"
	"demoscope/internal/made"
)

// records are one of each kind of block.
func records() []decodertest.Record {
	server := func(sequence int32, m ...message.Message) decodertest.Record {
		return record(message.Packet{Type: 1, RawTime: math.Float32bits(1.5), Sequence: sequence, Acknowledge: 7}, m...)
	}
	outer := func(m ...message.Message) decodertest.Record {
		return record(message.Packet{Type: 1, RawTime: math.Float32bits(2), Sequence: -1}, m...)
	}
	client := &message.QWClientBlock{
		Msec: 255, Pad: [3]uint8{1, 2, 3}, Angles: [3]float32{-90, 180, 0.5}, Moves: [3]int16{-32768, 32767, 1},
		Buttons: 3, Impulse: 255, ViewAngles: [3]float32{1, 2, 3},
	}
	return []decodertest.Record{
		record(message.Packet{RawTime: math.Float32bits(1)}, client),
		outer(&message.QWConnectionless{ID: 'c', Kind: []byte("challenge"), Text: []byte("12345")}),
		outer(&message.QWConnectionless{ID: 'j', Kind: []byte("connect")}),
		outer(&message.QWConnectionless{ID: 'k', Kind: []byte("ping")}, &message.Raw{Data: []byte("tail")}),
		outer(&message.QWConnectionless{ID: 'n', Kind: []byte("console"), Text: []byte("no end"), Open: true}),
		outer(&message.QWConnectionless{ID: 'B', Kind: []byte("client_command"), Text: []byte("quit")}),
		outer(&message.QWConnectionless{ID: 200}, &message.Raw{Data: []byte("?")}),
		outer(),
		server(-2147483647, &message.QWServerData{Protocol: 28, GameDir: []byte("qw"), MapName: []byte("x")}),
		server(1),
		server(3, &message.Nop{}, &message.QWPlayerInfo{Player: 3, Bits: message.QWPlayerSkin, Skin: 7}),
		record(message.Packet{Type: 1, Headerless: true}),
		record(message.Packet{Type: 1, Headerless: true}, &message.Raw{Data: []byte("short")}),
		record(message.Packet{Type: 2, RawTime: math.Float32bits(3)}, &message.QWSequence{Outgoing: -1, Incoming: 2}),
		outer(&message.QWConnectionless{ID: 2, Kind: []byte("disconnect"), Text: []byte("EndOfDemo")}),
	}
}

// record is a packet with its messages.
var record = decodertest.NewRecord

func encode(t testing.TB, list []decodertest.Record) []byte {
	t.Helper()
	return decodertest.Write(t, qwd.NewEncoder(), list)
}

func TestEveryBlock(t *testing.T) {
	want := records()
	data := encode(t, want)
	d := qwd.NewDecoder(data)
	var offset int64
	for i := range want {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		if p.Block != i || p.Offset != offset {
			t.Errorf("block %d at %d, want %d at %d", p.Block, p.Offset, i, offset)
		}
		offset += int64(p.Size)
		w := want[i].Packet
		if w.Sequence == -1 {
			w.Acknowledge = 0
		}
		w.Block, w.Offset, w.Size, w.Time = p.Block, p.Offset, p.Size, float64(math.Float32frombits(w.RawTime))
		w.Kind = [...]message.PacketKind{message.PacketCommand, message.PacketServer, message.PacketSequence}[w.Type]
		if diff := cmp.Diff(&w, p); diff != "" {
			t.Error(diff)
		}
		for _, w := range want[i].Messages {
			m, err := d.NextMessage()
			if err != nil {
				t.Fatal(err)
			}
			if s, ok := m.(*message.QWServerData); ok {
				copied := *s
				copied.PlayerUnits.Angle = 0
				m = &copied
			}
			if diff := cmp.Diff(w, m); diff != "" {
				t.Error(diff)
			}
			if n := qwd.New(w.Name()); cmp.Diff(w.Name(), n.Name()) != "" && n.Name() == "" {
				t.Errorf("New(%q) gives nothing", w.Name())
			}
		}
		if m, err := d.NextMessage(); err != io.EOF {
			t.Fatalf("block %d: %v, %v", i, m, err)
		}
	}
	if _, err := d.NextPacket(); err != io.EOF {
		t.Error(err)
	}
	if !qwd.Detect(data, "") {
		t.Error("not detected")
	}
}

// TestUnreadMessages: a packet that nobody reads may begin a level.
func TestUnreadMessages(t *testing.T) {
	data := encode(t, []decodertest.Record{
		record(message.Packet{Type: 1}, &message.QWServerData{Protocol: 25}),
		record(message.Packet{Type: 1}, &message.QWList{Names: [][]byte{[]byte("maps/e1m1.bsp")}}),
	})
	d := qwd.NewDecoder(data)
	for range 2 {
		if _, err := d.NextPacket(); err != nil {
			t.Fatal(err)
		}
	}
	m, err := d.NextMessage()
	if err != nil || string(m.(*message.QWList).Names[0]) != "maps/e1m1.bsp" {
		t.Error(m, err)
	}
}

func TestMarks(t *testing.T) {
	decodertest.Marks(t, qwd.NewDecoder(sample(t)))
	decodertest.Found(t, qwd.NewDecoder(sample(t)))
}

func sample(t testing.TB) []byte {
	t.Helper()
	return decodertest.Sample(t, "demoscope1.qwd")
}

// drain reads all of a file and returns what was wrong.
func drain(t testing.TB, data []byte) []*message.Damage {
	t.Helper()
	return decodertest.Drain(t, qwd.Name, data, qwd.NewDecoder(data)).Damages
}

// TestCut reads a file that is cut anywhere: all that is there, then one
// damage at the end.
func TestCut(t *testing.T) {
	data := append(encode(t, records()), sample(t)[:20000]...)
	whole := len(encode(t, records()))
	for n := range data {
		if n > whole && n%7 != 0 {
			continue
		}
		if list := drain(t, data[:n]); len(list) > 1 {
			t.Fatalf("cut at %d: %v", n, list)
		}
	}
}

// TestCutRecord: a block that is cut off is handed out as far as it goes, and
// written again as it was.
func TestCutRecord(t *testing.T) {
	data := encode(t, records()[8:9])
	for n := 17; n < len(data); n++ {
		d := qwd.NewDecoder(data[:n])
		p, err := d.NextPacket()
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if p.Missing != len(data)-n || p.Size != n {
			t.Errorf("cut at %d: %+v", n, p)
		}
		e := qwd.NewEncoder()
		if err := e.Packet(p); err != nil {
			t.Fatal(err)
		}
		if _, err = d.NextMessage(); !errors.Is(err, message.ErrTruncated) {
			t.Errorf("cut at %d: %v", n, err)
		}
		if err := e.Message(&message.Raw{Data: d.Rest()}); err != nil {
			t.Fatal(err)
		}
		if got, err := e.Close(); err != nil || string(got) != string(data[:n]) {
			t.Errorf("cut at %d: written as %q, %v", n, got, err)
		}
	}
}

// TestFlips reads files with wrong bits: always with a place, never for ever.
func TestFlips(t *testing.T) {
	data := append(encode(t, records()), sample(t)[:40000]...)
	decodertest.Flips(400, data, func(bad []byte) { drain(t, bad) })
}

func TestContainerDamage(t *testing.T) {
	for data, want := range map[string]error{
		"\x00\x00\x80\x3f":                         message.ErrTruncated,
		"\x00\x00\x80\x3f\x03":                     message.ErrRange,
		"\x00\x00\x80\x3f\x00moves":                message.ErrTruncated,
		"\x00\x00\x80\x3f\x02\x01":                 message.ErrTruncated,
		"\x00\x00\x80\x3f\x01\x00":                 message.ErrTruncated,
		"\x00\x00\x80\x3f\x01\xff\xff\xff\xff":     message.ErrTooLarge,
		"\x00\x00\x80\x3f\x01\x01\x00\x01\x00":     message.ErrTooLarge,
		"\x00\x00\x80\x3f\x01\x20\x00\x00\x00\x01": message.ErrTruncated,
	} {
		decodertest.Broken(t, data, qwd.NewDecoder([]byte(data)), want)
		if qwd.Detect([]byte(data), "x.qwd") {
			t.Errorf("%q: detected", data)
		}
	}
}

func TestNoAllocations(t *testing.T) {
	decodertest.Allocations(t, qwd.NewDecoder(sample(t)))
}

func FuzzDecoder(f *testing.F) {
	f.Add(encode(f, records()))
	f.Add(made.Replacing(f, qwd.Name, 10))
	f.Add(sample(f)[:6000])
	f.Fuzz(func(t *testing.T, data []byte) {
		drain(t, data)
		qwd.Detect(data, "")
		decodertest.Rewrite(t, data, qwd.NewDecoder(data), qwd.NewEncoder())
	})
}
