package timeline

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/weapon"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/rules"
)

// recording is a server's recording that is made by hand, of a team game of Ann, Bob and Cy; Cy and Di are mates.
type recording struct {
	w    *world.World
	g    gatherer
	list []Event
	time float64
}

func newRecording() *recording {
	r := &recording{w: rules.New("mvd"), g: newGatherer(1 << 40)}
	r.step(0, world.Everybody, &message.QWServerData{
		Protocol: 28, GameDir: []byte("qw"), MapName: []byte("A Test"), PlayerUnits: wire.Units{Angle: wire.AngleShort},
		Extensions: []message.QWExtension{{Tag: 'M' | 'V'<<8 | 'D'<<16 | '1'<<24, Bits: 0x20}},
	}, &message.StuffText{Text: []byte("fullserverinfo \"\\teamplay\\2\"\n")})
	for i, name := range [...]string{`Ann\team\red`, `Bob\team\blue`, `Cy\team\green`, `Di\team\green`} {
		r.step(0, world.Everybody, &message.QWUpdateUserInfo{Player: uint8(i), User: int32(1 + i),
			Text: []byte(`\name\` + name)})
		r.step(0, 1<<i, &message.UpdateStat{Index: world.StatHealth, Value: 100})
	}
	r.step(0, world.Everybody, &message.PacketEntities{}) // the level begins
	r.list = nil
	return r
}

// step applies a packet for the slots of targets, some seconds later.
func (r *recording) step(seconds float64, targets uint32, list ...message.Message) {
	r.time += seconds
	r.w.Begin(&message.Packet{Block: r.w.Block + 1, Time: r.time, Targets: targets})
	for _, m := range list {
		r.w.Apply(m)
	}
	r.w.End()
	r.g.packet(r.w)
	r.list = r.g.take(r.list, false)
}

// happens is one moment: hits, lines for everybody, and then the health that a player has left.
func (r *recording) happens(seconds float64, lines string, slot int, left int32, hits ...message.MVDHiddenDamage) {
	r.step(seconds, world.Everybody)
	for i := range hits {
		r.step(0, 0, &hits[i])
	}
	r.step(0, world.Everybody, &message.Print{Level: 1, Text: []byte(lines)})
	r.step(0, 1<<slot, &message.UpdateStat{Index: world.StatHealth, Value: left})
}

func hit(kind, attacker, target, damage uint16) message.MVDHiddenDamage {
	return message.MVDHiddenDamage{Type: kind, Attacker: attacker, Target: target, Damage: damage}
}

// TestBlows: a kill is as hard as what the killer did to the victim with that weapon at that moment: all
// pellets and nails of it, and nothing that others, the level, or he himself did before or with something else.
func TestBlows(t *testing.T) {
	const splash = 1 << 15
	for _, c := range []struct {
		name   string
		before []message.MVDHiddenDamage // a moment before, after which 100 health are left
		hits   []message.MVDHiddenDamage
		line   string
		left   int32
		weapon string
		damage int32
		known  bool // what was left of 100 health
	}{
		{"a hit", nil, []message.MVDHiddenDamage{hit(7, 1, 2, 110)}, "Bob rides Ann's rocket\n", -10, "rocket launcher",
			110, true},
		{"with armor", nil, []message.MVDHiddenDamage{hit(splash|7, 1, 2, 140)}, "Bob rides Ann's rocket\n", -2,
			"rocket launcher", 140, true},
		{"a hit before", []message.MVDHiddenDamage{hit(2, 1, 2, 24)}, []message.MVDHiddenDamage{hit(3, 1, 2, 56)},
			"Bob ate 2 loads of Ann's buckshot\n", -6, "super shotgun", 56, true},
		{"two hits at once", nil, []message.MVDHiddenDamage{hit(5, 1, 2, 18), hit(5, 1, 2, 18)},
			"Bob was punctured by Ann\n", -6, "super nailgun", 36, true},
		{"something else of his at once", nil, []message.MVDHiddenDamage{hit(splash|7, 1, 2, 40), hit(2, 1, 2, 24)},
			"Bob chewed on Ann's boomstick\n", -6, "shotgun", 24, true},
		{"somebody else at once", nil, []message.MVDHiddenDamage{hit(splash|7, 3, 2, 75), hit(splash|7, 1, 2, 86)},
			"Bob was gibbed by Ann's rocket\n", -61, "rocket launcher", 86, false},
		{"lava at once", nil, []message.MVDHiddenDamage{hit(13, 0, 2, 10), hit(splash|7, 1, 2, 103)},
			"Bob was gibbed by Ann's rocket\n", -13, "rocket launcher", 103, false},
		{"of another", nil, []message.MVDHiddenDamage{hit(7, 1, 3, 110)}, "Bob rides Ann's rocket\n", -10,
			"rocket launcher", 0, true},
		{"only of others", nil, []message.MVDHiddenDamage{hit(7, 3, 2, 110)}, "Bob rides Ann's rocket\n", -10,
			"rocket launcher", 0, false},
		{"a moment ago", []message.MVDHiddenDamage{hit(7, 1, 2, 110)}, nil, "Bob rides Ann's rocket\n", -10,
			"rocket launcher", 0, true},
		{"below what is told of health", nil, []message.MVDHiddenDamage{hit(7, 1, 2, 440)}, "Bob rides Ann's rocket\n",
			-99, "rocket launcher", 440, false},
		{"more than can be survived", nil, []message.MVDHiddenDamage{hit(18, 1, 2, 9999)},
			"Bob was telefragged by Ann\n", -99, "telefrag", 0, false},
		{"by himself", nil, []message.MVDHiddenDamage{hit(splash|7, 2, 2, 160)}, "Bob becomes bored with life\n", -60,
			"rocket launcher", 160, true},
		{"by the level", nil, []message.MVDHiddenDamage{hit(13, 0, 2, 120)}, "Bob turned into hot slag\n", -20, "lava",
			120, true},
		{"a weapon that has no type", nil, []message.MVDHiddenDamage{hit(2, 1, 2, 300)}, "Bob was railed by Ann\n", -60,
			"railgun", 300, true},
		{"a type without a name", nil, []message.MVDHiddenDamage{hit(99, 1, 2, 110)}, "Bob rides Ann's rocket\n", -10,
			"rocket launcher", 110, true},
		{"nothing of it", nil, nil, "Bob rides Ann's rocket\n", -10, "rocket launcher", 0, true},
	} {
		r := newRecording()
		if c.before != nil {
			r.happens(1, "", 1, 100, c.before...)
		}
		r.happens(0.05, c.line, 1, c.left, c.hits...)
		r.step(2, world.Everybody)
		if len(r.list) != 1 {
			t.Errorf("%s: %+v", c.name, r.list)
			continue
		}
		e := &r.list[0]
		if e.Weapon != weapon.Named(c.weapon) || e.Damage != c.damage || e.LeftKnown != c.known || c.known &&
			(e.Had != 100 || e.Left != int16(c.left)) || !c.known && e.Had != 0 {
			t.Errorf("%s: %+v", c.name, e)
		}
	}
}

// TestBlowOfMate: of a team mate the obituary says neither who it was nor with what: the hit tells the
// weapon, as soon as it is known whose death it was.
func TestBlowOfMate(t *testing.T) {
	for _, c := range []struct {
		name   string
		line   string
		hits   []message.MVDHiddenDamage
		weapon string
		damage int32
	}{
		{"a grenade", "Cy mows down a teammate\n", []message.MVDHiddenDamage{hit(1<<15|6, 3, 4, 111)},
			"grenade launcher", 111},
		{"two weapons, of which the last one kills", "Cy mows down a teammate\n", []message.MVDHiddenDamage{
			hit(2, 3, 4, 24), hit(7, 3, 4, 110)}, "rocket launcher", 110},
		{"another is hit", "Cy mows down a teammate\n", []message.MVDHiddenDamage{hit(2, 3, 1, 24), hit(7, 3, 4, 110)},
			"rocket launcher", 110},
		{"not told", "Cy mows down a teammate\n", nil, "", 0},
		{"a word of its own", "Cy squished a teammate\n", []message.MVDHiddenDamage{hit(24, 3, 4, 111)}, "squish", 111},
	} {
		r := newRecording()
		r.step(0.5, world.Everybody, &message.MVDPlayerInfo{Player: 2}, &message.MVDPlayerInfo{Player: 3})
		r.happens(0.5, c.line, 3, -11, c.hits...)
		r.step(0, world.Everybody, &message.MVDPlayerInfo{Player: 2}, &message.MVDPlayerInfo{Player: 3,
			Bits: message.MVDPlayerDead})
		for range 8 {
			r.step(0.25, world.Everybody)
		}
		if len(r.list) != 1 || r.list[0].PlayerName != "Cy" || r.list[0].OtherName != "Di" ||
			r.list[0].Weapon != weapon.Named(c.weapon) || r.list[0].Damage != c.damage {
			t.Errorf("%s: %+v", c.name, r.list)
		}
	}
}

// TestSharedHealth: where the demo says of damage not whose it is, as in recordings without hidden messages,
// what a blow took of health is known if there was one.
func TestSharedHealth(t *testing.T) {
	for _, c := range []struct {
		hits int
		want bool
	}{{0, true}, {1, true}, {2, false}} {
		a := newGathering()
		a.step(1, health(80))
		list := []message.Message{print1("Ann rides Bob's rocket\n")}
		for range c.hits {
			list = append(list, &message.HitDamage{Take: 50})
		}
		a.step(1, append(list, health(-20))...)
		a.step(2)
		if e := a.list[len(a.list)-1]; e.LeftKnown != c.want || e.Damage != 0 || c.want &&
			(e.Had != 80 || e.Left != -20) {
			t.Errorf("%d hits: %+v", c.hits, e)
		}
	}
}

// TestHurtsAreBounded: of a flood of hits the last are kept, and none longer than a kill may wait for its names.
func TestHurtsAreBounded(t *testing.T) {
	r := newRecording()
	for range 3 * maxHurts {
		h := hit(2, 1, 2, 4)
		r.step(0, 0, &h)
	}
	if len(r.g.hurts) != maxHurts {
		t.Errorf("%d are kept", len(r.g.hurts))
	}
	h := hit(2, 1, 2, 4)
	if r.step(hurtKept+0.1, 0, &h); len(r.g.hurts) != 1 {
		t.Errorf("%d are kept later", len(r.g.hurts))
	}
	if n := testing.AllocsPerRun(100, func() { r.step(0.1, 0, &h) }); n > 1 {
		t.Errorf("%v allocations a hit", n)
	}
}

// TestFallThroughATeleporter: who has gone through a teleporter since the frame before did not fall, however
// near the other end is.
func TestFallThroughATeleporter(t *testing.T) {
	for _, teleported := range []bool{false, true} {
		w := rules.New("dm3")
		w.PrevFrameClock, w.FrameClock = 1, 1.05
		w.Players = []world.Player{{
			InUse: true, Visible: true, WasVisible: true, NoLerp: teleported,
			Was: world.Pose{Origin: [3]float32{10, 20, 440}}, Pose: world.Pose{Origin: [3]float32{10, 20, 400}},
		}}
		e := Event{Other: 0}
		e.fell(w)
		if fell := e.Fall > 799 && e.Fall < 801; fell == teleported || teleported && e.Fall != 0 {
			t.Errorf("teleported %v: he fell %v a second", teleported, e.Fall)
		}
	}
}

// TestFall: how fast the victim of a kill fell is from the frame before the one in which he is dead: 40 units in a
// twentieth of a second are 800 a second. It is not known of who rose, jumped elsewhere, or was not seen.
func TestFall(t *testing.T) {
	at := func(z int) *message.MVDPlayerInfo {
		return &message.MVDPlayerInfo{Player: 1, Bits: message.MVDPlayerOriginX * 7, Origin: [3]wire.Coord{80, 160,
			wire.Coord(8 * z)}}
	}
	for _, c := range []struct {
		name string
		z    []int
		want float32
	}{{"falls", []int{440, 400}, 800}, {"rises", []int{400, 440}, 0}, {"stands", []int{400, 400}, 0},
		{"is elsewhere", []int{4000, 400}, 0}, {"seen once", []int{400}, 0}} {
		r := newRecording()
		for _, z := range c.z {
			r.step(0.05, world.Everybody, &message.PacketEntities{Delta: true})
			r.step(0, world.Everybody, at(z))
		}
		r.happens(0.05, "Bob died\n", 1, -10)
		r.step(2, world.Everybody)
		if len(r.list) != 1 || r.list[0].Fall < c.want-1 || r.list[0].Fall > c.want+1 || c.want > 0 &&
			r.list[0].Victim.At != [3]float32{10, 20, 440} {
			t.Errorf("%s: %+v", c.name, r.list)
		}
	}
}

// TestFighters: a kill has where its two players were in the frame before it, and what they carried.
func TestFighters(t *testing.T) {
	at := func(player uint8, x int) *message.MVDPlayerInfo {
		return &message.MVDPlayerInfo{Player: player, Bits: message.MVDPlayerOriginX * 7, Origin: [3]wire.Coord{
			wire.Coord(8 * x), 160, 320}}
	}
	ann, bob := Fighter{[3]float32{60, 20, 40}, true, equipment.Quad}, Fighter{[3]float32{10, 20, 40}, true, 0}
	for line, want := range map[string][2]Fighter{
		"Bob rides Ann's rocket\n":      {ann, bob},
		"Bob becomes bored with life\n": {bob, bob},
		"Bob sleeps with the fishes\n":  {{}, bob},
		"Di rides Cy's rocket\n":        {{}, {}},
	} {
		r := newRecording()
		r.step(0, 1<<0, &message.UpdateStat{Index: world.StatItems, Value: world.ItemQuad})
		for range 2 {
			r.step(0.05, world.Everybody, &message.PacketEntities{Delta: true})
			r.step(0, world.Everybody, at(0, 60), at(1, 10))
		}
		r.happens(0.05, line, 1, -10)
		r.step(2, world.Everybody)
		if len(r.list) != 1 || r.list[0].Killer != want[0] || r.list[0].Victim != want[1] {
			t.Errorf("%q: %+v", line, r.list)
		}
	}
}
