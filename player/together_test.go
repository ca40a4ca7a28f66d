package player_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/wire"
	"demoscope/player"
	"demoscope/player/world"
)

// made is a recording of a made game: of two players who walk along the x axis, at 8 and 16 units a second,
// and a monster.
type made struct {
	slot       uint8
	from, to   float64 // seconds of the server's clock
	health     int16
	seesOther  func(t float64) bool
	seesBeast  bool
	level      string
	misses     func(frame int) bool
	sideways   float64
	otherTimes float64
	leaps      float64 // when he goes to another place at once, 2000 units aside; 0 for never
	others     func(t float64) []message.EntityDelta
	sounds     func(frame int) []message.Sound
	single     bool    // a game for one player
	hurt       float64 // when the health becomes 1; 0 for never
}

// walked is where a player is, in units.
func walked(slot uint8, t float64) float64 { return 8 * float64(slot+1) * t }

func (r made) demo(t *testing.T) *formats.Demo {
	t.Helper()
	demo, err := r.make()
	if err != nil {
		t.Fatal(err)
	}
	return demo
}

func (r made) make() (*formats.Demo, error) {
	e := formats.Lookup("dem").Encoder("a.dem")
	var failed error
	put := func(p message.Packet, list ...message.Message) {
		failed = errors.Join(failed, message.Write(e, &p, list))
	}
	put(message.Packet{Kind: message.PacketRaw}, &message.CDTrackLine{Text: []byte("-1\n")})
	clients := uint8(2)
	if r.single {
		clients = 1
	}
	put(message.Packet{}, &message.ServerInfo{Protocol: 15, MaxClients: clients, Multi: 1, MapName: []byte("A Map"),
		Models: [][]byte{[]byte("maps/" + r.level + ".bsp"), []byte("progs/player.mdl"), []byte("progs/ogre.mdl")},
		Sounds: [][]byte{[]byte("one.wav"), []byte("two.wav")}},
		&message.SetView{Entity: int32(r.slot) + 1}, &message.SignonNum{Signon: 1})
	put(message.Packet{}, &message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 1, Model: 2}},
		&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 2, Model: 2}},
		&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 9, Model: 3}}, &message.SignonNum{Signon: 2})
	put(message.Packet{}, &message.UpdateName{Player: 0, Text: []byte("ann")}, &message.UpdateName{Player: 1,
		Text: []byte("bob")}, &message.SignonNum{Signon: 3})
	frame := 0
	for now := r.from; now <= r.to+1e-9; now = r.from + float64(frame)/10 {
		frame++
		if r.misses != nil && r.misses(frame) {
			continue
		}
		health := r.health
		if r.hurt > 0 && now >= r.hurt {
			health = 1
		}
		list := []message.Message{&message.Time{Time: float32(now + r.otherTimes)}, &message.ClientData{HasItems: true,
			Health: health, ViewHeight: 22}}
		entity := func(number int32, x, y float64) {
			list = append(list, &message.UpdateEntity{EntityDelta: message.EntityDelta{Number: number, Bits: 3 | 4,
				Mask: 0, Origin: [3]wire.Coord{wire.Coord(math.Round(8 * x)), wire.Coord(math.Round(8 * y))}}})
		}
		for slot := range uint8(2) {
			if slot == r.slot || r.seesOther(now) {
				y := r.sideways
				if slot == r.slot && r.leaps > 0 && now > r.leaps {
					y += 2000
				}
				entity(int32(slot)+1, walked(slot, now), y)
			}
		}
		if r.seesBeast {
			entity(9, 500, 4*now)
		}
		if r.others != nil {
			for _, d := range r.others(now) {
				list = append(list, &message.UpdateEntity{EntityDelta: d})
			}
		}
		if r.sounds != nil {
			for _, one := range r.sounds(int(math.Round(now * 10))) {
				list = append(list, &one)
			}
		}
		put(message.Packet{Angles: [3]float32{5, float32(10*r.slot) + float32(now), 0}}, list...)
	}
	data, err := e.Close()
	return formats.Lookup("dem").Open("a.dem", data), errors.Join(failed, err)
}

