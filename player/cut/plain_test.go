package cut

import (
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/internal/corpus"
	"demoscope/player/world"
)

// TestPlain: a demo with replacement deltas shows the same without, after each of its packets.
func TestPlain(t *testing.T) {
	for name, protocol := range map[string]int{"fte_dm4_nq_mid.dem": 666, "fte_e1m2_sp.dem": 666,
		"qss_dm6_net.dem": 666, "qss_e1m2.dem": 999, "qss_lq_e0m1_mid.dem": 999} {
		t.Run(name, func(t *testing.T) { testPlain(t, name, protocol, "FTE2") })
	}
	for _, name := range []string{"fte_dm3.mvd", "fte_dm4.mvd", "fte_dm6.mvd", "fte_dm6_csqc.mvd",
		"fte_dm6_csqcsized.mvd", "fte_e1m2.mvd", "fte_e1m2_doors.mvd", "fte_lqdm11_big.mvd", "fte_dm4_pext2.qwd",
		"fte_e1m2_doors_pext2.qwd", "fte_e1m2_pext2.qwd", "fte_lqdm11_big_pext2.qwd"} {
		t.Run(name, func(t *testing.T) { testPlain(t, name, 28, "replacement deltas") })
	}
}

// testPlain converts a demo of the corpus, and looks for a bit of its extensions, or a family of them, that must be
// gone.
func testPlain(t *testing.T, name string, protocol int, gone string) {
	demo := open(t, filepath.Join(corpus.Dir(t), "fte", name))
	rounded := 0 // kicks of the view have fractions of a degree
	data, err := formats.Convert(demo, protocol, name, &rounded)
	if err != nil {
		t.Fatal(err)
	}
	plain, err := formats.Open(name, data)
	if err != nil {
		t.Fatal(err)
	}
	samePlain(t, demo, plain)
	for _, x := range extensionBits(plain) {
		if x.Family == gone || slices.Contains(x.Bits, gone) {
			t.Errorf("it has %v", x)
		}
	}
	if _, err := formats.Convert(plain, protocol, name, nil); err == nil {
		t.Error("it is converted again")
	}
}

// extensionBits returns the bits of the extensions that a demo has announced at its end.
func extensionBits(demo *formats.Demo) []message.NamedBits {
	c := cursor(demo)
	for c.Next() == nil {
	}
	info, _ := c.Info()
	return info.Bits
}

// samePlain compares two demos after each packet.
func samePlain(t *testing.T, a, b *formats.Demo) {
	t.Helper()
	n, _ := blocks(t, a)
	if m, _ := blocks(t, b); m != n {
		t.Fatalf("it has %d packets, not %d", m, n)
	}
	c, o := cursor(a), cursor(b)
	for i := range n {
		if err := c.Next(); err != nil {
			t.Fatal(err)
		}
		if err := o.Next(); err != nil || o.Damage != nil {
			t.Fatal(err, o.Damage)
		}
		c.World.Settle()
		o.World.Settle()
		was, is := shownPlain(c.World), shownPlain(o.World)
		for j := range was {
			if j >= len(is) || was[j] != is[j] {
				t.Fatalf("packet %d of %d:\nbefore %s\nafter  %s", i, n, was[j], append(is, "nothing")[min(j, len(is))])
			}
		}
		if len(is) > len(was) {
			t.Fatalf("packet %d of %d has more: %s", i, n, is[len(was)])
		}
	}
}

