package rules_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
)

// update is a player's or another entity's change in Quake: its model and x in
// units.
func update(number, model, x int32) message.Message {
	return &message.UpdateEntity{EntityDelta: message.EntityDelta{
		Number: number, Mask: message.FieldModel | message.FieldOriginX, Model: model, Origin: coords(x, 0, 0),
	}}
}

// What clientdata says is in the stats, by the numbers of DEM table 2.
func TestQuakeClientData(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(&message.ClientData{
		ViewHeight: 22, Items: 0x4001, WeaponFrame: 5, Armor: 400, WeaponModel: 300, Health: -12, Ammo: 30, Shells: 31,
		Nails: 32, Rockets: 33,
		Cells: 34, ActiveWeapon: 64,
	})
	want := map[int]int32{0: -12, 2: 300, 3: 30, 4: 400, 5: 5, 6: 31, 7: 32, 8: 33, 9: 34, 10: 64, 15: 0x4001, 16: 22}
	for i := range 64 {
		v, known := s.Stats.Get(i)
		if w, ok := want[i]; v != w || known != ok {
			t.Errorf("stat %d: %d, %v, not %d, %v", i, v, known, w, ok)
		}
	}
	for _, i := range []int{-1, 64, math.MaxInt} {
		if v, known := s.Stats.Get(i); v != 0 || known {
			t.Errorf("stat %d: %d, %v", i, v, known)
		}
	}
}

// The numbers of stats are the same in updatestat, whose index may be any.
func TestQuakeStats(t *testing.T) {
	numbers := []int{
		world.StatHealth, world.StatWeapon, world.StatAmmo, world.StatArmor, world.StatWeaponFrame, world.StatShells,
		world.StatNails,
		world.StatRockets, world.StatCells, world.StatActiveWeapon, world.StatTotalSecrets, world.StatTotalMonsters,
		world.StatSecrets,
		world.StatMonsters, world.StatItems, world.StatViewHeight,
	}
	if want := []int{0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}; !slices.Equal(numbers, want) {
		t.Errorf("%v, not %v", numbers, want)
	}
	for _, s := range []*script{newQuake(t, "A"), newQuakeWorld(t, "qwd", "A")} {
		for i := range 256 {
			s.packet(&message.UpdateStat{Index: uint8(i), Value: int32(1000 + i)})
		}
		for i := range 64 {
			if v, known := s.Stats.Get(i); v != int32(1000+i) || !known {
				t.Errorf("%v: stat %d: %d, %v", s.Game, i, v, known)
			}
		}
		s.packet(&message.FoundSecret{}, &message.FoundSecret{}, &message.KilledMonster{})
		if s.Stats.Values[13] != 1015 || s.Stats.Values[14] != 1015 || s.Stats.Values[11] != 1011 ||
			s.Stats.Values[12] != 1012 {
			t.Errorf("%v: %v", s.Game, s.Stats.Values)
		}
		if secrets, monsters := s.only(world.EventSecret), s.only(world.EventMonster); len(secrets) != 2 ||
			len(monsters) != 1 ||
			secrets[0].Player != nobody || monsters[0].Other != nobody {
			t.Errorf("%v: %+v", s.Game, s.Events)
		}
	}
}