// noted is what a sound cursor reports.
type noted struct{ list []string }

func (n *noted) Hear(s *world.SoundStart, w *world.World) {
	n.list = append(n.list, fmt.Sprintf("%.1f %s of %d", s.Clock, s.Path(w.Level()), s.Entity))
}

func (*noted) Cut(float64) {}

// TestTogetherSounds: what any of the recorders has heard is told, once, at the time of the first one's demo;
// and what one of them has heard twice twice.
func TestTogetherSounds(t *testing.T) {
	sound := func(number, entity int32, x wire.Coord) message.Sound {
		return message.Sound{Volume: 255, Attenuation: 64, Channel: 1, Entity: entity, Sound: number,
			Origin: [3]wire.Coord{8 * x}}
	}
	both := func(frame int) []message.Sound {
		switch frame {
		case 220, 290, 291, 330:
			return []message.Sound{sound(1, 9, 100)}
		case 300: // of nobody, at two places
			return []message.Sound{sound(1, 0, 100), sound(1, 0, 300)}
		}
		return nil
	}
	ann := made{slot: 0, from: 20, to: 40, health: 70, seesOther: func(t float64) bool {
		return t < 25
	}, level: "a", sounds: func(frame int) []message.Sound {
		switch frame {
		case 320:
			return []message.Sound{sound(2, 1, 0)}
		case 340, 343, 345, 346, 347: // at one time with bob's, but for the first one
			return []message.Sound{sound(1, map[int]int32{340: 9, 343: 9, 345: 9, 346: 0, 347: 9}[frame], 100)}
		}
		return both(frame)
	}, misses: func(frame int) bool { return frame > 109 && frame < 114 }}
	bob := made{slot: 1, from: 17, to: 35, health: 30, seesOther: func(t float64) bool {
		return t < 25
	}, level: "a", sounds: func(frame int) []message.Sound {
		switch frame {
		case 180, 310:
			return append(both(frame), sound(2, 2, 0), sound(2, 2, 0))
		case 330: // another sound, and another's
			return append(both(frame), sound(2, 9, 100), sound(1, 2, 100))
		case 341:
			return []message.Sound{sound(1, 9, 100)}
		case 343:
			return []message.Sound{sound(2, 9, 100)}
		case 345:
			return []message.Sound{sound(1, 2, 100)}
		case 346:
			return []message.Sound{sound(1, 0, 103)}
		case 347:
			return []message.Sound{sound(1, 9, 100), sound(1, 9, 100)}
		}
		return both(frame)
	}}
	base, other := ann.demo(t), bob.demo(t)
	list, err := player.Together(base, []*formats.Demo{other})
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(base, player.Options{Budget: 1 << 40, Others: list})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	all := []string{
		"2.0 one.wav of 9", "9.0 one.wav of 9", "9.1 one.wav of 9", "10.0 one.wav of 0", "10.0 one.wav of 0",
		"11.0 two.wav of 2", "11.0 two.wav of 2",
		"12.0 two.wav of 1", "13.0 one.wav of 9", "13.0 two.wav of 9", "13.0 one.wav of 2",
		"14.0 one.wav of 9", "14.1 one.wav of 9", "14.3 one.wav of 9", "14.3 two.wav of 9", "14.5 one.wav of 9",
		"14.5 one.wav of 2",
		"14.6 one.wav of 0", "14.6 one.wav of 0", "14.7 one.wav of 9", "14.7 one.wav of 9",
	}
	for _, step := range []float64{30, 0.03, 0.4} {
		e, n := p.NewSoundCursor(), &noted{}
		for clock := 0.0; clock < 19.5+step; clock += step {
			e.Reach(clock, n)
			if step < 0.1 && clock > 11 && clock < 11.1 && len(n.list) < 7 {
				t.Errorf("at %v s, where ann has lost something, it has told %q", clock, n.list)
			}
		}
		if !slices.Equal(n.list, all) {
			t.Errorf("in steps of %v s it hears\n%q, not\n%q", step, n.list, all)
		}
		// Back, and on from there.
		n.list = nil
		e.Seek(11.5, 1)
		e.Reach(11.5, n)
		e.Reach(12.5, n)
		if want := all[5:8]; len(n.list) < 3 || !slices.Equal(n.list[len(n.list)-3:], want) {
			t.Errorf("after a seek it hears\n%q, not\n%q at the end", n.list, want)
		}
		if m := e.Moment(12.5, 1); m.Eye.Slot != 1 || !m.World.Players[1].Visible {
			t.Errorf("bob, who is out of sight, is not there: %+v", m.Eye)
		}
	}
}