// shownPlain returns what is shown of a moment: all but what clients predict by.
func shownPlain(w *world.World) (list []string) {
	for i := range w.Players {
		p := &w.Players[i]
		if !p.InUse {
			continue
		}
		text := fmt.Sprintf("%d %q %d frags, there %v", p.Slot, p.Name, p.Frags, p.Visible)
		if p.Visible {
			var angles [3]int
			for i, a := range p.Pose.Angles {
				angles[i] = int(math.Round(float64(a)*65536/360)) & 65535
			}
			model := w.Level().Model(p.Model)
			if p.Model == 0 && !p.NoModel {
				model = "progs/player.mdl"
			}
			text += fmt.Sprintf(" at %v to %d, %s frame %d skin %d effects %d dead %v", p.Pose.Origin, angles, model,
				p.Frame, p.SkinNumber, p.Effects, p.Dead)
		}
		if s := w.StatsOf(p.Slot); s != nil && len(w.Entities) > 0 { // a clientdata comes with the first frame
			for index := range 16 {
				v, _ := s.Get(index) // a clientdata has those that are 0, too
				if index == world.StatActiveWeapon && w.Game == world.Quake {
					v &= 0xff // of which the axe is cut off
				}
				text += fmt.Sprint(" ", v)
			}
		}
		list = append(list, text)
	}
	for i := range w.Entities {
		e := w.Entities[i]
		e.Solid = 0
		if e.Scale == 16 {
			e.Scale = 0
		}
		if e.ColorMod == [3]uint8{32, 32, 32} {
			e.ColorMod = [3]uint8{}
		}
		e.Flags &^= world.FlagStep
		list = append(list, fmt.Sprintf("%+v", e))
	}
	list = append(list, fmt.Sprint(*w.LightStyles()), w.Level().Map, fmt.Sprintf("heard %+v", w.Heard))
	for _, e := range w.Statics {
		list = append(list, fmt.Sprintf("static %+v", e))
	}
	return list
}

// TestRandomPlain is TestPlain for deltas at random: of players, and of things that come, go and come again.
func TestRandomPlain(t *testing.T) {
	for format, protocol := range map[string]int{"mvd": 28, "qwd": 28, "dem": 666} {
		for seed := range uint64(10) {
			name := "random." + format
			demo, err := formats.Open(name, randomReplacing(t, format, false, rand.New(rand.NewPCG(seed, 4))))
			if err != nil {
				t.Fatal(err)
			}
			rounded := 0
			data, err := formats.Convert(demo, protocol, name, &rounded)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", format, seed, err)
			}
			plain, err := formats.Open(name, data)
			if err != nil {
				t.Fatal(err)
			}
			if samePlain(t, demo, plain); t.Failed() {
				t.Fatalf("%s, seed %d", format, seed)
			}
			// Nothing is written that is not announced: sizes, colors, sounds and a static entity.
			want := []message.NamedBits(nil)
			if format != "dem" {
				want = []message.NamedBits{{Family: "FTEX", Bits: []string{"scale", "trans", "sounddbl", "fatness",
					"color mod", "spawnstatic2", "DP flags"}}}
			}
			if d := cmp.Diff(want, extensionBits(plain)); d != "" {
				t.Errorf("%s: %s", format, d)
			}
		}
	}
}