// The recorder's eye is the view height above the entity that the view is in,
// and looks along the container's angles.
func TestQuakeView(t *testing.T) {
	s := newQuake(t, "A", "B")
	look := func(angles [3]float32, list ...message.Message) {
		s.sequence++
		s.Begin(&message.Packet{Block: s.Block + 1, Angles: angles})
		s.Apply(&message.Time{Time: float32(s.time)})
		for _, m := range list {
			s.Apply(m)
		}
		s.End()
		s.time += 0.125
	}
	if s.Recorder != 0 || s.View.Entity != 1 || s.View.Known {
		t.Errorf("at first: recorder %d, %+v", s.Recorder, s.View)
	}
	data := &message.ClientData{Health: 100, ViewHeight: 22, Punch: [3]int8{-2, 1, 3}, Velocity: [3]int8{10, -20, 1}}
	look([3]float32{10, 20, 1}, data, update(1, 2, 100))
	if v := s.View; !v.Known || v.Origin != [3]float32{100, 0, 22} || v.Angles != [3]float32{10, 20, 1} ||
		v.Height != 22 ||
		v.Punch != [3]float32{-2, 1, 3} || !v.Jumped() || v.FOV != 0 {
		t.Errorf("%+v", v)
	}
	if p := s.Players[0]; p.Pose.Velocity != [3]float32{160, -320, 16} || !p.Visible || p.Pose.Origin != [3]float32{
		100, 0, 0} || p.Model != 2 {
		t.Errorf("%+v", p)
	}
	data.ViewHeight, data.Punch = -8, [3]int8{}
	look([3]float32{30, 60, 0}, data, update(1, 2, 120))
	if v := s.View; v.Origin != [3]float32{120, 0, -8} || v.WasOrigin != [3]float32{100, 0, 22} || v.Height != -8 ||
		v.Punch != [3]float32{} || v.Jumped() {
		t.Errorf("%+v", v)
	}
	// Between two looks the angles are between them.
	if got, want := s.View.At(s.Clock-0.125+0.03125), [3]float32{15, 30, 0.75}; got != want {
		t.Errorf("a quarter of the way: %v, not %v", got, want)
	}
	// What the server sets is a jump.
	look([3]float32{0, 90, 0}, &message.SetAngle{}, data, update(1, 2, 120))
	if got, want := s.View.At(s.Clock-0.0625), [3]float32{30, 60, 0}; got != want {
		t.Errorf("before a jump: %v, not %v", got, want)
	}
	if got, want := s.View.At(s.Clock), [3]float32{0, 90, 0}; got != want {
		t.Errorf("after a jump: %v, not %v", got, want)
	}
	look([3]float32{0, 100, 0}, data, update(1, 2, 120))
	if got, want := s.View.At(s.Clock-0.0625), [3]float32{0, 95, 0}; got != want {
		t.Errorf("after the jump it turns again: %v, not %v", got, want)
	}
	// Into another entity, which may be a player or none.
	look([3]float32{}, &message.SetView{Entity: 2}, data, update(1, 2, 120), update(2, 2, 500))
	if v := s.View; s.Recorder != 1 || v.Entity != 2 || !v.Jumped() || v.Origin != [3]float32{500, 0, -8} ||
		s.Players[1].Pose.Velocity != [3]float32{160, -320, 16} {
		t.Errorf("recorder %d, %+v", s.Recorder, v)
	}
	if p := s.Players[0].Pose; p.VelocityKnown || p.Velocity != [3]float32{} {
		t.Errorf("nothing tells how fast the player of before is: %+v", p)
	}
	look([3]float32{}, data, &message.SetView{Entity: 1}, update(1, 2, 120), update(2, 2, 500))
	if !s.View.Jumped() || s.View.Origin != [3]float32{120, 0, -8} {
		t.Errorf("another entity is a jump: %+v", s.View)
	}
	look([3]float32{}, data, &message.SetView{Entity: 2}, update(2, 2, 500))
	look([3]float32{}, data, &message.SetView{Entity: 2}, update(2, 2, 501))
	if s.View.Jumped() {
		t.Error("the same entity again is no jump")
	}
	look([3]float32{}, &message.SetView{Entity: 77}, data, update(77, 9, 700))
	if v := s.View; s.Recorder != nobody || v.Entity != 77 || v.Origin != [3]float32{700, 0, -8} {
		t.Errorf("recorder %d, %+v", s.Recorder, v)
	}
	for entity, recorder := range map[int32]int{0: nobody, 1: 0, 8: 7, 9: nobody, -1: nobody} {
		if look([3]float32{}, &message.SetView{Entity: entity}); s.Recorder != recorder {
			t.Errorf("entity %d: recorder %d, not %d", entity, s.Recorder, recorder)
		}
	}
	// An entity that is not there leaves the eye where it was.
	look([3]float32{}, &message.SetView{Entity: 1}, data, update(2, 2, 3))
	if v := s.View; v.Origin != [3]float32{700, 0, -8} {
		t.Errorf("%+v", v)
	}
	// In an intermission there is no height.
	look([3]float32{}, data, update(1, 2, 50), &message.Intermission{})
	if v := s.View; !s.Intermission || v.Origin != [3]float32{50, 0, 0} || !v.Jumped() ||
		len(s.only(world.EventIntermission)) != 1 {
		t.Errorf("intermission %v, %+v, %+v", s.Intermission, v, s.Events)
	}
}

