package report

import (
	"encoding/json"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// stateJSON is the state of a world as JSON.
func stateJSON(t *testing.T, format string, w *world.World, follow int) string {
	t.Helper()
	text, err := json.Marshal(StateOf(format, w, follow))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func wantJSON(t *testing.T, what, got, want string) {
	t.Helper()
	if got != want {
		t.Errorf("%s:\n%s\nwant\n%s", what, got, want)
	}
}

// filled is a world with something in every field that is printed.
func filled(format string) *world.World {
	w := rules.New(format)
	w.Block, w.Time, w.Clock, w.Snapshots = 40, 12.5, 2.5, 33
	w.Level().Quake3Stats = world.Quake3Stats{Weapons: 2, Armor: 3}
	w.Recorder = 1
	w.Entities = []world.Entity{{
		Number: 70, Origin: [3]float32{1, 2, 3}, Angles: [3]float32{4, 5, 6}, Model: [4]uint16{9, 8, 7, 6}, Frame: 11,
		Skin:    0x203,
		Effects: 13, RenderFX: 14, Sound: 15, Solid: 16, Colormap: 17, Alpha: 18, Scale: 19, Type: 20, Weapon: 21,
	}}
	stats := new(world.Stats)
	stats.Set(0, 77)
	stats.Set(1, 78)
	stats.Set(3, 79)
	stats.Set(4, 80)
	stats.Set(16, 22)
	w.Stats.Set(0, 55)
	w.Stats.Set(1, 56)
	w.Stats.Set(3, 57)
	w.Stats.Set(4, 58)
	w.Stats.Set(63, -1)
	w.Players = []world.Player{
		{
			Slot: 0, Name: "A\xe1", Team: "red", Visible: true, InUse: true, Spectator: true, Dead: true,
			Pose: world.Pose{Origin: [3]float32{10, 20, 30}, Angles: [3]float32{40, 50, 60}, Velocity: [3]float32{
				70, 80, 90}, VelocityKnown: format == "qwd" || format == "dm3"},
			Model: 3, Frame: 4, WeaponFrame: 5, SkinNumber: 6, Weapon: 7, Effects: 8, WeaponModel: 9, Frags: 10,
			FOV: 100, Stats: stats,
		},
		{Slot: 1, Name: "B", Visible: true, InUse: true, Pose: world.Pose{Velocity: [3]float32{1, 0, -1},
			VelocityKnown: true}},
		{Slot: 2, Name: "C", InUse: true},
	}
	w.Match.FragsCount = true
	w.View = world.View{Origin: [3]float32{1, 1, 1}, Angles: [3]float32{2, 2, 2}, Punch: [3]float32{3, 0, 0}, FOV: 90,
		Known: true}
	w.Nails = []world.Nail{{Number: 5, Origin: [3]float32{1, 2, 3}, Angles: [3]float32{4, 5, 0}},
		{Origin: [3]float32{6, 7, 8}}}
	return w
}

// Without the beginning of a demo of Quake II, stats are unknown until they are sent.
func TestStateWithoutBeginning(t *testing.T) {
	w := rules.New("dm2")
	w.Assume(&message.Quake2ServerData{Protocol: 34, IsDemo: 1})
	for block, stats := range [][]int16{nil, {0}} {
		w.Begin(&message.Packet{Kind: message.PacketServer, Block: block})
		w.Apply(&message.Quake2Frame{Sequence: int32(100 + block), Delta: -1})
		w.Apply(&message.Quake2PlayerInfo{Mask: message.PlayerOrigin, StatBits: uint64(len(stats)) << 1, Stats: stats})
		w.Apply(&message.PacketEntities{})
		w.End()
		p := &StateOf("dm2", w, world.Nobody).Players[0]
		if told := len(stats) > 0; p.Health != nil != told || p.Armor != nil || p.Frags != nil {
			t.Errorf("%v: health %v, armor %v, frags %v", stats, p.Health, p.Armor, p.Frags)
		}
	}
}

func TestStateOfEachFormat(t *testing.T) {
	wantJSON(t, "qwd", stateJSON(t, "qwd", filled("qwd"), world.Nobody),
		`{"block":40,"time":12.5,"clock":2.5,"map":"",`+
			`"entities":[{"number":70,"modelindex":9,"model":"","frame":11,"skin":515,"colormap":17,"effects":13,`+
			`"sound":15,"solid":16,"alpha":18,"scale":19,"origin":[1,2,3],"angles":[4,5,6]}],`+
			`"players":[{"slot":0,"name":"Aá",`+
			`"plain_name":"Aa","team":"red","spectator":true,"dead":true,"origin":[10,20,30],`+
			`"angles":[40,50,60],"velocity":[70,80,90],"frame":4,"weaponframe":5,"modelindex":3,"skin":6,`+
			`"effects":8,"weaponmodel":9,"fov":100,"frags":10,"health":77,"armor":80,"stats":{"0":77,"1":78,`+
			`"16":22,"3":79,"4":80}},`+
			`{"slot":1,"name":"B","team":"","origin":[0,0,0],"angles":[0,0,0],"velocity":[1,0,-1],"frame":0,`+
			`"weaponframe":0,"modelindex":0,"skin":0,"effects":0,"frags":0,"health":55,"armor":58}],`+
			`"nails":[{"number":5,"origin":[1,2,3],"angles":[4,5,0]},{"origin":[6,7,8],"angles":[0,0,0]}],`+
			`"stats":{"0":55,"1":56,"3":57,"4":58,"63":-1},"view":{"origin":[1,1,1],"angles":[2,2,2],"punch":[3,0,`+
			`0],"fov":90}}`)
	wantJSON(t, "dem", stateJSON(t, "dem", filled("dem"), 1), `{"block":40,"time":12.5,"clock":2.5,"map":"",`+
		`"entities":[{"number":70,"modelindex":9,"model":"","frame":11,"skin":515,"colormap":17,"effects":13,`+
		`"sound":15,"solid":16,"alpha":18,"scale":19,"origin":[1,2,3],"angles":[4,5,6]}],`+
		`"players":[{"slot":0,"name":"Aá",`+
		`"plain_name":"Aa","spectator":true,"dead":true,"origin":[10,20,30],"angles":[40,50,60],`+
		`"frame":4,"modelindex":3,"skin":6,"effects":8,"weaponmodel":9,"fov":100,"frags":10,"health":77,`+
		`"armor":80,"stats":{"0":77,"1":78,"16":22,"3":79,"4":80}},`+
		`{"slot":1,"name":"B","origin":[0,0,0],"angles":[0,0,0],"velocity":[1,0,-1],"frame":0,"modelindex":0,`+
		`"skin":0,"effects":0,"frags":0,"health":55,"armor":58}],`+
		`"stats":{"0":55,"1":56,"3":57,"4":58,"63":-1},"view":{"origin":[1,1,1],"angles":[2,2,2],"punch":[3,0,0],`+
		`"fov":90}}`)
	wantJSON(t, "dm2", stateJSON(t, "dm2", filled("dm2"), world.Nobody),
		`{"block":40,"time":12.5,"clock":2.5,"map":"",`+
			`"entities":[{"number":70,"modelindex":9,"model":"","modelindex2":8,"modelindex3":7,"modelindex4":6,`+
			`"frame":11,"skin":3,"vwep":2,"effects":13,"renderfx":14,"sound":15,"solid":16,"origin":[1,2,3],`+
			`"angles":[4,5,6]}],`+
			`"players":[{"slot":0,"name":"Aá",`+
			`"plain_name":"Aa","spectator":true,"dead":true,"origin":[10,20,30],"angles":[40,50,60]`+
			`,"frame":4,"modelindex":3,"skin":6,"effects":8,"weaponmodel":9,"fov":100,"health":78,"armor":0,`+
			`"stats":{"0":77,"1":78,"16":22,"3":79,"4":80}},`+
			`{"slot":1,"name":"B","origin":[0,0,0],"angles":[0,0,0],"velocity":[1,0,-1],"frame":0,"modelindex":0,`+
			`"skin":0,"effects":0,"health":56,"armor":0}],`+
			`"stats":{"0":55,"1":56,"3":57,"4":58,"63":-1},"view":{"origin":[1,1,1],"angles":[2,2,2],"punch":[3,0,`+
			`0],"fov":90}}`)
	wantJSON(t, "dm3", stateJSON(t, "dm3", filled("dm3"), world.Nobody),
		`{"block":32,"packet":40,"time":12.5,"clock":2.5,"map":"",`+
			`"entities":[{"number":70,"type":20,"modelindex":9,"model":"","modelindex2":8,"frame":11,"client":515,`+
			`"weapon":21,"effects":13,"sound":15,"solid":16,"origin":[1,2,3],"angles":[4,5,6]}],`+
			`"players":[{"slot":0,"name":"Aá","team":"red","spectator":true,"dead":true,"origin":[10,20,30],`+
			`"angles":[40,50,60],"velocity":[70,80,90],"frame":4,"weaponframe":5,"modelindex":3,"effects":8,`+
			`"weapon":7,"weaponmodel":9,"fov":100,"frags":10,"health":77,"armor":79,"stats":{"0":77,"1":78,`+
			`"16":22,"3":79,"4":80}},`+
			`{"slot":1,"name":"B","team":"","origin":[0,0,0],"angles":[0,0,0],"velocity":[1,0,-1],"frame":0,`+
			`"weaponframe":0,"modelindex":0,"effects":0,"weapon":0,"frags":0,"health":55,"armor":57}],`+
			`"stats":{"0":55,"1":56,"3":57,"4":58,"63":-1},"view":{"origin":[1,1,1],"angles":[2,2,2],"punch":[3,0,`+
			`0],"fov":90}}`)
}

// Armor has another number in games with the mission pack's code.
func TestArmorOfQuake3(t *testing.T) {
	for index, want := range map[int]int32{3: 57, 4: 58} {
		w := filled("dm3")
		w.Level().Quake3Stats.Armor = index
		if got := StateOf("dm3", w, world.Nobody).Players[1].Armor; got == nil || *got != want {
			t.Errorf("stat %d: armor %v, want %d", index, got, want)
		}
	}
}

// Whose stats and eye they are.
func TestStateOfFollowed(t *testing.T) {
	w := filled("mvd")
	w.Recorder = world.Nobody
	s := StateOf("mvd", w, 0)
	if s.Stats["0"] != 77 || s.View == nil || s.View.Origin != (Vec{10, 20, 14}) ||
		s.View.Angles != (Vec{40, 50, 80}) || s.View.FOV != 100 || s.View.Punch != nil {
		t.Errorf("stats %v, view %+v", s.Stats, s.View)
	}
	if s.Players[0].Velocity != nil {
		t.Error("a velocity that is not known is printed")
	}
	if s = StateOf("mvd", w, 1); len(s.Stats) != 0 || s.Stats == nil || s.View == nil ||
		s.View.Origin != (Vec{0, 0, 22}) {
		t.Errorf("without stats: %v, %+v", s.Stats, s.View)
	}
	if s = StateOf("mvd", w, 2); s.View != nil {
		t.Errorf("of one who cannot be seen: %+v", s.View)
	}
	// Quake II tells eyes.
	w = filled("mvd2")
	w.Recorder = world.Nobody
	p := &w.Players[0]
	p.EyeKnown, p.ViewOffset, p.Punch = true, [3]float32{1, 2, 22}, [3]float32{0, 4, 0}
	s = StateOf("mvd2", w, 0)
	if s.View == nil || s.View.Origin != (Vec{11, 22, 52}) || s.View.Punch == nil || *s.View.Punch != (Vec{0, 4, 0}) {
		t.Errorf("view %+v", s.View)
	}
	if a := s.Players[0]; a.ViewOffset == nil || *a.ViewOffset != (Vec{1, 2, 22}) || a.Frags == nil || *a.Frags != 10 ||
		a.WeaponFrame == nil || *a.WeaponFrame != 5 {
		t.Errorf("player %+v", a)
	}
	if b := s.Players[1]; b.ViewOffset != nil || b.Frags != nil || b.WeaponFrame != nil || b.Health != nil {
		t.Errorf("player %+v", b)
	}
}