func never(float64) bool { return false }

// TestTogether: the second recorder is there with his own view, health and what only he sees, at the server's
// time, although the first one does not see him; before he recorded, and after, he is not.
func TestTogether(t *testing.T) {
	ann := made{slot: 0, from: 20, to: 40, health: 70, seesOther: func(t float64) bool { return t < 25 }, level: "a"}
	bob := made{slot: 1, from: 17.5, to: 35, health: 30, seesOther: func(t float64) bool {
		return t < 25
	}, seesBeast: true, level: "a", misses: func(frame int) bool { return frame%7 == 3 }}
	base, other := ann.demo(t), bob.demo(t)
	list, err := player.Together(base, []*formats.Demo{other})
	if err != nil {
		t.Fatal(err)
	}
	if list[0].Sum() != sha256.Sum256(other.Data()) {
		t.Error("the sum of the other recording is not that of its file")
	}
	p := player.New(base, player.Options{Budget: 1 << 40, Others: list})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	p.SetPaused(true)
	if d, _ := p.Duration(); math.Abs(d-20) > 0.01 {
		t.Errorf("it lasts %v s, the first recording 20", d)
	}
	for _, clock := range []float64{10, 2, 14.93, 7.31, 7.36, 0.05} {
		p.Follow(1)
		m := at(p, clock)
		now := 20 + clock
		bob := &m.World.Players[1]
		if !bob.Visible {
			t.Errorf("at %v s bob is not there", clock)
			continue
		}
		health, _ := m.World.StatsOf(1).Get(world.StatHealth)
		own, _ := m.World.StatsOf(0).Get(world.StatHealth)
		if health != 30 || own != 70 {
			t.Errorf("at %v s bob has %d health, ann %d", clock, health, own)
		}
		if x := m.Poses[1].Origin[0]; math.Abs(float64(x)-walked(1, now)) > 0.2 {
			t.Errorf("at %v s bob is at %v, not %v", clock, x, walked(1, now))
		}
		if m.Eye.Slot != 1 || math.Abs(float64(m.Eye.Angles[1])-(10+now)) > 0.11 ||
			math.Abs(float64(m.Eye.Origin[0])-walked(1, now)) > 0.2 || m.Eye.Origin[2] != 22 {
			t.Errorf("at %v s the eye is %+v", clock, m.Eye)
		}
		beast := 0
		for i := range m.Entities {
			if e := &m.Entities[i]; e.Number == 9 {
				beast++
				if math.Abs(float64(e.Origin[1])-4*now) > 0.3 {
					t.Errorf("at %v s the monster is at %v", clock, e.Origin)
				}
			}
		}
		if beast != 1 {
			t.Errorf("at %v s there are %d monsters", clock, beast)
		}
		p.Follow(world.Nobody)
		p.Update(0)
		if p.FollowNext(1); p.Following() != 1 {
			t.Errorf("at %v s the next one is %d", clock, p.Following())
		}
	}
	if m := at(p, 19); m.World.Players[1].Visible || m.World.StatsOf(1) != nil {
		t.Error("bob is there after his recording has ended")
	}
	p.Seek(3)
	p.SetPaused(false)
	step := func() { p.Update(1. / 64) }
	for range 64 {
		step()
	}
	if n := testing.AllocsPerRun(256, step); n > 0 {
		t.Errorf("%v allocations a frame", n)
	}
}