// A dead recorder's view is rolled by 80 degrees, at the height that the server
// says; it neither rolls slowly nor back.
func TestQuakeDeadView(t *testing.T) {
	s := newQuake(t, "A")
	alive, body, gibbed := &message.ClientData{Health: 1, ViewHeight: 22}, &message.ClientData{Health: 0,
		ViewHeight: -8}, &message.ClientData{Health: -50, ViewHeight: 8}
	for i, step := range []struct {
		data *message.ClientData
		z    float32
		roll float32
	}{{alive, 22, 0}, {body, -8, 80}, {gibbed, 8, 80}, {alive, 22, 0}} {
		s.packet(step.data, update(1, 2, 100))
		if v := s.View; v.Origin[2] != step.z || v.Angles != [3]float32{0, 0, step.roll} ||
			s.Players[0].Dead != (step.roll != 0) {
			t.Errorf("step %d: %+v, dead %v", i, v, s.Players[0].Dead)
		}
		if was, is := s.View.At(s.Clock - 0.001)[2], s.View.At(s.Clock)[2]; is != step.roll || was != 0 && was != 80 {
			t.Errorf("step %d: from %v to %v", i, was, is)
		}
	}
	// In an intermission nobody is dead.
	if s.packet(&message.Intermission{}, body, update(1, 2, 100)); s.View.Angles[2] != 0 {
		t.Errorf("intermission: %+v", s.View)
	}
}

// After an intermission, a finale or a cutscene, empty or not, the view has the
// place and the angles of its entity, not the height and the packet's angles. Angles
// of an entity are 256ths of a circle: 16 is 22.5 degrees.
func TestQuakeFixedView(t *testing.T) {
	for _, m := range []message.Message{
		&message.Intermission{}, &message.Finale{Text: []byte("The end")}, &message.Cutscene{Text: []byte("Once")},
		&message.Cutscene{},
	} {
		s := newQuake(t, "A")
		entity := func(pitch, yaw wire.Angle) message.Message {
			d := message.EntityDelta{Number: 1, Mask: message.FieldModel | message.FieldOrigin | message.FieldAngles,
				Model: 2}
			d.Origin, d.Angles = [3]wire.Coord{800, 0, -80}, [3]wire.Angle{pitch, yaw, 0}
			return &message.UpdateEntity{EntityDelta: d}
		}
		see := func(list ...message.Message) {
			t.Helper()
			s.Begin(&message.Packet{Block: s.Block + 1, Angles: [3]float32{5, 132, 0}})
			s.Apply(&message.Time{Time: float32(s.time)})
			for _, m := range list {
				s.Apply(m)
			}
			s.End()
			s.time += 0.125
		}
		data := &message.ClientData{Health: 100, ViewHeight: 22, Punch: [3]int8{-2, 0, 0}}
		see(data, entity(16, 0))
		if v := s.View; v.Origin != [3]float32{100, 0, 12} || v.Angles != [3]float32{5, 132, 0} || v.Fixed {
			t.Errorf("%T: before: %+v", m, v)
		}
		see(m, data, entity(16, 64))
		if v := s.View; v.Origin != [3]float32{100, 0, -10} || v.Angles != [3]float32{22.5, 90, 0} ||
			!v.Jumped() || !v.Fixed {
			t.Errorf("%T: %+v", m, v)
		}
		if got := s.View.At(s.Clock - 0.001); got != [3]float32{5, 132, 0} {
			t.Errorf("%T: it turned slowly, over %v", m, got)
		}
		// The camera pans on.
		see(data, entity(16, 32))
		if got := s.View.At(s.Clock - 0.0625); got != [3]float32{22.5, 67.5, 0} || s.View.Jumped() ||
			s.View.Kick(s.Clock) != [3]float32{} {
			t.Errorf("%T: half way at %v, kick %v", m, got, s.View.Kick(s.Clock))
		}
		// Until the next level.
		see(&message.ServerInfo{Protocol: 15, MaxClients: 8, Models: texts("maps/e1m2.bsp", "progs/player.mdl")})
		see(data, entity(16, 64))
		if v := s.View; v.Origin != [3]float32{100, 0, 12} || v.Angles != [3]float32{5, 132, 0} || v.Fixed {
			t.Errorf("%T: the next level: %+v", m, v)
		}
	}
}