// randomReplacing is like [made.Replacing], but anything may change in each frame. late adds what other protocols lack:
// a name behind the beginning, and a fraction in a stat.
func randomReplacing(t *testing.T, format string, late bool, random *rand.Rand) []byte {
	t.Helper()
	names := [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl"), []byte("progs/armor.mdl"),
		[]byte("progs/missile.mdl")}
	extensions := []message.QWExtension{{Tag: message.TagFTE2, Bits: 0x68}}
	baseline := &message.SpawnBaseline{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{Number: 40,
		Bits: message.ReplaceModel | message.ReplaceOriginXY, Model: 3, Origin: [3]wire.Coord{640, 320}}}
	const base = 240 // names before those of players and things
	for i := range base {
		names = slices.Insert(names, 1, fmt.Appendf(nil, "progs/%d.mdl", i))
	}
	baseline.Model += base
	list := []record{{message.Packet{Type: 6}, []message.Message{
		&message.QWServerData{Extensions: extensions, Protocol: 28, MapName: []byte("A Map")},
		&message.QWList{Names: names[:200], Next: 200}, &message.QWList{First: 200, Names: names[200:]}, baseline,
		&message.SpawnStatic{Kind: message.BaselineDelta, EntityDelta: message.EntityDelta{
			Bits: message.ReplaceModel | message.ReplaceOriginXY | message.ReplaceAlpha, Model: base + 3,
			Origin: [3]wire.Coord{80, 160}, Alpha: 90}}, &message.QWUpdateUserInfo{User: 1, Text: []byte(`\name\ann`)},
		&message.QWUpdateUserInfo{Player: 1, User: 2, Text: []byte(`\name\bob`)}}}}
	if format == "dem" {
		list[0].messages = []message.Message{&message.ServerInfo{Extensions: extensions, Protocol: 666, MaxClients: 2,
			Multi: 1, MapName: []byte("A Map"), Models: names}, &message.SetView{Entity: 1},
			&message.UpdateName{Text: []byte("ann")}, &message.UpdateName{Player: 1, Text: []byte("bob")}, baseline}
	}
	health := message.Packet{Type: 5, Targets: 1}
	list = append(list, record{health, []message.Message{&message.UpdateStat{Value: 90}}})
	there := map[int32]bool{}
	for i := range 40 {
		m := &message.UpdateEntities{Time: 10 + float32(i)/10}
		if i == 0 {
			m.Entities = append(m.Entities, message.ReplacementUpdate{EntityDelta: message.EntityDelta{Remove: true}})
		}
		for _, n := range []int32{1, 2, 40, 41, 300} {
			d := message.ReplacementUpdate{EntityDelta: message.EntityDelta{Number: n}}
			player := n < 40
			switch {
			case there[n] && !player && random.IntN(6) == 0:
				d.Remove, there[n] = true, false
			case !there[n] && !player && random.IntN(3) > 0, there[n] && random.IntN(4) == 0:
				continue
			default:
				d.Bits = random.Uint64() & (message.ReplaceFrame | message.ReplaceOriginXY | message.ReplaceOriginZ |
					message.ReplaceAngleXZ | message.ReplaceAngleY | message.ReplaceEffects | message.ReplaceSkin)
				if format != "dem" && !player { // which has no place for them
					d.Bits |= random.Uint64() & (message.ReplaceAlpha | message.ReplaceScale | message.ReplaceColorMod |
						message.ReplaceColormap | message.ReplaceFatness | message.ReplaceFlags)
					d.Alpha, d.Scale = uint8(random.IntN(256)), uint8(8+random.IntN(16))
					d.Fatness = uint8(random.IntN(5))
					d.Colormap, d.FTE.Flags = int32(random.IntN(9)), uint32(random.IntN(4))
					d.ColorMod = [3]uint8{uint8(random.IntN(40)), 32, 32}
				}
				if !there[n] {
					d.Bits |= message.ReplaceReset
					if n != 40 {
						d.Bits |= message.ReplaceModel | message.ReplaceOriginXY | message.ReplaceOriginZ
					}
				}
				there[n] = true
				d.Model = base + 3 + int32(random.IntN(2))
				if player {
					d.Model = base + 2
					d.Bits |= message.ReplacePrediction
					d.FTE = message.Replacement{Predicted: message.PredictVelocityXY,
						Velocity: [3]int16{int16(random.IntN(4000) - 2000), int16(random.IntN(4000) - 2000)}}
				}
				d.Frame, d.Skin, d.Effects = int32(random.IntN(40)), int32(random.IntN(4)), int32(random.IntN(2)*8)
				for axis := range 3 {
					d.Origin[axis] = wire.Coord(random.IntN(8000) - 4000)
					d.Angles[axis] = wire.Angle(random.IntN(256))
				}
			}
			m.Entities = append(m.Entities, d)
		}
		packet := []message.Message{m}
		if late && i == 5 {
			packet = append(packet, &message.Precache{Index: base + 5, Text: []byte("progs/late.mdl")},
				&message.QWStatFloat{Index: 3, Value: 7.5})
		}
		if format != "dem" {
			const longEntity, longNumber = 1 << 3, 1 << 4 // with them the two lowest bits, of volume and attenuation
			packet = append(packet, &message.Sound{Extended: true,
				Bits:   longEntity | longNumber | uint16(random.IntN(4)),
				Entity: 1 + int32(random.IntN(2000)), Sound: 1 + int32(random.IntN(400)),
				Channel: uint8(random.IntN(12)), Volume: uint8(random.IntN(256)), Attenuation: uint8(random.IntN(256)),
				Origin: [3]wire.Coord{wire.Coord(8 * i), 80, 160}})
		}
		list = append(list, record{message.Packet{Type: 6, Milliseconds: 100}, packet})
	}
	if format == "qwd" {
		for i := range list {
			list[i].packet = message.Packet{Type: 1, RawTime: math.Float32bits(1 + float32(i)/10),
				Sequence: int32(i) + 1, Acknowledge: int32(i) + 1}
		}
	}
	return makeDemo(t, format, list...).Data()
}
