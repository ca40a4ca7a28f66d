package quake2

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// messages returns at least one of each message that a protocol has, but for
// serverdata, with every flag of the rarer ones.
func (n numbers) messages(p *Protocol) []message.Message {
	list := []message.Message{
		&message.Nop{}, &message.Disconnect{}, &message.Reconnect{}, &message.DeltaPacketEntities{},
		&message.Print{Level: 3, Text: []byte("Ranger: h\xefllo\n")},
		&message.StuffText{Text: []byte("precache\n")},
		&message.CenterPrint{Text: []byte{}},
		&message.Layout{Text: []byte(strings.Repeat("xv 0 ", 300))},
		&message.ConfigString{Index: 0, Text: []byte{}},
		&message.ConfigString{Index: uint16(p.Numbering().End - 1), Text: []byte("last")},
		&message.Quake2MuzzleFlash{Entity: int32(p.MaxEntities() - 1), Value: 255},
		&message.Quake2Download{Size: -1, Percent: 100},
		&message.Quake2Download{Size: 0, Percent: 0},
	}
	flash := &message.Quake2MuzzleFlash{Monster: true, Entity: 65535, Value: 255}
	if p.Extended {
		flash.Entity, flash.Value = flashEntity, 0x7ff
	}
	list = append(list, flash)
	if p.Number >= protocolDownload {
		list = append(list, &message.Quake2Download{Size: 3, Percent: 50, Data: []byte("abc")})
	}
	inventory := &message.Inventory{}
	for i := range inventory.Items {
		inventory.Items[i] = int16(n.signed(16))
	}
	list = append(list, inventory)
	for flags := range 64 {
		list = append(list, n.sound(p, uint16(flags)))
	}
	frame := &message.Quake2Frame{Server: p.Server, Sequence: int32(n.signed(32))}
	if !p.Server {
		frame.Delta = int32(n.signed(32))
		frame.Areas = []byte{1, 2, 3}
		if p.Number != protocolFirst {
			frame.Suppressed = 255
		}
		if p.IsDemo == DemoRelay {
			frame.Connected = []byte{0, 5}
		}
	}
	list = append(list, frame)
	for kind := range 256 {
		if p.tempEntityFields(uint8(kind)) != "" {
			m := n.tempEntity(p, uint8(kind))
			list = append(list, &m)
		}
	}
	baseline := n.entity(p, 1<<28-1)
	list = append(list, &message.SpawnBaseline{EntityDelta: baseline})
	info := n.player(p, 1<<15-1, playerMasks[:])
	n.stats(p, &info)
	list = append(list, &info)
	return append(list,
		&message.PacketEntities{Entities: []message.EntityDelta{n.entity(p, bitRemove),
			n.entity(p, bitModel|bitNumber16)}},
		&message.PacketEntities{})
}

func (n numbers) sound(p *Protocol, f uint16) *message.Sound {
	m := &message.Sound{Bits: f, Volume: fullVolume, Attenuation: normalAttenuation, Sound: int32(n.unsigned(8))}
	if p.Extended && f&soundIndex16 != 0 {
		m.Sound = int32(n.unsigned(16))
	}
	if f&soundVolume != 0 {
		m.Volume = uint8(n.unsigned(8))
	}
	if f&soundAttenuation != 0 {
		m.Attenuation = uint8(n.unsigned(8))
	}
	if f&soundTimeOffset != 0 {
		m.TimeOffset = uint8(n.unsigned(8))
	}
	if f&soundEntity != 0 {
		m.Entity, m.Channel = int32(n.unsigned(13)), uint8(n.unsigned(3))
	}
	if f&soundOrigin != 0 {
		m.Origin = n.position(p)
	}
	return m
}

// parse reads one encoded message and tells how many bytes it left.
func parse(p Protocol, data []byte) (message.Message, int, error) {
	parser := Parser{Protocol: p}
	parser.Reader.Reset(data)
	id := parser.Reader.Byte()
	m, err := parser.Message(id)
	return m, parser.Reader.Len(), err
}

func TestMessagesRoundTrip(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			for _, m := range n.messages(&p) {
				var w wire.Writer
				if err := p.Write(&w, m); err != nil {
					t.Fatalf("%s: %v", m.Name(), err)
				}
				got, left, err := parse(p, w.Data)
				if err != nil || left != 0 {
					t.Fatalf("%s: %v, %d bytes left", m.Name(), err, left)
				}
				if d := cmp.Diff(m, got, cmpopts.EquateEmpty()); d != "" {
					t.Errorf("%s: %s", m.Name(), d)
				}
				if got := p.Edition.Name(w.Data[0]); got != m.Name() {
					t.Errorf("id %d is %s, not %s", w.Data[0], got, m.Name())
				}
				if made := Classic.New(m.Name()); reflect.TypeOf(made) != reflect.TypeOf(m) {
					t.Errorf("New(%q) is a %T", m.Name(), made)
				}
			}
		})
	}
}