// Players whose eye the demo has not are dead or gibbed by what is drawn of them.
func TestQuakeDeadPlayers(t *testing.T) {
	s := newQuake(t, "A", "B")
	s.packet(&message.ServerInfo{Protocol: 15, MaxClients: 2, Models: texts("maps/e1m1.bsp", "progs/player.mdl",
		"progs/h_player.mdl", "progs/eyes.mdl")},
		&message.UpdateName{Player: 1, Text: []byte("B")})
	for _, c := range []struct {
		model, frame int32
		dead, gibbed bool
	}{{2, 0, false, false}, {2, 40, false, false}, {2, 41, true, false}, {2, 102, true, false}, {2, 103, false, false},
		{3, 0, true, true}, {4, 50, false, false}} {
		d := message.EntityDelta{Number: 2, Mask: message.FieldModel | message.FieldFrame, Model: c.model,
			Frame: c.frame}
		s.packet(&message.ClientData{Health: 100}, update(1, 2, 0), &message.UpdateEntity{EntityDelta: d})
		if p := s.Players[1]; !p.Visible || p.Dead != c.dead || p.Gibbed != c.gibbed {
			t.Errorf("%+v: %+v", c, p)
		}
	}
}

// Damage of 40, half of which counts, from the right turns the view by 12 degrees to
// the right; after a quarter of a second half of it is left, after a half nothing.
func TestHurtView(t *testing.T) {
	for _, c := range []struct {
		save, take uint8
		x, y       wire.Coord // of the attacker, eighths; the recorder is at 100, 0 and looks along x
		want       [3]float32
	}{
		{20, 20, 800, -800, [3]float32{0, 0, 12}},
		{0, 40, 800, 800, [3]float32{0, 0, -12}},
		{0, 40, 1600, 0, [3]float32{12, 0, 0}},
		{0, 1, 0, 0, [3]float32{-6, 0, 0}}, // at least 10 count
	} {
		s := newQuake(t, "A")
		data := &message.ClientData{Health: 100, ViewHeight: 22}
		s.packet(data, update(1, 2, 100))
		s.packet(&message.HitDamage{Save: c.save, Take: c.take, Origin: [3]wire.Coord{c.x, c.y, 0}}, data,
			update(1, 2, 100))
		for after, part := range map[float64]float32{0: 1, 0.25: 0.5, 0.5: 0, -0.01: 0} {
			got := s.View.Kick(s.Clock + after)
			for i, want := range c.want {
				if d := got[i] - want*part; d > 0.01 || d < -0.01 {
					t.Errorf("%+v after %v s: %v", c, after, got)
				}
			}
		}
	}
}

// The height is 22 until something says another.
func TestQuakeDefaultHeight(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(update(1, 2, 8))
	if s.View.Origin != [3]float32{8, 0, 22} || s.View.Height != 22 {
		t.Errorf("%+v", s.View)
	}
}

// A player is the entity of its slot plus one, seen while it has a model.
func TestQuakePlayers(t *testing.T) {
	s := newQuake(t, "A", "B", "", "D")
	list := leftovers(2, message.FieldOrigin|message.FieldAngles|message.FieldModel|message.FieldFrame|
		message.FieldSkin|message.FieldEffects|message.FieldNoLerp)
	s.packet(update(1, 2, 1), &message.UpdateEntity{EntityDelta: list}, update(3, 2, 3), update(4, 0, 4),
		update(9, 2, 9))
	visible := func() (v []bool) {
		for i := range s.Players {
			v = append(v, s.Players[i].Visible)
		}
		return v
	}
	if got := visible(); !slices.Equal(got, []bool{true, true, false, false, false, false, false, false}) {
		t.Errorf("visible %v", got)
	}
	p := s.Players[1]
	if p.Pose.Origin != [3]float32{12.5, -25, 0.125} || p.Pose.Angles != [3]float32{90, -180, -1.40625} ||
		p.Model != 0x11 || p.Frame != 0x22 ||
		p.SkinNumber != 6 || p.Effects != 0x84 || !p.NoLerp || p.Slot != 1 || p.WasVisible {
		t.Errorf("%+v", p)
	}
	for entity, want := range map[int32]int{1: 0, 2: 1, 3: nobody, 4: nobody, 9: nobody} {
		if got := s.PlayerOf(s.Entity(entity)); got != want {
			t.Errorf("entity %d is player %d, not %d", entity, got, want)
		}
	}
	s.packet(update(1, 2, 5))
	if p := s.Players[0]; p.Was.Origin != [3]float32{1, 0, 0} || p.Pose.Origin != [3]float32{5, 0, 0} ||
		!p.WasVisible || p.NoLerp {
		t.Errorf("%+v", p)
	}
	if p := s.Players[1]; p.Visible || !p.WasVisible || p.Was.Origin != [3]float32{12.5, -25, 0.125} {
		t.Errorf("%+v", p)
	}
	s.packet(update(1, 2, 5))
	if p := s.Players[1]; p.Visible || p.WasVisible {
		t.Errorf("%+v", p)
	}
}