// TestTogetherLosses: where one of two recordings has lost frames, the second recorder and what only he sees
// are where they are at the server's time, as long as what is lost is no longer than what is shown anywhere;
// then he stands, unless the first one sees him, and a first one that stands stops nobody else. Before his
// recording and after it he is not there.
func TestTogetherLosses(t *testing.T) {
	between := func(now float64, list ...[2]float64) bool {
		return slices.ContainsFunc(list, func(l [2]float64) bool { return l[0] < now && now < l[1] })
	}
	misses := func(from float64, list ...[2]float64) func(int) bool {
		return func(frame int) bool { return between(from+float64(frame-1)/10, list...) }
	}
	ann := made{slot: 0, from: 20, to: 40, health: 70, level: "a", misses: misses(20, [2]float64{28.05, 28.75},
		[2]float64{33.05, 34.45}),
		seesOther: func(now float64) bool { return between(now, [2]float64{30.65, 31.25}) }}
	bob := made{slot: 1, from: 22, to: 36, health: 30, level: "a", misses: misses(22, [2]float64{24.05, 24.75},
		[2]float64{26.15, 26.55}, [2]float64{30.05, 31.45}),
		seesOther: never, seesBeast: true, leaps: 26.35}
	// The number of a thing becomes that of another, which is put elsewhere; behind all losses there is one more.
	const moreBits, sideways, noLerp, model = 1, 4, 1 << 5, 1 << 10
	bob.others = func(now float64) []message.EntityDelta {
		d := message.EntityDelta{Number: 10, Bits: moreBits | sideways | model, Mask: message.FieldModel}
		switch d.Model, d.Origin[1] = 3, 8*100; {
		case now > 26.35:
			d.Model, d.Origin[1] = 2, 8*600
			d.Bits |= noLerp
		case now > 24.4:
			d.Model, d.Origin[1] = 2, 8*500
		}
		if now < 31.4 {
			return []message.EntityDelta{d}
		}
		e := d
		e.Number = 11
		return []message.EntityDelta{d, e}
	}
	base := ann.demo(t)
	list, err := player.Together(base, []*formats.Demo{bob.demo(t)})
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(base, player.Options{Budget: 1 << 40, Others: list})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	p.SetPaused(true)
	p.Follow(1)
	const step, y = 0.1, 2000
	for _, c := range []struct {
		now     float64 // of the server
		there   bool
		x, y    float64 // where bob is
		beast   float64 // where the monster is, along y
		within  float64 // seconds by which what moves may be late
		thing   float32 // where the other thing is, along y
		new     bool    // the new one is there
		another bool    // the eye is not where he is
	}{
		{now: 21.75},
		{now: 22.25, there: true, x: 356, beast: 89, thing: 100},
		{now: 24.15, there: true, x: 386.4, beast: 96.6, thing: 500}, // bob has lost 0.8 s
		{now: 24.62, there: true, x: 393.92, beast: 98.48, thing: 500},
		// he has lost 0.5 s, and goes elsewhere in them
		{now: 26.17, there: true, x: 418.72, y: y, beast: 104.68, within: 0.5, thing: 600},
		{now: 26.42, there: true, x: 422.72, y: y, beast: 105.68, within: 0.5, thing: 600},
		{now: 28.15, there: true, x: 450.4, y: y, beast: 112.6, thing: 600}, // ann has lost 0.8 s
		{now: 28.63, there: true, x: 458.08, y: y, beast: 114.52, thing: 600},
		// bob has lost 1.5 s
		{now: 30.25, there: true, x: 480, y: y, beast: 120, thing: 600},
		{now: 30.95, there: true, x: 495.2, beast: 120, another: true, thing: 600}, // ann sees him
		// ann has lost 1.5 s
		{now: 33.42, there: true, x: 534.72, y: y, beast: 133.68, within: step, thing: 600, new: true},
		{now: 34.27, there: true, x: 548.32, y: y, beast: 137.08, within: step, thing: 600, new: true},
		{now: 35.95, there: true, x: 575.2, y: y, beast: 143.8, thing: 600, new: true},
		{now: 36.25},
	} {
		m := at(p, c.now-20)
		if math.Abs(m.Time-c.now) > 0.001 {
			t.Fatalf("at %v s it is %v s", c.now, m.Time)
		}
		if v := m.World.Players[1].Visible; v != c.there {
			t.Errorf("at %v s that bob is there is %v", c.now, v)
			continue
		}
		things := map[int32]float32{}
		var beasts []float64
		for i := range m.Entities {
			if e := &m.Entities[i]; e.Number == 9 {
				beasts = append(beasts, float64(e.Origin[1]))
			} else {
				things[e.Number] = e.Origin[1]
			}
		}
		if !c.there {
			if len(beasts) > 0 || m.World.StatsOf(1) != nil {
				t.Errorf("at %v s there are numbers of bob, or monsters at %v", c.now, beasts)
			}
			continue
		}
		if _, late := things[11]; things[10] != c.thing || late != c.new {
			t.Errorf("at %v s the things are at %v, not at %v, a new one %v", c.now, things, c.thing, c.new)
		}
		const rounding = 0.15
		where := m.Poses[1].Origin
		if math.Abs(float64(where[0])-c.x) > rounding+16*c.within || math.Abs(float64(where[1])-c.y) > 0.01 {
			t.Errorf("at %v s bob is at %v, not at %v %v", c.now, where, c.x, c.y)
		}
		if len(beasts) != 1 || math.Abs(beasts[0]-c.beast) > rounding+4*c.within {
			t.Errorf("at %v s monsters are at %v, not one at %v", c.now, beasts, c.beast)
		}
		if e := m.Eye; !e.Known || e.Slot != 1 || !c.another && e.Origin.Sub(where) != (mgl32.Vec3{0, 0, 22}) {
			t.Errorf("at %v s the eye is %+v, and bob at %v", c.now, e, where)
		}
	}
}