// A message that is cut off anywhere is damage, never less or more.
func TestMessagesCut(t *testing.T) {
	n := newNumbers()
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			for _, m := range n.messages(&p) {
				var w wire.Writer
				if err := p.Write(&w, m); err != nil {
					t.Fatal(err)
				}
				for size := 1; size < len(w.Data); size++ {
					if _, _, err := parse(p, w.Data[:size]); !errors.Is(err, message.ErrTruncated) &&
						!errors.Is(err, message.ErrUnknown) {
						t.Fatalf("%s: cut to %d of %d bytes: %v", m.Name(), size, len(w.Data), err)
					}
				}
			}
		})
	}
}

func TestServerDataSetsTheProtocol(t *testing.T) {
	for _, test := range []struct {
		data message.Quake2ServerData
		want Protocol
	}{
		{message.Quake2ServerData{Protocol: 26, IsDemo: 1}, Protocol{Number: 26, IsDemo: 1}},
		{message.Quake2ServerData{Protocol: 34, IsDemo: 2, Client: -1}, Protocol{Number: 34, IsDemo: 2, Server: true}},
		{message.Quake2ServerData{Protocol: 32, IsDemo: 1, Client: -1}, Protocol{Number: 32, IsDemo: 1, Server: true}},
		{message.Quake2ServerData{Protocol: 34, IsDemo: 0x80, Client: -1}, Protocol{Number: 34, IsDemo: 0x80}},
		{message.Quake2ServerData{Protocol: 3434, IsDemo: 1}, Protocol{Number: 3434, IsDemo: 1, Extended: true}},
		{message.Quake2ServerData{Protocol: 3435, IsDemo: 1}, Protocol{Number: 3435, IsDemo: 1, Extended: true,
			Wide: true}},
		{message.Quake2ServerData{Protocol: 3436, IsDemo: 1}, Protocol{Number: 3436, IsDemo: 1, Extended: true,
			Wide: true, Fog: true}},
	} {
		test.data.GameDir, test.data.MapName, test.data.Key = []byte("ctf"), []byte("The Edge"), -5
		var w wire.Writer
		writer := Default()
		if err := writer.Write(&w, &test.data); err != nil {
			t.Fatal(err)
		}
		parser := Parser{Protocol: Default()}
		parser.Reader.Reset(w.Data)
		m, err := parser.Message(parser.Reader.Byte())
		if err != nil {
			t.Fatal(err)
		}
		read := test.data
		if read.Protocol >= protocolExtended {
			read.Units.Angle = wire.AngleShort
		}
		for what, d := range map[string]string{
			"message": cmp.Diff(message.Message(&read), m),
			"reader":  cmp.Diff(test.want, parser.Protocol),
			"writer":  cmp.Diff(test.want, writer),
		} {
			if d != "" {
				t.Errorf("protocol %d, %s: %s", test.data.Protocol, what, d)
			}
		}
	}
}

func TestOtherProtocols(t *testing.T) {
	for number, known := range map[int32]bool{25: true, 35: true, 36: true, 38: true, 56: true, 2024: false,
		99: false} {
		_, err := ForDemo(&message.Quake2ServerData{Protocol: number})
		var unsupported *UnsupportedError
		if !errors.As(err, &unsupported) || unsupported.Protocol != number {
			t.Errorf("protocol %d: %v", number, err)
		}
		if Known(number) != known {
			t.Errorf("protocol %d: known %v", number, !known)
		}
	}
	for _, version := range []uint16{2008, 2014} {
		if _, err := ForMultiView(MultiViewProtocol, version, 0); err == nil {
			t.Errorf("multi-view version %d is read", version)
		}
	}
	if _, err := ForMultiView(34, 2010, 0); err == nil {
		t.Error("protocol 34 is read as multi-view")
	}
}

func TestNumbersOutOfRange(t *testing.T) {
	for name, p := range protocols(t) {
		t.Run(name, func(t *testing.T) {
			most := p.MaxEntities()
			for what, data := range map[string][]byte{
				"entity":       {idPacketEntities, bitMore1, bitNumber16 >> 8, byte(most), byte(most >> 8), 0, 0},
				"baseline":     {idSpawnBaseline, bitMore1, bitNumber16 >> 8, byte(most), byte(most >> 8)},
				"configstring": {13, byte(p.Numbering().End), byte(p.Numbering().End >> 8), 0},
				"download":     {16, 0xfe, 0xff, 0},
			} {
				if _, _, err := parse(p, data); !errors.Is(err, message.ErrRange) {
					t.Errorf("%s: %v", what, err)
				}
			}
			for _, id := range []byte{0, 21, 26, 255} {
				if _, _, err := parse(p, []byte{id, 0, 0, 0}); !errors.Is(err, message.ErrUnknown) {
					t.Errorf("message %d: %v", id, err)
				}
			}
		})
	}
}