// Names, colors and frags; who has no name is not there.
func TestQuakeScores(t *testing.T) {
	s := newQuake(t, "A", "B")
	s.packet(&message.UpdateName{Player: 3, Text: []byte("\xc4an")}, &message.UpdateColors{Player: 3, Colors: 0xd4},
		&message.UpdateColors{Player: 1, Colors: 0x5d}, &message.UpdateFrags{Player: 3, Frags: -99},
		&message.UpdateName{Player: 0, Text: nil}, &message.UpdateFrags{Player: 200, Frags: 7})
	if p := s.Players[3]; p.Name != "\xc4an" || !p.InUse || p.Shirt != 13 || p.Pants != 4 || p.Frags != -99 {
		t.Errorf("%+v", p)
	}
	if p := s.Players[1]; p.Shirt != 5 || p.Pants != 13 {
		t.Errorf("%+v", p)
	}
	if p := s.Players[0]; p.Name != "" || p.InUse {
		t.Errorf("%+v", p)
	}
	if len(s.Players) != 201 || s.Players[200].Frags != 7 || s.Players[200].Slot != 200 || s.Players[150].Slot != 150 ||
		s.Players[150].InUse {
		t.Errorf("%d players", len(s.Players))
	}
	if s.packet(&message.UpdateName{Player: 255, Text: []byte("Z")}); len(s.Players) != 256 ||
		s.Players[255].Name != "Z" {
		t.Errorf("%d players", len(s.Players))
	}
}

// What a level begins with.
func TestQuakeLevel(t *testing.T) {
	s := newQuake(t, "A")
	s.packet(&message.ServerInfo{
		Protocol: 666, MaxClients: 16, MapName: []byte("\x10Base\x11"), Models: texts("maps/start.bsp", "*1"),
		Sounds: texts("misc/null.wav", "b.wav"),
	})
	l := s.Level()
	if l.Title != "\x10Base\x11" || l.Protocol != 666 || l.MaxClients != 16 || l.Map != "maps/start.bsp" ||
		l.GameDir != "" || l.SkyBox != "" ||
		!slices.Equal(l.Models, []string{"", "maps/start.bsp", "*1"}) ||
		!slices.Equal(l.Sounds, []string{"", "misc/null.wav", "b.wav"}) {
		t.Errorf("%+v", l)
	}
	if len(s.Players) != 16 || s.Recorder != 0 || s.View.Entity != 1 || s.LevelCount != 2 {
		t.Errorf("%d players, recorder %d, entity %d, level %d", len(s.Players), s.Recorder, s.View.Entity,
			s.LevelCount)
	}
	s.packet(&message.SkyBox{Text: []byte("dusk_")}, &message.LightStyle{Style: 0, Text: []byte("mamama")},
		&message.LightStyle{Style: 255, Text: []byte("z")})
	if s.Level().SkyBox != "dusk_" || s.LightStyles()[0] != "mamama" || s.LightStyles()[255] != "z" ||
		s.LightStyles()[1] != "" {
		t.Errorf("%q, %q", s.Level().SkyBox, s.LightStyles()[0])
	}
	s.packet(&message.LightStyle{Style: 0})
	if s.LightStyles()[0] != "" || s.LightStyles()[255] != "z" {
		t.Errorf("%q", s.LightStyles()[0])
	}
	s.packet(update(1, 2, 3), &message.ServerInfo{MaxClients: 1}, &message.LightStyle{})
	if len(s.Entities) != 0 {
		t.Errorf("what came before the level is in it: %+v", s.Entities)
	}
	s.packet(&message.ServerInfo{})
	if len(s.Players) != 0 || s.Recorder != nobody || s.Level().Map != "" || len(s.Level().Models) != 1 {
		t.Errorf("%d players, recorder %d, %+v", len(s.Players), s.Recorder, s.Level())
	}
}

