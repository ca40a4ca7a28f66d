package dm3

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
)

func TestExtension(t *testing.T) {
	for name, want := range map[string]int{
		"a.dm3": 45, "A.DM_68": 68, "x/y.dm_91": 91, "a.dm_48": 48, "a.dm_46": 46, "a.dm_1": 0, "a.dm_x": 0, "a.dm2": 0,
		"dm_68": 0,
	} {
		if got := Extension(name); got != want {
			t.Errorf("%s: %d, not %d", name, got, want)
		}
	}
}

// TestProtocol finds out the protocol of demos whose extension is unknown,
// and says where extension and content disagree.
func TestProtocol(t *testing.T) {
	states := func(number int, claim string) []byte {
		d := newDemo(t, number)
		g := d.gameState()
		g.ConfigStrings[0].Text = []byte(`\mapname\x` + claim)
		g.ConfigStrings[2].Text = []byte("x")
		d.packet(g)
		for _, s := range d.snapshots() {
			d.packet(s)
		}
		return d.close()
	}
	for _, p := range protocols {
		data := states(p.number, fmt.Sprintf(`\protocol\%d`, p.number))
		if d := NewDecoder(data, Options{}); !d.proto.same(p) {
			t.Errorf("protocol %d was taken for %d", p.number, d.proto.number)
		}
		if !Detect(data, "a.demo") || !Detect(data[:2000], "a.demo") {
			t.Errorf("a demo of protocol %d was not known", p.number)
		}
	}
	for _, test := range []struct {
		number, option int
		claim          string
		protocol       int
		notes          string
	}{
		{67, 67, `\protocol\68`, 67, "configstring 0 says protocol 68"},
		{43, 45, `\protocol\43`, 43, ""},
		{68, 0, `\protocol\66`, 66, ""},
		{91, 68, `\protocol\91`, 91, "extension says protocol 68"},
		{48, 91, "", 48, "extension says protocol 91"},
		{68, 68, `\protocol\none`, 68, ""},
		// What the gamestate says is right where the layouts differ and both can be read.
		{73, 91, `\protocol\73`, 73, "extension says protocol 91"},
		{90, 73, `\protocol\90`, 90, "extension says protocol 73"},
		{70, 70, `\protocol\70`, 70, ""},
		{68, 70, "", 70, ""},
	} {
		d := NewDecoder(states(test.number, test.claim), Options{Protocol: test.option})
		if _, damages := names(t, d); len(damages) > 0 {
			t.Error(damages[0])
		}
		info := d.Info()
		if info.Protocol != test.protocol || strings.Join(info.Notes, ", ") != test.notes {
			t.Errorf("%+v: %+v", test, info)
		}
	}
}

// TestDetect does not take what is something else.
func TestDetect(t *testing.T) {
	for _, text := range []string{
		"", "PACK", "\x01\x00\x00\x00\x04\x00\x00\x00\x00\x00\x00\x00", "2\n\x00\x00\x00", strings.Repeat("\x00", 5000),
		strings.Repeat("hello ", 500),
	} {
		if Detect([]byte(text), "a.bin") {
			t.Errorf("%.20q was taken for a demo", text)
		}
	}
	sample := readSample(t)
	if !Detect(sample, "a") || !Detect(sample[:2000], "a") {
		t.Error("our own demo was not known")
	}
	// A demo that begins in the middle of a game is known by its name.
	d := NewDecoder(sample, Options{Protocol: 71})
	if _, err := d.NextPacket(); err != nil {
		t.Fatal(err)
	}
	rest := sample[d.Mark().Offset:]
	if Detect(rest, "a") || !Detect(rest, "a.dm_71") {
		t.Error("a demo without its gamestate")
	}
}

// TestNew makes messages by name.
func TestNew(t *testing.T) {
	for _, name := range []string{"gamestate", "serverCommand", "snapshot", "download", "voip", "nop", "raw"} {
		if m := New(name); m == nil || m.Name() != name {
			t.Errorf("%s: %v", name, m)
		}
	}
	if New("configstring") != nil {
		t.Error("a message that does not exist")
	}
}

// TestKnownMasks: the early protocols' sets of fields by number.
func TestKnownMasks(t *testing.T) {
	for _, number := range []int{43, 46, 48} {
		d := newDemo(t, number)
		s := d.knownMasks(&message.Snapshot{ServerTime: 50})
		d.packet(s)
		read := NewDecoder(d.close(), Options{Protocol: number})
		if _, err := read.NextPacket(); err != nil {
			t.Fatal(err)
		}
		m, err := read.NextMessage()
		if err != nil {
			t.Fatal(err)
		}
		same(t, "snapshot", s, m)
	}
}

// TestEncoderRefuses what cannot be written.
func TestEncoderRefuses(t *testing.T) {
	e := NewEncoder(Options{Protocol: 68})
	if err := e.Message(&message.Nop{}); err == nil {
		t.Error("a message without a record")
	}
	if err := e.Packet(&message.Packet{}); err != nil {
		t.Fatal(err)
	}
	change := []message.SnapshotChange{{Field: message.EntityStateEvent, Value: 1}}
	delta := message.SnapshotEntity{Kind: message.SnapshotDelta, End: 1}
	for i, m := range []message.Message{
		&message.Print{},
		&message.Snapshot{Changes: change, Entities: []message.SnapshotEntity{delta}},
		&message.Snapshot{Changes: change, Player: message.SnapshotPlayer{Lead: 200}},
		&message.Snapshot{Entities: []message.SnapshotEntity{{Number: 1023}}},
		&message.Snapshot{
			Changes:  []message.SnapshotChange{{Field: message.EntityStatePosBaseX, Value: bitsOf(0.5)}},
			Entities: []message.SnapshotEntity{{Kind: message.SnapshotDelta, Lead: 2, End: 1}},
		},
		&message.Snapshot{AreaMask: make([]byte, 33)},
	} {
		if err := e.Message(m); err == nil {
			t.Errorf("message %d was written", i)
		}
	}
	if err := e.Message(&message.DownloadBlock{Data: bytes.Repeat([]byte{0xab}, 40000)}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Close(); err == nil {
		t.Error("a record that is too long was written")
	}
}

// TestTables: every field of a table is there once, and every version has as
// many as the facts say.
func TestTables(t *testing.T) {
	counts := map[int][2]int{43: {50, 45}, 45: {50, 45}, 46: {51, 47}, 48: {51, 48}, 66: {51, 48}, 67: {51, 48},
		68: {51, 48}, 69: {51, 48}, 70: {51, 48}, 71: {51, 48}, 73: {53, 48}, 90: {55, 50}, 91: {58, 58}}
	for _, p := range protocols {
		if c := counts[p.number]; p.entities != c[0] || p.players != c[1] {
			t.Errorf("protocol %d has %d and %d fields, not %v", p.number, p.entities, p.players, c)
		}
		for _, table := range [][]field{p.entity[:p.entities], p.player[:p.players]} {
			var ids []uint8
			for _, f := range table {
				ids = append(ids, f.id)
			}
			slices.Sort(ids)
			if n := len(ids); len(slices.Compact(ids)) != n {
				t.Errorf("protocol %d has a field twice", p.number)
			}
		}
		for _, f := range p.entity[:p.entities] {
			if message.EntityStateFields[f.id].Float != f.float {
				t.Errorf("protocol %d: %s", p.number, message.EntityStateFields[f.id].Name)
			}
		}
		for _, f := range p.player[:p.players] {
			if message.PlayerStateFields[f.id].Float != f.float {
				t.Errorf("protocol %d: %s", p.number, message.PlayerStateFields[f.id].Name)
			}
		}
	}
}