// TestNumberingFacts has the numbers of the DM2 document, 3.14, and of the
// facts, section 3.
func TestNumberingFacts(t *testing.T) {
	plain := Numbering{
		Title: 0, CDTrack: 1, Sky: 2, SkyAxis: 3, SkyRotate: 4, StatusBar: 5, AirAcceleration: 29, MaxClients: 30,
		MapChecksum: 31,
		Models:      32, Sounds: 288, Images: 544, Lights: 800, Items: 1056, PlayerSkins: 1312,
		General: 1568, End: 2080, Piece: 64,
	}
	extended := Numbering{
		Title: 0, CDTrack: 1, Sky: 2, SkyAxis: 3, SkyRotate: 4, StatusBar: 5, AirAcceleration: 59, MaxClients: 60,
		MapChecksum: 61,
		Models:      62, Sounds: 8254, Images: 10302, Lights: 12350, Items: 12606, PlayerSkins: 12862, General: 13118,
		End: 13630, Piece: 64,
	}
	if got := *(Protocol{Number: 34}).Numbering(); got != plain {
		t.Errorf("protocol 34: %+v", got)
	}
	if got := *(Protocol{Number: 3434, Extended: true}).Numbering(); got != extended {
		t.Errorf("protocol 3434: %+v", got)
	}
	// A server that begins another map keeps none of its title, track, sky, checksum, models, sounds, images
	// and lights.
	for _, c := range []struct {
		protocol      Protocol
		ofMap, others []int
	}{
		{Protocol{Number: 34}, []int{0, 1, 2, 3, 4, 31, 32, 287, 288, 544, 800, 1055}, []int{5, 28, 29, 30, 1056, 1311,
			1312, 1568, 2079}},
		{Protocol{Number: 3434, Extended: true}, []int{0, 4, 61, 62, 8254, 12605}, []int{5, 58, 59, 60, 12606,
			12862, 13629}},
	} {
		for i, list := range [][]int{c.ofMap, c.others} {
			for _, index := range list {
				if got := c.protocol.Numbering().OfMap(index); got != (i == 0) {
					t.Errorf("protocol %d: config string %d of the map: %v", c.protocol.Number, index, got)
				}
			}
		}
	}
	for _, p := range []Protocol{{Number: 34}, {Number: 3436, Extended: true}} {
		if n := p.Numbering(); n.Piece != 64 || n.Names != 0 || n.ShadowLights != 0 || n.GameStyle != 0 {
			t.Errorf("protocol %d: %+v", p.Number, n)
		}
	}
}

// TestHasOrigin: bit 2 of a sound's flags is its place (DM2 3.10).
func TestHasOrigin(t *testing.T) {
	for bits := range uint16(64) {
		if got := HasOrigin(&message.Sound{Bits: bits}); got != (bits&4 != 0) {
			t.Errorf("flags %#x: %v", bits, got)
		}
	}
}

// Where the two numberings say the same: the status bar's pieces, and what
// each range can hold.
func TestNumberings(t *testing.T) {
	for name, p := range protocols(t) {
		n := p.Numbering()
		models := 256
		if p.Extended {
			models = 8192
		}
		if n.Sounds-n.Models != models || n.PlayerSkins-n.Items != 256 || n.General-n.PlayerSkins != 256 ||
			n.End-n.General != 512 {
			t.Errorf("%s: %+v", name, n)
		}
	}
}

// TestProtocols: the numbers of protocols that are known, and what servers' flags and editions add to them.
func TestProtocols(t *testing.T) {
	var known, recorded []int32
	for n := range int32(5000) {
		if Known(n) {
			known = append(known, n)
		}
		if Recorded(n) {
			recorded = append(recorded, n)
		}
	}
	if want := []int32{25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35, 36, 38, 56, 1038, 2022, 2023, 3434, 3435,
		3436}; !slices.Equal(known, want) {
		t.Errorf("known are %v, not %v", known, want)
	}
	if want := []int32{25, 56}; !slices.Equal(recorded, want) {
		t.Errorf("recorded are %v, not %v", recorded, want)
	}
	want := map[string]string{"34-128--1": "[Relay 0x80]", "3434-1-0": "[EXTLIMITS 0x4]",
		"3435-1-0": "[EXTLIMITS 0x4 EXTLIMITS_2 0x8]", "3436-1-0": "[EXTLIMITS 0x4 EXTLIMITS_2 0x8 PLAYERFOG]",
		"multiview-2011": "[EXTLIMITS 0x4]", "multiview-2012": "[EXTLIMITS 0x4 EXTLIMITS_2 0x8]",
		"multiview-2013": "[EXTLIMITS 0x4 EXTLIMITS_2 0x8 PLAYERFOG]"}
	for name, p := range protocols(t) {
		if got := fmt.Sprint(p.Extensions()); got != "["+strings.Trim(want[name], "[]")+"]" {
			t.Errorf("%s: %s, not %q", name, got, want[name])
		}
	}
}