// A new level forgets what was true in the one before.
func TestLevelForgets(t *testing.T) {
	for _, format := range []string{"dem", "qwd", "mvd"} {
		var s *script
		var begin message.Message = &message.QWServerData{Protocol: 28}
		if format == "dem" {
			s, begin = newQuake(t, "A", "B"), &message.ServerInfo{}
		} else {
			s = newQuakeWorld(t, format, "A", "B")
			s.packet(&message.QWServerInfo{Key: []byte("map"), Value: []byte("dm3")})
		}
		list := []message.Message{
			&message.SpawnBaseline{EntityDelta: change(9, 1, 1)}, &message.SpawnStatic{EntityDelta: change(0, 1, 1)},
			&message.LightStyle{Style: 3, Text: []byte("a")}, &message.CenterPrint{Text: []byte("middle")},
			&message.Sound{Volume: 255},
			&message.SpawnStaticSound{Volume: 255}, &message.TempEntity{Type: 3}, &message.SetPause{Pause: 1},
			printAt(2, "The match has begun!\n"),
			printAt(2, "A"), &message.SetAngle{},
		}
		if format == "dem" {
			list = append(list, &message.ClientData{ViewHeight: 5, Velocity: [3]int8{1, 1, 1}}, update(1, 2, 3),
				&message.SkyBox{Text: []byte("x")})
		} else {
			list = append(list, &message.QWPlayerInfo{Player: 1}, &message.QWPlayerInfo{Player: 0},
				&message.QWClientBlock{ViewAngles: [3]float32{1, 2, 3}},
				&message.QWNails{Nails: make([]message.QWNail, 2)}, &message.QWKick{Big: true},
				&message.PacketEntities{Entities: []message.EntityDelta{change(9, 5, 5)}},
				&message.MVDHiddenDemoInfo{Block: 0, Data: []byte("{}")})
		}
		s.packet(list...)
		s.packet(&message.UpdateStat{Index: 4, Value: 9}, &message.Finale{Text: []byte("the end")})
		s.Begin(&message.Packet{Block: s.Block + 1, Time: s.time, Targets: everybody})
		s.Apply(begin)
		s.End()
		w := s.World
		for what, bad := range map[string]bool{
			"entities": len(w.Entities) != 0, "entities before": len(w.PrevEntities) != 0,
			"statics": len(w.Statics) != 0, "nails": len(w.Nails) != 0,
			"stats": w.Stats != world.Stats{}, "intermission": w.Intermission, "pause": w.Paused,
			"match":        w.Match != world.Match{},
			"notices":      w.Notices.Len() != 0 || len(w.Notices.Center) != 0 || w.Notices.Finale,
			"effects":      len(w.Effects.List)+len(w.Effects.Sounds)+len(w.Effects.Static) != 0,
			"baselines":    w.Baselines() != 0,
			"light styles": *w.LightStyles() != world.LightStyles{}, "view": w.View.Known ||
				w.View.Origin != [3]float32{} || w.View.Angles != [3]float32{} || w.View.Punch != [3]float32{},
			"match statistics": w.MatchStats != "", "server info": w.Level().ServerInfo != "",
			"sky":   w.Level().SkyBox != "",
			"frame": w.Began(), "level": w.LevelCount != 2, "level event": len(w.Events) != 1 ||
				w.Events[0].Kind != world.EventLevel,
		} {
			if bad {
				t.Errorf("%s: a new level keeps %s", format, what)
			}
		}
		for i := range w.Players {
			if p := &w.Players[i]; p.InUse || p.Visible || p.Name != "" || p.Stats != nil || p.Kills != 0 ||
				p.Pose != (world.Pose{}) {
				t.Errorf("%s: a new level keeps a player: %+v", format, p)
			}
		}
		// The line that was open has gone, too.
		s.packet(&message.UpdateName{Player: 0, Text: []byte("A")}, &message.QWUpdateUserInfo{Player: 0,
			Text: []byte(`\name\A`)})
		if s.printed(" suicides"); len(s.only(world.EventKill)) != 0 || string(w.Notices.Line(0).Text) != " suicides" ||
			w.Notices.Len() != 1 {
			t.Errorf("%s: %q, %+v", format, w.Notices.Line(0).Text, w.Events)
		}
	}
}

