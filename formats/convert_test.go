package formats_test

import (
	"bytes"
	"fmt"
	"io"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/internal/decodertest"
	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
)

// TestConvertMemory: converting a demo takes about as much memory as what is written: growing into it took
// five times that.
func TestConvertMemory(t *testing.T) {
	const name = "demoscope1_p666.dem"
	data := corpus.Read(t, filepath.Join(corpus.Sample, name))
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	out, err := formats.Convert(demo, 999, name, nil)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; len(out) < len(data)/2 || took > uint64(3*len(data)) {
		t.Errorf("%d bytes became %d, for which %d were allocated", len(data), len(out), took)
	}
}

// TestConvertPlain: replacement deltas become sets of entities, and players apart. What those have no place for is
// refused by place.
func TestConvertPlain(t *testing.T) {
	const frames = 5
	for _, name := range []string{"a.mvd", "a.qwd"} {
		demo, err := formats.Open(name, made.Replacing(t, name[2:], frames))
		if err != nil {
			t.Fatal(err)
		}
		data, err := formats.Convert(demo, 28, name, nil)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := plainFrames(t, name, data), "[0 -] [64 40] [128 ] [192 ] [256 40-]"; got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	demo, err := formats.Open("a.mvd", twoModels(t))
	if err != nil {
		t.Fatal(err)
	}
	_, err = formats.Convert(demo, 28, "a.mvd", nil)
	const refusal = "not possible in protocol 28: updateentities in the packet at byte 74 (block 1, server time " +
		"1.500 s): entity 40: second model 7"
	if err == nil || err.Error() != refusal {
		t.Errorf("%v, want %s", err, refusal)
	}
	if _, err := formats.Convert(demo, 666, "a.mvd", nil); err == nil || !strings.Contains(err.Error(), "not 666") {
		t.Error(err)
	}
}

// plainFrames returns the frames of a converted demo: where bob is along x in eighths of a unit, and the entities that
// come, or with a minus go.
func plainFrames(t *testing.T, name string, data []byte) string {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	bob, entities := wire.Coord(0), ""
	d := demo.Decoder()
	for {
		if _, err := d.NextPacket(); err == io.EOF {
			return strings.Join(list, " ")
		} else if err != nil {
			t.Fatal(err)
		}
		framed := false
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			switch m := m.(type) {
			case *message.UpdateEntities:
				t.Errorf("%s: replacement deltas", name)
			case *message.PacketEntities:
				if framed, entities = true, ""; !m.Delta {
					entities = "-"
				}
				for _, e := range m.Entities {
					if entities += strconv.Itoa(int(e.Number)); e.Remove {
						entities += "-"
					}
				}
			case *message.MVDPlayerInfo:
				if m.Player == 1 && m.Bits&message.MVDPlayerOriginX != 0 {
					bob = m.Origin[0]
				}
			case *message.QWPlayerInfo:
				if m.Player == 1 {
					bob = m.Origin[0]
				}
			}
		}
		if framed {
			list = append(list, fmt.Sprintf("[%d %s]", bob, entities))
		}
	}
}