// TestTogetherRefuses says why recordings are different games.
func TestTogetherRefuses(t *testing.T) {
	always := func(float64) bool { return true }
	ann := made{slot: 0, from: 20, to: 30, seesOther: always, level: "a"}
	base := ann.demo(t)
	for _, c := range []struct {
		other *formats.Demo
		want  string
	}{
		{made{slot: 1, from: 20, to: 30, seesOther: always, level: "b"}.demo(t), "it is of another map"},
		{made{slot: 1, from: 31, to: 40, seesOther: always, level: "a"}.demo(t), "or of another time"},
		{made{slot: 1, from: 20, to: 30, seesOther: always, level: "a", sideways: 100}.demo(t),
			"what moves is not at the same places"},
		{made{slot: 1, from: 20, to: 30, seesOther: never, level: "a", otherTimes: 0.017}.demo(t),
			"what moves is not at the same places"},
		{made{slot: 0, from: 21, to: 30, seesOther: never, level: "a", single: true}.demo(t),
			"one of the games is for one player"},
		{ann.demo(t), "this recording is given twice"},
		{open(t, sample("demoscope1.dm2")), "a .dm2 and a .dem are different games"},
		{open(t, sample("demoscope1.mvd2")), "a .mvd2 and a .dem are different games"},
		{open(t, sample("demoscope1.dm_71")), "a demo of Quake III and a .dem are different games"},
	} {
		_, err := player.Together(base, []*formats.Demo{c.other})
		var refused *player.TogetherError
		if !errors.As(err, &refused) || refused.Other != 0 || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, not %q", err, c.want)
		}
	}
	if _, err := player.Together(open(t, sample("demoscope1.mvd2")), []*formats.Demo{base}); err == nil ||
		err.Error() != "it already contains every player's view" {
		t.Errorf("of a server's recording: %v", err)
	}
	for client, server := range map[string]string{"demoscope1.qwd": "demoscope1.mvd",
		"demoscope1.dm2": "demoscope1.mvd2"} {
		if err := player.OneKind(open(t, sample(client)), []*formats.Demo{open(t, sample(server))}); err == nil ||
			err.Error() != "it already contains every player's view: watch it alone" {
			t.Errorf("%s with %s: %v", client, server, err)
		}
	}
}

