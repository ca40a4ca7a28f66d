package quake3_test

import (
	"bytes"
	"io"
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/internal/made"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/quake3"
)

// play applies a demo and calls after with the world behind each packet that has a snapshot.
func play(t *testing.T, demo *formats.Demo, after func(w *world.World)) {
	t.Helper()
	w := world.New(world.Quake3, quake3.New)
	seen := 0
	facts.Drive(t, w, demo.Decoder(), nil, func(w *world.World, _ *message.Packet) {
		if w.Snapshots > seen {
			seen = w.Snapshots
			after(w)
		}
	})
}

func openAs(t *testing.T, name string, data []byte) *formats.Demo {
	t.Helper()
	demo, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

// TestMultiView: the stats of all players of a multi-view recording are known, and the camera is no player.
func TestMultiView(t *testing.T) {
	frames := [][2]made.Fighter{
		{{Health: 125, Armor: 50, Weapon: 7, Ammo: 10, Owned: 0x21, X: 100},
			{Health: 200, Armor: 150, Weapon: 5, Ammo: 33, Owned: 0x89, X: -64}},
		{{Health: 125, Armor: 50, Weapon: 7, Ammo: 9, Owned: 0x21, X: 108},
			{Health: 20, Armor: 0, Weapon: 1, Ammo: 255, Owned: 0x89, X: -64}},
		{{Health: 125, Armor: 50, Weapon: 7, Ammo: 8, Owned: 0x21, X: 116}, {Weapon: 1, Ammo: 255, X: -64}},
	}
	type view struct{ health, armor, weapon, ammo, owned int32 }
	const unknown = -1
	want := [][2]view{
		{{125, 50, 7, 10, 1<<1 | 1<<2 | 1<<7}, {200, 150, 5, 33, 1<<1 | 1<<2 | 1<<5 | 1<<9}},
		{{125, 50, 7, 9, 1<<1 | 1<<2 | 1<<7}, {20, 0, 1, unknown, 1<<1 | 1<<2 | 1<<5 | 1<<9}},
		{{125, 50, 7, 8, 1<<1 | 1<<2 | 1<<7}, {0, 0, 1, unknown, 1 << 1}},
	}
	at := -1
	var kills []world.Event
	play(t, openAs(t, "made.dm_68", made.MultiView(t, frames...)), func(w *world.World) {
		at++
		kills = append(kills, w.Events...)
		if w.Recorder != world.Nobody || w.View.Known || !w.Level().MultiView {
			t.Errorf("frame %d: recorder %d, view %v, multi-view %v", at, w.Recorder, w.View.Known, w.Level().MultiView)
		}
		if w.StatsOf(2) != nil || w.StatsOf(world.Nobody) != nil || w.Players[2].Visible {
			t.Errorf("frame %d: the camera is a player", at)
		}
		for slot := range 2 {
			p := &w.Players[slot]
			s := w.StatsOf(slot)
			if s == nil || !p.Visible {
				t.Fatalf("frame %d: player %d: %v, stats %v", at, slot, p.Visible, s)
			}
			get := func(index int) int32 {
				if v, known := s.Get(index); known {
					return v
				}
				return unknown
			}
			c := equipment.ConditionOf(w, p)
			if got := (view{int32(c.Health), int32(c.Armor), int32(p.Weapon), get(32 + int(p.Weapon)), get(2)}); got !=
				want[at][slot] {
				t.Errorf("frame %d: player %d: %+v, want %+v", at, slot, got, want[at][slot])
			}
			if p.Powerups != 0 || s.Known>>48 != 0 {
				t.Errorf("frame %d: player %d has powerups %b, %b", at, slot, p.Powerups, s.Known>>48)
			}
			if x := frames[at][slot].X; p.Pose.Origin != [3]float32{x, 0, 0} || p.Dead != (want[at][slot].health == 0) {
				t.Errorf("frame %d: player %d at %v, dead %v", at, slot, p.Pose.Origin, p.Dead)
			}
		}
	})
	if at != len(frames)-1 || len(kills) != 1 || kills[0].Player != 0 || kills[0].Other != 1 {
		t.Errorf("%d frames, kills %+v", at+1, kills)
	}
}

// TestMultiViewOfCorpus makes a multi-view recording of a real demo of CPMA: the followed player is an entity as the
// others are, and what the demo has of the player is in the arrays. It is written as text and compiled.
func TestMultiViewOfCorpus(t *testing.T) {
	plain := filepath.Join(corpus.Dir(t), "dm3", "udt_p68_cpma_ctfs_ojfc09.dm_68")
	data, truth := asMultiView(t, openAs(t, plain, corpus.Read(t, plain)))
	var dump bytes.Buffer
	if err := openAs(t, "made.dm_68", data).Dump(&dump, false); err != nil {
		t.Fatal(err)
	}
	compiled, format, err := formats.Compile(&dump)
	if err != nil || format.Name != dm3.Name || !bytes.Equal(compiled, data) {
		t.Fatalf("compiled: %v, %v, %d bytes of %d", err, format, len(compiled), len(data))
	}
	frame, followed, others := -1, 0, 0
	play(t, openAs(t, "made.dm_68", compiled), func(w *world.World) {
		frame++
		want := &truth[frame]
		if w.Recorder != world.Nobody {
			t.Fatalf("frame %d: the recorder is %d", frame, w.Recorder)
		}
		for slot := range multiViewSlots {
			if slot >= len(w.Players) || !w.Players[slot].InUse || w.Players[slot].Spectator || want.intermission {
				continue
			}
			c := equipment.ConditionOf(w, &w.Players[slot])
			if got := [2]int32{int32(c.Health), int32(c.Armor)}; !c.HealthKnown || got != want.condition[slot] {
				t.Fatalf("frame %d: player %d has %v, want %v", frame, slot, got, want.condition[slot])
			}
			if slot == want.followed {
				followed++
				s := w.StatsOf(slot)
				if ammo, known := s.Get(32 + int(want.weapon)); want.weapon > 0 && want.ammo >= 0 &&
					(!known || ammo != want.ammo) {
					t.Fatalf("frame %d: player %d has %d ammo, want %d", frame, slot, ammo, want.ammo)
				}
			} else {
				others++
			}
		}
	})
	if frame != len(truth)-1 || followed < len(truth)/2 || others < len(truth) {
		t.Errorf("%d frames of %d, %d of the followed player, %d of others", frame+1, len(truth), followed, others)
	}
}

const multiViewSlots, cameraSlot = 16, 15

// multiViewFrame is what a snapshot tells.
type multiViewFrame struct {
	condition    [multiViewSlots][2]int32 // health and armor
	followed     int
	weapon, ammo int32 // of the followed player; ammo is -1 for none
	intermission bool
}

// asMultiView makes a multi-view recording of a demo of a player, and returns what it tells. Health and armor of
// players whom the demo doesn't follow are made up.
func asMultiView(t *testing.T, demo *formats.Demo) (data []byte, truth []multiViewFrame) {
	t.Helper()
	e := demo.Encoder("made.dm_68")
	w, in := quake3.NewInspected()
	d := demo.Decoder()
	for len(truth) < 3000 {
		p, err := d.NextPacket()
		if err != nil {
			t.Fatal(err)
		}
		packet := *p
		w.Begin(p)
		var list []message.Message
		for {
			m, err := d.NextMessage()
			if err == io.EOF {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			w.Apply(m)
			switch m := m.(type) {
			case *message.GameState:
				state := *m
				state.ClientNum = cameraSlot
				camera := message.GameStateString{Index: 544 + cameraSlot, Text: []byte(`n\camera\t\3`)}
				at := slices.IndexFunc(m.ConfigStrings, func(s message.GameStateString) bool {
					return s.Index > camera.Index
				})
				state.ConfigStrings = slices.Insert(slices.Clone(m.ConfigStrings), at, camera)
				list = append(list, &state)
			case *message.Snapshot:
				var raw quake3.RawSnapshot
				in.Raw(&raw)
				s, frame := wholeMultiView(m, &raw, in)
				list, truth = append(list, s), append(truth, frame)
			case *message.ServerCommand:
				list = append(list, &message.ServerCommand{Sequence: m.Sequence, Text: bytes.Clone(m.Text)})
			default:
				list = append(list, m)
			}
		}
		w.End()
		if err := message.Write(e, &packet, list); err != nil {
			t.Fatal(err)
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return data, truth
}

// wholeMultiView returns a snapshot that is no change of another, with all that raw has.
func wholeMultiView(m *message.Snapshot, raw *quake3.RawSnapshot, in *quake3.Inspector) (*message.Snapshot,
	multiViewFrame) {
	const protocol, frozen, intermission, player = 68, 4, 5, 1
	s := &message.Snapshot{ServerTime: m.ServerTime, Flags: m.Flags, AreaMask: bytes.Clone(m.AreaMask)}
	was := raw.Player
	slot := int(was[message.PlayerStateClientNum])
	f := multiViewFrame{followed: slot, weapon: was[message.PlayerStateWeapon],
		intermission: was[message.PlayerStatePMType] >= intermission}
	f.ammo = was[message.PlayerStateAmmo+int(f.weapon)]
	for i := range f.condition {
		f.condition[i] = [2]int32{(m.ServerTime/500+17*int32(i))%200 + 1, (m.ServerTime/700 + 29*int32(i)) % 150}
	}
	f.condition[slot] = [2]int32{max(was[message.PlayerStateStats], 0), was[message.PlayerStateStats+3]}
	var ps [message.PlayerStateSize]int32
	ps[message.PlayerStateCommandTime], ps[message.PlayerStatePMType] = was[message.PlayerStateCommandTime], frozen
	if f.intermission {
		ps[message.PlayerStatePMType] = intermission
	}
	ps[message.PlayerStateClientNum] = cameraSlot
	for i, c := range f.condition {
		ps[message.PlayerStatePowerups+i] = int32(uint32(c[0])<<24 | uint32(c[1])<<16 | 1234)
		ps[message.PlayerStateAmmo+i] = 0x1200 | 255
	}
	if f.ammo >= 0 {
		ps[message.PlayerStateAmmo+slot] = 0x1200 | f.ammo
	}
	s.Player, s.Changes = dm3.WholePlayer(protocol, &ps, nil)
	add := func(number int, state *[message.EntityStateSize]int32) {
		var e message.SnapshotEntity
		base := [message.EntityStateSize]int32(*in.RawBaseline(number))
		e, s.Changes = dm3.WholeEntity(protocol, uint16(number), &base, state, s.Changes)
		s.Entities = append(s.Entities, e)
	}
	own := func() {
		add(slot, &[message.EntityStateSize]int32{message.EntityStateType: player,
			message.EntityStateClientNum: int32(slot), message.EntityStateWeapon: f.weapon,
			message.EntityStateFlags:    was[message.PlayerStateFlags],
			message.EntityStatePosBaseX: was[message.PlayerStateOriginX],
			message.EntityStatePosBaseY: was[message.PlayerStateOriginY],
			message.EntityStatePosBaseZ: was[message.PlayerStateOriginZ]})
	}
	done := false
	for _, e := range raw.Entities {
		if !done && e.Number >= slot {
			own()
			done = true
		}
		if e.Number != slot {
			state := [message.EntityStateSize]int32(*e.State)
			add(e.Number, &state)
		}
	}
	if !done {
		own()
	}
	return s, f
}