// twoModels returns an .mvd with an entity of two models.
func twoModels(t *testing.T) []byte {
	t.Helper()
	e := formats.Lookup("mvd").Encoder("a.mvd")
	for _, m := range []message.Message{
		&message.QWServerData{Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: 8}}, Protocol: 28,
			MapName: []byte("A Map")},
		&message.UpdateEntities{Time: 1.5, Entities: []message.ReplacementUpdate{{EntityDelta: message.EntityDelta{
			Number: 40, Bits: message.ReplaceModel2, Model2: 7}}}},
	} {
		p := &message.Packet{Type: 6, Targets: 1<<32 - 1, Milliseconds: 100}
		if err := message.Write(e, p, []message.Message{m}); err != nil {
			t.Fatal(err)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestConvertLaterLevel: of a demo whose first level has no replacement deltas, a later one is converted.
func TestConvertLaterLevel(t *testing.T) {
	for _, format := range []string{"mvd", "qwd", "dem"} {
		open := func(data []byte) *formats.Demo { return formats.Lookup(format).Open("a."+format, data) }
		protocol := 28
		replacing := open(made.Replacing(t, format, 5))
		if format == "dem" {
			protocol = formats.Plain(replacing)
		}
		convert := func(demo *formats.Demo) []byte {
			t.Helper()
			data, err := formats.Convert(demo, protocol, "a."+format, nil)
			if err != nil {
				t.Errorf(".%s: %v", format, err)
			}
			return data
		}
		plain := convert(replacing)
		head := 0
		if format == "dem" {
			head = bytes.IndexByte(plain, '\n') + 1
		}
		both := convert(open(slices.Concat(plain, replacing.Data()[head:])))
		if !bytes.Equal(both, slices.Concat(plain, plain[head:])) {
			t.Errorf(".%s: %d bytes, not twice %d", format, len(both), len(plain))
		}
	}
}

// TestConvertExtended: a .dem with FTE's extensions becomes one of its protocol without, in which an engine finds every
// name in the lists and every entity in each frame; what has no place there is refused with its place.
func TestConvertExtended(t *testing.T) {
	update := func(time float32, list ...message.ReplacementUpdate) message.Message {
		return &message.UpdateEntities{Time: time, Entities: list}
	}
	made := func(list ...message.Message) *formats.Demo {
		t.Helper()
		e := formats.Lookup("dem").Encoder("a.dem")
		for _, m := range list {
			if err := message.Write(e, new(message.Packet), []message.Message{m}); err != nil {
				t.Fatal(err)
			}
		}
		data, err := e.Close()
		if err != nil {
			t.Fatal(err)
		}
		demo, err := formats.Open("a.dem", data)
		if err != nil {
			t.Fatal(err)
		}
		return demo
	}
	level := &message.ServerInfo{Extensions: []message.QWExtension{{Tag: message.TagFTE2, Bits: 8}}, Protocol: 666,
		MaxClients: 1, Models: [][]byte{[]byte("maps/a.bsp")}}
	box := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: 7, Bits: message.ReplaceModel, Model: 2,
		Mask: message.FieldModel}}
	demo := made(level, &message.Precache{Index: 2, Text: []byte("b.mdl")}, update(1, box), update(2))
	if got := formats.Plain(demo); got != 666 {
		t.Errorf("its protocol is %d", got)
	}
	data, err := formats.Convert(demo, 666, "a.dem", nil)
	if err != nil {
		t.Fatal(err)
	}
	// Each block: its size, three angles, messages.
	block := func(size string, messages string) string {
		return size + " 00000000 00000000 00000000 " + messages
	}
	want := decodertest.Hex(t, block("1b000000", "0b 9a020000 01 00 00 'maps/a.bsp' 00 'b.mdl' 00 00 00")+
		block("00000000", "")+block("09000000", "07 0000803f 81 04 07 02")+block("09000000", "07 00000040 81 04 07 02"))
	if !bytes.Equal(data, want) {
		t.Errorf("it is % x,\nnot % x", data, want)
	}
	plain, err := formats.Open("a.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := formats.Convert(plain, 666, "a.dem", nil); err != formats.ErrSame || formats.Plain(plain) != 0 {
		t.Errorf("it is converted again: %v", err)
	}
	box.Bits, box.Model2, box.Mask = message.ReplaceModel2, 7, message.FieldModel2
	_, err = formats.Convert(made(level, update(1.5, box)), 666, "a.dem", nil)
	const refusal = "not possible in protocol 666: updateentities in the packet at byte 45 (block 1, server time " +
		"1.500 s): entity 7: second model 7"
	if err == nil || err.Error() != refusal {
		t.Errorf("%v, want %s", err, refusal)
	}
}