// quake2Made is a client's recording of a made game of Quake II: frames from 1, of ann and bob, who never see
// one another.
type quake2Made struct {
	slot     int16
	key      int32
	folder   string
	checksum string
	names    [2]string
	server   bool       // the server's, which has both
	levels   [][2]int32 // frames of each level, from and to
}

func (r quake2Made) demo(t *testing.T) *formats.Demo {
	t.Helper()
	protocol := quake2.Protocol{Number: 34, IsDemo: quake2.DemoClient}
	if r.server {
		protocol.IsDemo, protocol.Server = quake2.DemoServer, true
	}
	e := formats.Lookup("dm2").Encoder("a.dm2")
	block := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, new(message.Packet), list); err != nil {
			t.Fatal(err)
		}
	}
	head := func(key int32) {
		block(&message.Quake2ServerData{Protocol: 34, IsDemo: protocol.IsDemo, Key: key, GameDir: []byte(r.folder),
			Client: r.slot, MapName: []byte("A Map")},
			&message.ConfigString{Index: 30, Text: []byte("2")}, &message.ConfigString{Index: 31,
				Text: []byte(r.checksum)},
			&message.ConfigString{Index: 33, Text: []byte("maps/a.bsp")},
			&message.ConfigString{Index: 1312, Text: []byte(r.names[0] + `\male/grunt`)}, &message.ConfigString{
				Index: 1313, Text: []byte(r.names[1] + `\male/grunt`)})
	}
	for i, level := range r.levels {
		if i == 0 || !r.server {
			head(r.key + int32(i))
		}
		for n := level[0]; n <= level[1]; n++ {
			var list []message.EntityDelta
			for slot := range int16(2) {
				if slot == r.slot || r.server {
					d := message.EntityDelta{Number: int32(slot) + 1, Mask: message.FieldModel | message.FieldOrigin,
						Model: 255, Origin: [3]wire.Coord{wire.Coord(80 * n), wire.Coord(800 * int32(slot))}}
					protocol.Whole(&d)
					list = append(list, d)
				}
			}
			// It stands, and by it the level after is known as that of the same map.
			beast := message.EntityDelta{Number: 9, Mask: message.FieldModel | message.FieldOrigin, Model: 3,
				Origin: [3]wire.Coord{400, 400, 0}}
			protocol.Whole(&beast)
			list = append(list, beast)
			if r.server {
				block(&message.Quake2Frame{Sequence: n, Server: true}, &message.PacketEntities{Entities: list})
				continue
			}
			block(&message.Quake2Frame{Sequence: n, Delta: -1},
				&message.Quake2PlayerInfo{Mask: message.PlayerOriginX, Origin: [3]wire.Coord{wire.Coord(80 * n)}},
				&message.PacketEntities{Entities: list})
		}
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return formats.Lookup("dm2").Open("a.dm2", data)
}