// Texts in the middle, and what ends a level.
func TestCenterTexts(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A"), newQuakeWorld(t, "qwd", "A"), newQuakeWorld(t, "mvd", "A")} {
		expect := func(what, text string, finale, intermission bool, events int) {
			t.Helper()
			n := &s.Notices
			if string(n.Center) != text || n.Finale != finale || s.Intermission != intermission ||
				n.CenterClock != s.Clock || n.CenterTargets != everybody {
				t.Errorf("%v: %s: %q, finale %v, at %v (now %v), for %x, intermission %v", s.Game, what, n.Center,
					n.Finale, n.CenterClock, s.Clock, n.CenterTargets, s.Intermission)
			}
			if got := len(s.only(world.EventIntermission)); got != events {
				t.Errorf("%v: %s: %d intermissions", s.Game, what, got)
			}
		}
		s.time += 3
		s.packet(&message.CenterPrint{Text: []byte("go\nnow")})
		expect("center print", "go\nnow", false, false, 0)
		s.packet(&message.CenterPrint{})
		expect("nothing", "", false, false, 0)
		s.packet(&message.Finale{Text: []byte("Well done")})
		expect("finale", "Well done", true, true, 1)
		began := s.Time
		s.packet(&message.Finale{Text: []byte("Bye")})
		expect("second finale", "Bye", true, true, 0)
		if !s.Notices.Congratulations || s.IntermissionTime != began {
			t.Errorf("%v: finale: congratulations %v, the intermission began at %v, not %v", s.Game,
				s.Notices.Congratulations, s.IntermissionTime, began)
		}
		s.time += 3
		s.packet(&message.CenterPrint{Text: []byte("x")})
		expect("after it", "x", false, true, 0)
		if s.Notices.Congratulations || s.IntermissionTime != began || s.Time == began {
			t.Errorf("%v: after it: congratulations %v, the intermission began at %v, not %v (now %v)", s.Game,
				s.Notices.Congratulations, s.IntermissionTime, began, s.Time)
		}
	}
	s := newQuake(t, "A")
	s.packet(&message.Cutscene{Text: []byte("meanwhile")})
	if string(s.Notices.Center) != "meanwhile" || !s.Notices.Finale || s.Notices.Congratulations || s.Intermission {
		t.Errorf("cutscene: %+v", s.Notices)
	}
	if s.packet(&message.Cutscene{Text: []byte("x")}); string(s.Notices.Center) != "x" || !s.Notices.Finale {
		t.Errorf("a short cutscene: %+v", s.Notices)
	}
	s.packet(&message.Cutscene{})
	if len(s.Notices.Center) != 0 || s.Notices.Finale || s.Intermission {
		t.Errorf("an empty cutscene: %+v", s.Notices)
	}
}

// Damage to the recorder.
func TestHitDamage(t *testing.T) {
	hit := &message.HitDamage{Save: 200, Take: 100}
	for _, c := range []struct {
		s      *script
		target uint32
		other  int
	}{{newQuake(t, "A"), 0, 0}, {newQuakeWorld(t, "qwd", "A", "B"), 0, 0}, {newQuakeWorld(t, "mvd", "A", "B"), 1 << 1,
		1}, {newQuakeWorld(t, "mvd", "A", "B"), 3, nobody}} {
		c.s.packetTo(c.target, hit)
		if e := c.s.Events; len(e) != 1 || e[0].Kind != world.EventDamage || e[0].Value != 300 ||
			e[0].Player != nobody || e[0].Other != c.other {
			t.Errorf("%v: %+v", c.s.Game, e)
		}
	}
	// Where hidden messages tell who did it, it would be told twice. They are
	// in servers' recordings only, by the sixth bit of MVD1.
	for _, c := range []struct {
		format string
		tag    uint32
		bits   uint32
		want   int
	}{
		{"mvd", 0x3144564d, 0x20, 0}, {"mvd", 0x3144564d, 0xffff, 0}, {"mvd", 0x3144564d, 0x10, 1},
		{"mvd", 0x3144564d, 0x40, 1},
		{"mvd", 0x58455446, 0x20, 1}, {"qwd", 0x3144564d, 0x20, 1},
	} {
		s := newQuakeWorld(t, c.format, "A")
		s.packet(&message.QWServerData{Protocol: 28, Extensions: []message.QWExtension{{Tag: c.tag, Bits: c.bits}}})
		if s.packetTo(1, hit); len(s.only(world.EventDamage)) != c.want {
			t.Errorf("%+v: %+v", c, s.Events)
		}
	}
}