// TestTogetherQuake2: servers of Quake II count frames from 1, so that times tell nothing; folder, map, level
// and names do.
func TestTogetherQuake2(t *testing.T) {
	both := [2]string{"ann", "bob"}
	ann := quake2Made{key: 0x10000 + 700, folder: "", checksum: "-5", names: both, levels: [][2]int32{{5, 60}}}
	with := func(change func(r *quake2Made)) quake2Made {
		r := ann
		r.slot = 1
		change(&r)
		return r
	}
	for _, c := range []struct {
		other quake2Made
		want  string // "" for one that is watched with it
	}{
		{with(func(r *quake2Made) {}), ""},
		// as a server's, and with the folder's name
		{with(func(r *quake2Made) { r.key, r.folder = 700, "baseq2" }), ""},
		{with(func(r *quake2Made) { r.checksum = "" }), ""},       // not told, as by old servers
		{with(func(r *quake2Made) { r.names = [2]string{} }), ""}, // nobody's is told
		{with(func(r *quake2Made) { r.names[0] = "ann2" }), "no player of the other's recorder's name"},
		{with(func(r *quake2Made) { r.names = [2]string{"bob", "ann"} }), "no player of the other's recorder's name"},
		{with(func(r *quake2Made) { r.folder = "ctf" }), "its server has another game folder"},
		{with(func(r *quake2Made) { r.checksum = "-6" }), "the checksums differ"},
		{with(func(r *quake2Made) { r.key++ }), "its server is another one"},
	} {
		for _, two := range [][2]quake2Made{{ann, c.other}, {c.other, ann}} {
			_, err := player.Together(two[0].demo(t), []*formats.Demo{two[1].demo(t)})
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%+v: %v, not %q", two, err, c.want)
			}
		}
	}
}

// quake3Made is a client's recording of a made game of Quake III, in which its players never see one another.
type quake3Made struct {
	slot     int32
	from, to int32 // milliseconds of the server's clock
	counts   map[int32]string
}

func (r quake3Made) demo(t *testing.T) *formats.Demo {
	t.Helper()
	e := formats.Lookup("dm3").Encoder("a.dm_68")
	sequence, command := int32(1), int32(1)
	put := func(list ...message.Message) {
		t.Helper()
		if err := message.Write(e, &message.Packet{Kind: message.PacketServer, Sequence: sequence}, list); err != nil {
			t.Fatal(err)
		}
		sequence++
	}
	system := func(count string) string {
		return strings.TrimSuffix(`\sv_cheats\0\sv_serverid\`+count, `\sv_serverid\`)
	}
	put(&message.GameState{Protocol: 68, CommandSequence: command, ClientNum: r.slot,
		ConfigStrings: []message.GameStateString{
			{Index: 0, Text: []byte(`\mapname\a\sv_maxclients\8`)}, {Index: 1, Text: []byte(system(r.counts[0]))}}})
	for now := r.from; now <= r.to; now += 50 {
		snap := &message.Snapshot{ServerTime: now, Changes: []message.SnapshotChange{{Field: message.PlayerStateOriginX,
			Value: int32(math.Float32bits(float32(now + 1000*r.slot)))}}}
		snap.Player.First, snap.Player.End = 0, 1
		snap.Changes[0].Form = snap.Player.UsualForm(68, snap.Changes[0])
		snap.Player.Lead = 21
		if count := r.counts[now]; count != "" {
			command++
			put(&message.ServerCommand{Sequence: command, Text: []byte(`cs 1 "` + system(count) + `"`)}, snap)
			continue
		}
		put(snap)
	}
	data, err := e.Close()
	if err != nil {
		t.Fatal(err)
	}
	return formats.Lookup("dm3").Open("a.dm_68", data)
}

// TestTogetherQuake3: servers of Quake III have frames at the same times, twenty a second; their numbers tell
// them apart.
func TestTogetherQuake3(t *testing.T) {
	count := func(n string) map[int32]string { return map[int32]string{0: n} }
	for _, c := range []struct {
		one, other map[int32]string // at which times of the server's clock its number changes
		want       string
	}{
		{count("2278"), count("2278"), ""},
		{count("2278"), count(""), ""}, // not told
		{count("2278"), count("807"), "its server is another one, or has begun the level anew"},
		{map[int32]string{0: "2278", 12000: "11990"}, count("11990"), ""}, // the other begins after a restart
		{map[int32]string{0: "2278", 12000: "11990"}, count("9000"), "its server is another one"},
	} {
		one, other := quake3Made{0, 10000, 18000, c.one}.demo(t), quake3Made{1, 13000, 20000, c.other}.demo(t)
		for _, two := range [][2]*formats.Demo{{one, other}, {other, one}} {
			_, err := player.Together(two[0], two[1:])
			if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v and %v: %v, not %q", c.one, c.other, err, c.want)
			}
		}
	}
}

// TestTogetherQuake2Server: a server's recording has each level from its first frame on, while a player's has
// it from where he has loaded it: both are laid over one another all the same. Beside it a player's is
// refused, with what is so.
func TestTogetherQuake2Server(t *testing.T) {
	both := [2]string{"ann", "bob"}
	ann := quake2Made{key: 0x10000 + 700, names: both, levels: [][2]int32{{5, 60}, {31, 90}}}.demo(t)
	server := quake2Made{slot: -1, key: 700, names: both, server: true, levels: [][2]int32{{1, 60}, {1, 90}}}.demo(t)
	list, err := player.Together(ann, []*formats.Demo{server})
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(ann, player.Options{Budget: 1 << 40, Others: list})
	t.Cleanup(p.Close)
	p.Timeline().Wait()
	p.SetPaused(true)
	levels := p.Timeline().Levels()
	if len(levels) != 2 {
		t.Fatalf("%d levels", len(levels))
	}
	for _, clock := range []float64{levels[1].Start + 4, 2, levels[1].Start + 1, levels[1].Start + 5, 5} {
		m := at(p, clock)
		if bob := &m.World.Players[1]; !bob.Visible || math.Abs(float64(m.Poses[1].Origin[0])-100*m.Time) > 1 {
			t.Errorf("at %v s, %v s of the server's, bob is there: %v, at %v", clock, m.Time, bob.Visible,
				m.Poses[1].Origin)
		}
	}
	long := quake2Made{slot: -1, key: 700, names: both, server: true, levels: [][2]int32{{1, 200}, {1, 90}}}.demo(t)
	if _, err := player.Together(ann, []*formats.Demo{long}); err == nil ||
		!strings.Contains(err.Error(), "goes on where that of the other has ended") {
		t.Errorf("a level that the first one left: %v", err)
	}
	if _, err := player.Together(server, []*formats.Demo{ann}); err == nil ||
		!strings.Contains(err.Error(), "with no player's view") {
		t.Errorf("beside a server's: %v", err)
	}
}

// FuzzTogether: whatever another recording has in it, it is refused or watched.
func FuzzTogether(f *testing.F) {
	see := func(t float64) bool { return t < 21 }
	seed := func(r made) []byte {
		demo, err := r.make()
		if err != nil {
			f.Fatal(err)
		}
		return demo.Data()
	}
	first := seed(made{slot: 0, from: 20, to: 22, seesOther: see, level: "a"})
	f.Add(seed(made{slot: 1, from: 19, to: 22, seesOther: see, seesBeast: true, level: "a"}))
	f.Add(seed(made{slot: 1, from: 20, to: 21, seesOther: see, level: "b"}))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, b := formats.Lookup("dem").Open("a.dem", first), formats.Lookup("dem").Open("b.dem", data)
		for _, pair := range [][2]*formats.Demo{{a, b}, {b, a}} {
			list, err := player.Together(pair[0], []*formats.Demo{pair[1]})
			if err != nil {
				continue
			}
			p := player.New(pair[0], player.Options{Budget: 1 << 40, Others: list})
			p.Timeline().Wait()
			for _, clock := range []float64{1, 0.3, 1.9, 100} {
				p.FollowNext(1)
				if m := at(p, clock); m.World == nil {
					t.Fatal("there is no world")
				}
			}
			p.Close()
		}
	})
}