// Directions, the short way round, and places.
func TestLerp(t *testing.T) {
	for _, c := range []struct {
		a, b, f, want float32
	}{
		{0, 90, 0.5, 45}, {90, 0, 0.25, 67.5}, {0, 90, 0, 0}, {0, 90, 1, 90}, {350, 10, 0.5, 360}, {10, 350, 0.5, 0},
		{-170, 170, 0.5, -180},
		{170, -170, 0.25, 175}, {0, 180, 0.5, 90}, {0, -180, 0.5, -90}, {0, 181, 0.5, -89.5}, {0, -181, 0.5, 89.5},
		{0, 360, 0.5, 0}, {0, 720, 0.5, 0},
		{0, 450, 0.5, 45}, {0, 1000, 0.5, -40}, {-350, 350, 0.5, -360},
	} {
		for axis := range 3 {
			var a, b, want [3]float32
			a[axis], b[axis], want[axis] = c.a, c.b, c.want
			if got := world.LerpAngles(a, b, c.f); got != want {
				t.Errorf("from %v to %v, %v of the way: %v, not %v", a, b, c.f, got, want)
			}
		}
	}
	for f, want := range map[float32][3]float32{0: {1, 2, 3}, 1: {5, -2, 3}, 0.25: {2, 1, 3}, 0.5: {3, 0, 3}} {
		if got := world.Lerp([3]float32{1, 2, 3}, [3]float32{5, -2, 3}, f); got != want {
			t.Errorf("%v of the way: %v, not %v", f, got, want)
		}
	}
}

// The angles of a moment lie between the two looks around it; sixteen are
// kept.
func TestViewAt(t *testing.T) {
	s := newQuakeWorld(t, "qwd", "A")
	if got := s.View.At(0); got != [3]float32{} {
		t.Errorf("before any: %v", got)
	}
	look := func(clock float64, yaw float32) {
		s.at(clock, &message.QWClientBlock{ViewAngles: [3]float32{yaw / 10, yaw, 0}})
	}
	expect := func(clock float64, yaw float32) {
		t.Helper()
		got := s.View.At(s.Clock - s.Time + clock)
		if got != [3]float32{yaw / 10, yaw, 0} {
			t.Errorf("at %v: %v, not yaw %v", clock, got, yaw)
		}
	}
	look(1, 0)
	expect(0, 0)
	expect(5, 0)
	for i := 1; i <= 16; i++ {
		look(1+float64(i), float32(i)*10)
	}
	expect(17, 160)
	expect(18, 160)
	expect(16.5, 155)
	expect(16, 150)
	expect(15.75, 147.5)
	expect(2.5, 15)
	expect(2, 10)
	expect(1.5, 160) // forgotten: the newest is all that there is
	// Two looks of one moment: the second is true.
	look(17, 170)
	expect(17, 170)
	expect(16.5, 160)
	if s.View.Angles != [3]float32{17, 170, 0} {
		t.Errorf("%v", s.View.Angles)
	}
	// A jump of that moment stays one, until the player is named again.
	s.at(18, &message.SetAngle{Angles: [3]wire.Angle{0, 64, 0}}, &message.QWClientBlock{
		ViewAngles: [3]float32{9.5, 95, 0}}, &message.QWPlayerInfo{})
	expect(17.5, 170)
	expect(18, 95)
	look(19, 105)
	expect(18.5, 100)
	s.at(20, &message.SetAngle{}, &message.QWPlayerInfo{}, &message.QWClientBlock{ViewAngles: [3]float32{20, 200, 0}})
	expect(19.5, 105)
	expect(20, 200)
	s.at(20.5, &message.QWClientBlock{ViewAngles: [3]float32{1, 10, 0}},
		&message.SetAngle{Angles: [3]wire.Angle{0, 32, 0}}, &message.QWPlayerInfo{})
	expect(20.25, 200)
	// So is the first look after the server's.
	s.at(21, &message.SetAngle{Angles: [3]wire.Angle{0, 64, 0}})
	look(22, 50)
	if got := s.View.At(s.Clock - 0.5); got != [3]float32{0, 90, 0} {
		t.Errorf("after a jump: %v", got)
	}
}

func TestGameNames(t *testing.T) {
	for format, want := range map[string]string{"dem": "quake", "qwd": "quakeworld", "mvd": "quakeworld",
		"dm2": "quake2", "mvd2": "quake2", "dm3": "quake3"} {
		if got := fmt.Sprint(newWorld(t, format).Game); got != want {
			t.Errorf("%s: %q, not %q", format, got, want)
		}
	}
}
