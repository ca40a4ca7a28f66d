package quake2

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/formats/wire"
	"demoscope/player/world"
	"demoscope/player/world/equipment"
	"demoscope/player/world/internal/worldtest"
)

func quake2Begin(protocol int32, isDemo uint8, client int16) []message.Message {
	return []message.Message{
		&message.Quake2ServerData{Protocol: protocol, IsDemo: isDemo, Client: client, MapName: []byte("The Edge"),
			GameDir: []byte("ctf")},
		&message.ConfigString{Index: 30, Text: []byte("4")},
		&message.ConfigString{Index: 31, Text: []byte("-2")},
		&message.ConfigString{Index: 33, Text: []byte("maps/q2dm1.bsp")},
		&message.ConfigString{Index: 1312, Text: []byte(`Ranger\male/grunt`)},
		&message.ConfigString{Index: 1313, Text: []byte(`Quarry\female/athena`)},
	}
}

// modelX makes a change that sets the model and x, in units.
func modelX(number, model int32, x float32) message.EntityDelta {
	return message.EntityDelta{
		Number: number, Mask: message.FieldModel | message.FieldOriginX, Model: model, Origin: [3]wire.Coord{
			wire.Coord(x * 8)},
	}
}

func quake2FrameOf(sequence, delta int32, changes ...message.EntityDelta) []message.Message {
	return []message.Message{
		&message.Quake2Frame{Sequence: sequence, Delta: delta},
		&message.Quake2PlayerInfo{
			Mask: message.PlayerOriginX, Origin: [3]wire.Coord{wire.Coord(sequence * 8)},
			Difference: message.PlayerOriginX,
		},
		&message.PacketEntities{Entities: changes},
	}
}

// numbersAndX lists entities as number: x.
func numbersAndX(w *world.World) map[int32]float32 {
	m := map[int32]float32{}
	for i := range w.Entities {
		m[w.Entities[i].Number] = w.Entities[i].Origin[0]
	}
	return m
}

func TestQuake2Deltas(t *testing.T) {
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0),
		[]message.Message{&message.SpawnBaseline{EntityDelta: modelX(9, 5, 900)}})
	gone := message.EntityDelta{Number: 7, Remove: true}
	nine := message.EntityDelta{Number: 9, Mask: message.FieldFrame, Frame: 1}
	for _, step := range []struct {
		name    string
		packet  []message.Message
		want    map[int32]float32
		players float32 // the recorder's x: the sum of the frames' numbers since the last whole one
	}{
		{"whole", quake2FrameOf(1, -1, modelX(7, 2, 70), modelX(8, 2, 80)), map[int32]float32{7: 70, 8: 80}, 1},
		{"one comes, from its baseline", quake2FrameOf(2, 1, nine), map[int32]float32{7: 70, 8: 80, 9: 900}, 3},
		{"one goes", quake2FrameOf(3, 2, gone), map[int32]float32{8: 80, 9: 900}, 6},
		{"of an earlier frame", quake2FrameOf(4, 1, modelX(8, 2, 81)), map[int32]float32{7: 70, 8: 81}, 5},
		{"of the last", quake2FrameOf(5, 4), map[int32]float32{7: 70, 8: 81}, 10},
		{"whole again, by 0", quake2FrameOf(6, 0, modelX(3, 2, 30)), map[int32]float32{3: 30}, 6},
		{"of a frame that never came: of the last", quake2FrameOf(9, 8, modelX(4, 2, 40)),
			map[int32]float32{3: 30, 4: 40}, 15},
		{"of a frame too long ago: of the last", quake2FrameOf(22, 6, modelX(5, 2, 50)), map[int32]float32{3: 30, 4: 40,
			5: 50}, 37},
		{"whole again, by less than -1", quake2FrameOf(23, -100), map[int32]float32{}, 23},
	} {
		worldtest.Play(w, step.packet)
		if d := cmp.Diff(step.want, numbersAndX(w)); d != "" {
			t.Errorf("%s: %s", step.name, d)
		}
		if got := w.Players[0].Pose.Origin[0]; got != step.players {
			t.Errorf("%s: the recorder at %v, not %v", step.name, got, step.players)
		}
	}
	if w.Time != 2.3 {
		t.Errorf("time %v", w.Time)
	}
}

func TestQuake2Level(t *testing.T) {
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 1), quake2FrameOf(1, -1))
	l := w.Level()
	if l.Map != "maps/q2dm1.bsp" || l.Title != "The Edge" || l.GameDir != "ctf" || l.MaxClients != 4 ||
		l.Checksum != 0xfffffffe || !l.HasChecksum {
		t.Errorf("%+v", l)
	}
	if w.Recorder != 1 || w.View.Entity != 2 || !w.View.Known || w.Players[0].Name != "Ranger" ||
		w.Players[1].Skin != "female/athena" {
		t.Errorf("recorder %d, %+v", w.Recorder, w.Players)
	}
	// The next level goes on with the viewer's clock, and forgets the rest.
	worldtest.Play(w, quake2FrameOf(2, 1, modelX(9, 1, 5)))
	clock := w.Clock
	worldtest.Play(w, quake2Begin(34, 1, 0), quake2FrameOf(1, -1))
	if w.LevelCount != 2 || w.Clock <= clock || w.Time != 0.1 || len(w.Entities) != 0 || w.Recorder != 0 {
		t.Errorf("level %d, clock %v after %v, time %v, %d entities", w.LevelCount, w.Clock, clock, w.Time,
			len(w.Entities))
	}
}

func TestQuake2EventsLastOneFrame(t *testing.T) {
	event := modelX(9, 1, 5)
	event.Mask |= message.FieldEvent
	event.Event = eventTeleport
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), quake2FrameOf(1, -1, event))
	if e := w.Entity(9); e.Event != eventTeleport || e.Flags&world.FlagNoLerp == 0 {
		t.Errorf("%+v", e)
	}
	if len(w.Effects.List) != 1 || w.Effects.List[0].Kind != world.EffectTeleport || len(w.Effects.Sounds) != 1 ||
		w.Effects.Sounds[0].Path(w.Level()) != "misc/tele1.wav" {
		t.Errorf("%+v", w.Effects)
	}
	worldtest.Play(w, quake2FrameOf(2, 1))
	if e := w.Entity(9); e.Event != 0 || e.Flags != 0 {
		t.Errorf("a frame later %+v", e)
	}
	worldtest.Play(w, quake2FrameOf(3, 1)) // of the frame that has the event
	if e := w.Entity(9); e.Event != 0 || e.Flags != 0 {
		t.Errorf("of the frame before %+v", e)
	}
}

func TestQuake2ServerRecording(t *testing.T) {
	frame := func(n int32, changes ...message.EntityDelta) []message.Message {
		return []message.Message{&message.Quake2Frame{Server: true, Sequence: n}, &message.PacketEntities{
			Entities: changes}}
	}
	w := worldtest.Play(newDemo(t), quake2Begin(34, 2, -1), frame(838, modelX(1, 255, 10),
		modelX(2, 255, 20), modelX(99, 3, 30)))
	if w.Recorder != world.Nobody || w.View.Known || !w.Players[0].Visible || w.Players[0].Pose.Origin[0] != 10 {
		t.Errorf("recorder %d, view %v, players %+v", w.Recorder, w.View.Known, w.Players)
	}
	worldtest.Play(w, frame(839, modelX(2, 255, 21)))
	if d := cmp.Diff(map[int32]float32{2: 21}, numbersAndX(w)); d != "" {
		t.Error(d)
	}
	if w.Players[0].Visible || !w.Players[1].Visible || w.Players[1].Was.Origin[0] != 20 {
		t.Errorf("%+v", w.Players)
	}
}

func TestQuake2Relay(t *testing.T) {
	frame := func(n, delta int32) []message.Message {
		info := func(x int32) *message.Quake2PlayerInfo {
			return &message.Quake2PlayerInfo{
				Mask: message.PlayerOriginX | message.PlayerFOV, FOV: 110, Difference: message.PlayerOriginX,
				Origin:   [3]wire.Coord{wire.Coord(x * 8)},
				StatBits: 1 << world.Quake2StatHealth, Stats: []int16{int16(x)},
			}
		}
		return []message.Message{
			&message.Quake2Frame{Sequence: n, Delta: delta, Connected: []byte{0, 1}},
			&message.RelayUnicast{Client: 0}, info(10),
			&message.RelayUnicast{Client: 1}, info(20),
			&message.RelayUnicast{Client: 1}, &message.Layout{Text: []byte("xv 0")},
			&message.PacketEntities{Entities: []message.EntityDelta{modelX(1, 255, 1), modelX(2, 255, 2)}},
		}
	}
	w := worldtest.Play(newDemo(t), quake2Begin(34, 0x80, -1), frame(1, -1), frame(2, 1))
	if w.Recorder != world.Nobody || w.View.Known {
		t.Errorf("recorder %d, view %v", w.Recorder, w.View.Known)
	}
	for slot, x := range []float32{20, 40} {
		p := &w.Players[slot]
		if !p.EyeKnown || p.FOV != 110 || p.Pose.Origin[0] != x || p.Stats == nil ||
			p.Stats.Values[world.Quake2StatHealth] != int32(x/2) || !p.Visible {
			t.Errorf("player %d: %+v", slot, p)
		}
	}
}

func TestQuake2Screen(t *testing.T) {
	inventory := &message.Inventory{}
	inventory.Items[7] = 3
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), quake2FrameOf(1, -1),
		[]message.Message{
			inventory, &message.Layout{Text: []byte("client 0 0 1 12 34 5 string \"x\"")},
			&message.Print{Level: 3, Text: []byte("Ranger: hi\n")}, &message.CenterPrint{Text: []byte("middle")},
			&message.StuffText{Text: []byte("quit\n")},
		})
	u := &w.Quake2HUD
	if u.Inventory[7] != 3 || u.Layout == "" {
		t.Errorf("%+v", u)
	}
	if p := &w.Players[1]; p.Frags != 12 || p.Ping != 34 {
		t.Errorf("scores %+v", p)
	}
	if string(w.Notices.Center) != "middle" || w.Notices.Len() != 1 || !w.Notices.Line(0).Chat {
		t.Errorf("%+v", w.Notices)
	}
}

func TestQuake2Effects(t *testing.T) {
	for _, test := range []struct {
		protocol int32
		m        message.Message
		kind     world.EffectKind
		sound    string
	}{
		{34, &message.Quake2TempEntity{Type: 26, Origin: [3]wire.Coord{8}}, world.EffectBlood, ""},
		{31, &message.Quake2TempEntity{Type: 27, Origin: [3]wire.Coord{8}}, world.EffectBlood, ""},
		{31, &message.Quake2TempEntity{Type: 26, Origin: [3]wire.Coord{8}}, world.EffectSparks, ""},
		{34, &message.Quake2TempEntity{Type: 3, Origin: [3]wire.Coord{8}}, world.EffectRail, "weapons/railgf1a.wav"},
		{34, &message.Quake2MuzzleFlash{Entity: 9, Value: 6 | flashSilenced}, world.EffectMuzzleFlash,
			"weapons/railgf1a.wav"},
		{34, &message.Quake2MuzzleFlash{Entity: 9, Monster: true, Value: 61}, world.EffectMuzzleFlash, ""},
		{34, &message.Sound{Sound: 1, Entity: 9, Volume: 255}, 0, "misc/talk.wav"},
	} {
		begin := append(quake2Begin(test.protocol, 1, 0), &message.ConfigString{Index: 289,
			Text: []byte("misc/talk.wav")})
		w := worldtest.Play(newDemo(t), begin, quake2FrameOf(1, -1, modelX(9, 1, 1)),
			[]message.Message{test.m})
		if test.kind != 0 && (len(w.Effects.List) != 1 || w.Effects.List[0].Kind != test.kind ||
			w.Effects.List[0].Origin[0] != 1) {
			t.Errorf("%+v: %+v", test.m, w.Effects.List)
		}
		got := ""
		if len(w.Effects.Sounds) == 1 {
			got = w.Effects.Sounds[0].Path(w.Level())
		}
		if got != test.sound {
			t.Errorf("%+v: sound %q", test.m, got)
		}
	}
}

func TestMultiViewStates(t *testing.T) {
	begin := func() []message.Message {
		list := []message.ConfigString{}
		for _, m := range quake2Begin(34, 1, 0)[1:] {
			list = append(list, *m.(*message.ConfigString))
		}
		player := func(slot uint8, x int32) message.Quake2PlayerInfo {
			return message.Quake2PlayerInfo{
				Number: slot, Mask: message.PlayerOriginX | message.PlayerViewAngles, Origin: [3]wire.Coord{
					wire.Coord(x * 8)},
				ViewAngles: [3]wire.Angle{8192, 16384},
			}
		}
		return []message.Message{&message.MultiViewData{
			Protocol: 37, Version: 2010, Client: 3, ConfigStrings: list,
			Frame: message.MultiViewFrame{
				Players:  []message.Quake2PlayerInfo{player(0, 10), player(3, 30)},
				Entities: []message.EntityDelta{modelX(1, 255, 1), modelX(4, 255, 4), modelX(50, 2, 500)},
			},
		}}
	}
	frame := func(changes ...message.EntityDelta) []message.Message {
		return []message.Message{&message.MultiViewFrame{Entities: changes}}
	}
	gone := modelX(50, 6, 501)
	gone.Remove = true
	w := worldtest.Play(newMultiView(t), begin())
	// A player's entity is where he is; the observer's is left alone.
	if d := cmp.Diff(map[int32]float32{1: 10, 4: 4, 50: 500}, numbersAndX(w)); d != "" {
		t.Error(d)
	}
	if e := w.Entity(1); e.Angles != [3]float32{15, 90, 0} {
		t.Errorf("angles %v", e.Angles)
	}
	if w.Recorder != world.Nobody || !w.Players[3].Spectator || w.Players[0].Spectator || !w.Players[0].EyeKnown ||
		w.Players[1].InUse {
		t.Errorf("%+v", w.Players)
	}
	// One that goes keeps what it was told then, until it comes back.
	worldtest.Play(w, frame(gone), frame())
	if d := cmp.Diff(map[int32]float32{1: 10, 4: 4}, numbersAndX(w)); d != "" {
		t.Error(d)
	}
	worldtest.Play(w, frame(message.EntityDelta{Number: 50, Mask: message.FieldFrame, Frame: 3}))
	if e := w.Entity(50); e == nil || e.Origin[0] != 501 || e.Model[0] != 6 || e.Frame != 3 {
		t.Errorf("%+v", e)
	}
	worldtest.Play(w, []message.Message{&message.MultiViewFrame{Players: []message.Quake2PlayerInfo{
		{Number: 0, Quake2PlayerRare: message.Quake2PlayerRare{Remove: true}}}}})
	if w.Players[0].InUse || w.Players[0].Visible {
		t.Errorf("%+v", w.Players[0])
	}
	if w.Time != 0.4 {
		t.Errorf("time %v", w.Time)
	}
	for _, c := range []struct {
		index          uint16
		models, sounds int
	}{{9, 0, 0}, {35, 1, 0}, {36, 2, 0}, {290, 2, 1}, {600, 2, 1}} { // a text, two models, a sound and a picture
		worldtest.Play(w, []message.Message{&message.ConfigString{Index: c.index, Text: []byte("late")}})
		if texts := &w.Level().Texts; int(texts.LateModels) != c.models || int(texts.LateSounds) != c.sounds {
			t.Errorf("%+v: %d models and %d sounds are late", c, texts.LateModels, texts.LateSounds)
		}
	}
	worldtest.Play(w, begin())
	if w.LevelCount != 2 || w.Entity(50).Model[0] != 2 || !w.Players[0].InUse {
		t.Errorf("level %d: %+v", w.LevelCount, w.Entities)
	}
}

// What is for one client is for its player alone; what the observer is sent, for
// everybody. Chat, of which each client is sent a copy, is one line and one event.
func TestMultiViewCasts(t *testing.T) {
	w := worldtest.Play(newMultiView(t), []message.Message{&message.MultiViewData{Protocol: 37,
		Version: 2010, Client: 3}})
	cast := func(client uint8, text string) message.Message {
		return &message.MultiViewCast{Client: client, Messages: []message.Message{
			&message.Print{Text: []byte(text + "\n")}, &message.Quake2TempEntity{Type: 5},
		}}
	}
	worldtest.Play(w, []message.Message{cast(1, "for one"), cast(3, "for the observer"),
		&message.MultiViewCast{To: message.CastAll, Messages: []message.Message{
			&message.Print{Text: []byte("for all\n")}}}})
	lines := func(n int) (list []string) {
		for i := n - 1; i >= 0; i-- {
			l := w.Notices.Line(i)
			list = append(list, fmt.Sprintf("%s %x", l.Text, l.Targets))
		}
		return list
	}
	if got := lines(3); w.Notices.Len() != 3 || !slices.Equal(got, []string{"for one 2", "for the observer ffffffff",
		"for all ffffffff"}) {
		t.Errorf("%q", got)
	}
	if e := w.Effects.List; len(e) != 2 || e[0].Only != 2 || e[1].Only != 0 {
		t.Errorf("%+v", e)
	}
	chat := func(client uint8, text string) message.Message {
		return &message.MultiViewCast{Client: client, Messages: []message.Message{
			&message.Print{Level: 3, Text: []byte(text + "\n")}}}
	}
	worldtest.Play(w, []message.Message{chat(0, "Ann: a"), chat(1, "Ann: a"), chat(0, "Ann: b"), chat(3, "Ann: b"),
		chat(3, "Ann: c"), chat(1, "Ann: c")})
	if got := lines(3); w.Notices.Len() != 6 ||
		!slices.Equal(got, []string{"Ann: a 3", "Ann: b ffffffff", "Ann: c ffffffff"}) || len(w.Events) != 3 {
		t.Errorf("%q, %+v", got, w.Events)
	}
}

func quake2Print(level uint8, text string) []message.Message {
	return []message.Message{&message.Print{Level: level, Text: []byte(text)}}
}

func TestQuake2Told(t *testing.T) {
	for _, test := range []struct {
		level uint8
		print string
		want  []string
	}{
		{1, "Ranger was railed by Quarry\n", []string{"Quarry kills Ranger by railgun"}},
		{3, "Quarry: Ranger was railed by Quarry\n", []string{`Quarry says "Quarry: Ranger was railed by Quarry\n"`}},
		{3, "(Quarry): here\n", []string{`Quarry says "(Quarry): here\n"`}},
		{3, "Please report issues\n", []string{`- says "Please report issues\n"`}},
		{2, "Quarry got the RED flag!\n", []string{"Quarry takes Red Flag"}},
		{2, "Quarry captured the BLUE flag!\n", []string{"Quarry captures Blue Flag0"}},
		{2, "Quarry lost the BLUE flag!\n", []string{"Quarry loses Blue Flag"}},
		{2, "Quarry returned the RED flag!\n", []string{"Quarry returns Red Flag"}},
		{2, "The RED flag has returned!\n", []string{"- returns Red Flag"}},
		{2, "Fight!\n", []string{"begin"}},
		{2, "Timelimit hit.\n", []string{"end"}},
		{2, "Fraglimit hit.\n", []string{"end"}},
		{2, "Timelimit hit. Match ended.\n", []string{"end"}},
		{3, "Quarry called a time out. Match will resume automatically in 5 minutes.\n",
			[]string{`- says "Quarry called a time out. Match will resume automatically in 5 minutes.\n"`,
				"Quarry pause 1"}},
		{3, "Quarry (Home) called a time out. Match will resume automatically in 5 minutes.\n",
			[]string{`- says "Quarry (Home) called a time out. Match will resume automatically in 5 minutes.\n"`,
				"Quarry pause 1"}},
	} {
		w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), quake2FrameOf(1, -1),
			quake2Print(test.level, test.print))
		worldtest.ExpectEvents(t, w, test.print, test.want...)
	}
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), quake2FrameOf(1, -1),
		quake2Print(3, "Quarry called a time out.\n"), quake2Print(2, "Fight!\n"))
	worldtest.ExpectEvents(t, w, "the time-out is over", "- pause 0")
	worldtest.Play(w, []message.Message{&message.CenterPrint{Text: []byte("**\n\nMATCH HAS STARTED!\n\n**")}})
	worldtest.ExpectEvents(t, w, "a match of capture-the-flag", "begin")
}

// A match begins and ends with the frame of the packet whose words say so.
func TestQuake2TimesOfAMatch(t *testing.T) {
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), quake2FrameOf(1, -1),
		append(quake2Print(2, "Fight!\n"), quake2FrameOf(2, 1)...), quake2FrameOf(3, 2),
		append(quake2Print(2, "Timelimit hit.\n"), quake2FrameOf(4, 3)...))
	r := w.Results()
	if len(r) != 1 || math.Abs(r[0].Start-0.1) > 0.001 || math.Abs(r[0].End-0.3) > 0.001 {
		t.Errorf("%+v", r)
	}
	// Frags of the warm-up do not count, but those that the game tells.
	w.Players[0].Frags, w.Players[1].Frags = 3, 5
	w.Players[0].SetCounts(world.Counts{Kills: 4, Deaths: 3, Suicides: 2, TeamKills: 1})
	worldtest.Play(w, quake2Print(2, "Fight!\n"))
	if w.Players[0].Frags != 3 || w.Players[1].Frags != 0 || w.Players[0].Counts() != (world.Counts{}) {
		t.Errorf("%d and %d frags, %+v", w.Players[0].Frags, w.Players[1].Frags, w.Players[0].Counts())
	}
}

// What a player takes is in a stat, but for the megahealth, which is heard.
func TestQuake2Items(t *testing.T) {
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), []message.Message{
		&message.ConfigString{Index: 1057, Text: []byte("Railgun")},
		&message.ConfigString{Index: 1058, Text: []byte("Health")},
		&message.ConfigString{Index: 1059, Text: []byte("Combat Armor")},
		&message.ConfigString{Index: 289, Text: []byte("items/m_health.wav")},
		&message.ConfigString{Index: 290, Text: []byte("items/s_health.wav")},
	})
	frame := func(n int32, index int16, more ...message.Message) {
		list := quake2FrameOf(n, n-1)
		info := list[1].(*message.Quake2PlayerInfo)
		info.StatBits, info.Stats = 1<<world.Quake2StatPickupText, []int16{index}
		worldtest.Play(w, append(list, more...))
	}
	frame(1, 1057)
	worldtest.ExpectEvents(t, w, "before the recording")
	frame(2, 0)
	frame(3, 1057)
	worldtest.ExpectEvents(t, w, "a weapon", "Ranger takes Railgun")
	frame(4, 1057)
	worldtest.ExpectEvents(t, w, "still shown")
	frame(5, 1058)
	worldtest.ExpectEvents(t, w, "a little health")
	frame(6, 1059, &message.Sound{Entity: 2, Sound: 1}, &message.Sound{Entity: 2, Sound: 2},
		&message.Sound{Entity: 99, Sound: 1})
	worldtest.ExpectEvents(t, w, "armor, and a sound", "Ranger takes Combat Armor", "Quarry takes Megahealth")
}

func TestStatusBarIsOneText(t *testing.T) {
	piece := strings.Repeat("a", 63) + " "
	long := strings.Repeat("b", 200)
	for _, test := range []struct {
		name  string
		texts map[int]string
		want  string
	}{
		{"pieces of 64 bytes", map[int]string{5: piece, 6: piece, 7: "end"}, piece + piece + "end"},
		{"the whole, and its tail again", map[int]string{5: long, 6: long[64:], 7: long[128:], 8: long[192:]}, long},
		{"beyond the last piece", map[int]string{28: long}, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := textsOf(t, test.texts).Level().Texts.StatusBar; got != test.want {
				t.Errorf("%q, not %q", got, test.want)
			}
		})
	}
}

func newDemo(t testing.TB) *world.World { return worldtest.Watch(t, world.New(world.Quake2, NewDemo)) }

func newMultiView(t testing.TB) *world.World {
	return worldtest.Watch(t, world.New(world.Quake2, NewMultiView))
}

// textsOf returns a game whose level has these config strings.
func textsOf(t testing.TB, texts map[int]string) *world.World {
	list := quake2Begin(34, 1, 0)
	for index, s := range texts {
		list = append(list, &message.ConfigString{Index: uint16(index), Text: []byte(s)})
	}
	return worldtest.Play(newDemo(t), list)
}

// Before the map changes a server sends the last frame once more, with "changing", as a change of
// itself: what it does not name is as it was, and nothing is lost. This holds where the ring still has the
// frame and in a copy that was given it.
func TestQuake2DeltaOfItself(t *testing.T) {
	const freeze = 4 // pm_type
	stats := &message.Quake2PlayerInfo{Mask: message.PlayerType, Type: freeze, StatBits: 1 << world.Quake2StatHealth,
		Stats: []int16{100}}
	full := func(sequence int32, changes ...message.EntityDelta) []message.Message {
		return []message.Message{&message.Quake2Frame{Sequence: sequence}, stats, &message.PacketEntities{
			Entities: changes}}
	}
	again := func(sequence int32) []message.Message {
		return []message.Message{
			&message.StuffText{Text: []byte("changing\n")},
			&message.Quake2Frame{Sequence: sequence, Delta: sequence},
			&message.Quake2PlayerInfo{},
			&message.PacketEntities{Entities: []message.EntityDelta{{Number: 8, Mask: message.FieldOriginX,
				Origin: [3]wire.Coord{300 * 8}}}},
		}
	}
	play := func(w *world.World, list []message.Message) {
		packet(w, list)
	}
	check := func(t *testing.T, w *world.World) {
		t.Helper()
		if diff := cmp.Diff(map[int32]float32{7: 100, 8: 300}, numbersAndX(w)); diff != "" {
			t.Errorf("entities: %s", diff)
		}
		if health, _ := w.Stats.Get(world.Quake2StatHealth); health != 100 || !w.Intermission {
			t.Errorf("health %d, in the intermission %v", health, w.Intermission)
		}
		if w.Uncertain.Entities || w.Uncertain.Players {
			t.Errorf("uncertain %+v", w.Uncertain)
		}
	}
	begun := func(frames ...[]message.Message) *world.World {
		return worldtest.Play(newDemo(t), append([][]message.Message{quake2Begin(34, 1, 0)},
			frames...)...)
	}
	t.Run("of the newest", func(t *testing.T) {
		w := begun(full(24, modelX(7, 5, 100), modelX(8, 5, 200)))
		c := w.Clone()
		play(w, again(24))
		check(t, w)
		play(c, again(24))
		check(t, c)
		if w.Hash() != c.Hash() {
			t.Error("from a copy, it is another world")
		}
		play(w, again(24))
		check(t, w)
	})
	t.Run("of an older one", func(t *testing.T) {
		w := begun(full(24, modelX(7, 5, 100), modelX(8, 5, 200)), full(25, modelX(9, 5, 100)))
		c := w.Clone()
		play(w, again(24))
		check(t, w)
		if key, ok := w.Base(); key != 24 || !ok || !c.AddBase(w, key) {
			t.Fatalf("base %d, %v: it is not given to a copy", key, ok)
		}
		play(c, again(24))
		check(t, c)
		if w.Hash() != c.Hash() {
			t.Error("from a copy, it is another world")
		}
	})
}

// Capture the flag as the game's server says it to a client: who takes a flag has a line for everybody, and a
// name beside his own numbers; the scoreboard has each score, and nobody takes his to the other team.
func TestQuake2CaptureTheFlag(t *testing.T) {
	w := newDemo(t)
	var events []string
	play := func(list ...message.Message) {
		packet(w, list)
		for _, e := range w.Events {
			if e.Kind == world.EventItem {
				events = append(events, fmt.Sprint(e.Player, e.Item))
			}
		}
	}
	play(quake2Begin(34, 1, 0)...)
	play(&message.ConfigString{Index: 1056 + 3, Text: []byte("Blue Flag")}, &message.ConfigString{Index: 1056 + 4,
		Text: []byte("Quad Damage")})
	frame := func(sequence int32, item int16) []message.Message {
		return []message.Message{
			&message.Quake2Frame{Sequence: sequence},
			&message.Quake2PlayerInfo{StatBits: 1 << world.Quake2StatPickupText, Stats: []int16{item}},
			new(message.PacketEntities),
		}
	}
	play(frame(1, 0)...)
	play(append(frame(2, 1056+3), &message.Print{Level: 2, Text: []byte("Ranger got the BLUE flag!\n")})...)
	play(frame(3, 1056+4)...)
	play(frame(43, 1056+3)...) // a line can be late, and a mod's be another
	play(&message.Print{Level: 2, Text: []byte("Ranger got the BLUE flag!\n")})
	if diff := cmp.Diff([]string{"0Blue Flag", "0Quad Damage", "0Blue Flag"}, events); diff != "" {
		t.Errorf("items: %s", diff)
	}
	quarry := &w.Players[1]
	if quarry.FragsKnown(w) {
		t.Error("a score is known before it is told")
	}
	play(&message.Layout{Text: []byte("xv 98 yv 12 num 2 18 ctf 0 42 1 17 45 ctf 0 42 1 17 45 ctf 160 42 0 3 40 ")})
	if quarry.Frags != 17 || quarry.Ping != 45 || !quarry.FragsKnown(w) {
		t.Errorf("score %d, ping %d, known %v", quarry.Frags, quarry.Ping, quarry.FragsKnown(w))
	}
	play(&message.Print{Level: 2, Text: []byte("Quarry changed to the RED team.\n")})
	if quarry.Frags != 0 {
		t.Errorf("in the other team with %d", quarry.Frags)
	}
}

// A server's own recording has no lines: that somebody dies is seen, once for each death, and not of whom who
// is dead from the beginning on.
func TestQuake2ServerRecordingDeaths(t *testing.T) {
	const alive, dying, lying = 40, 178, 183
	begin := quake2Begin(34, 2, -1)
	w := newDemo(t)
	var died []string
	n := int32(0)
	play := func(list ...message.Message) {
		packet(w, list)
		for _, e := range w.Events {
			if e.Kind == world.EventKill {
				died = append(died, fmt.Sprint(w.Time, " ", e.Player, e.Other, e.WeaponName()))
			}
		}
	}
	frame := func(first, second int32, more ...message.Message) {
		n++
		body := func(number, frame int32) message.EntityDelta {
			return message.EntityDelta{Number: number, Mask: message.FieldModel | message.FieldFrame, Model: 255,
				Frame: frame}
		}
		play(append(more, &message.Quake2Frame{Sequence: n * 10, Server: true}, &message.PacketEntities{
			Entities: []message.EntityDelta{body(1, first), body(2, second)}})...)
	}
	play(begin...)
	frame(alive, lying)
	frame(dying, lying)
	frame(lying, alive)
	frame(alive, dying)
	if diff := cmp.Diff([]string{"2 -1 0", "4 -1 1"}, died); diff != "" || w.Players[0].Deaths != 1 ||
		w.Players[1].Deaths != 1 {
		t.Errorf("%d and %d deaths: %s", w.Players[0].Deaths, w.Players[1].Deaths, diff)
	}
	died = nil
	frame(dying, lying, &message.Print{Level: 1, Text: []byte("Ranger cratered.\n")})
	if diff := cmp.Diff([]string{"5 -1 0falling"}, died); diff != "" {
		t.Errorf("with a line that says it: %s", diff)
	}
	for i, number := range []int32{172, 173, 197, 198} {
		if frame(number, lying); w.Players[0].Dead != (i == 1 || i == 2) {
			t.Errorf("in frame %d dead is %v", number, w.Players[0].Dead)
		}
	}
}

// Who leaves and comes back has no frags, as in the game: what he had is of the one who left.
func TestQuake2FragsOfWhoComesBack(t *testing.T) {
	w := newDemo(t)
	play := func(list ...message.Message) {
		packet(w, list)
	}
	skin := func(text string) message.Message {
		return &message.ConfigString{Index: 1313, Text: []byte(text)}
	}
	play(quake2Begin(34, 1, 2)...)
	play(append(quake2FrameOf(10, -1), &message.Print{Level: 1, Text: []byte("Ranger was railed by Quarry\n")})...)
	if p := &w.Players[1]; p.Frags != 1 {
		t.Fatalf("%d frags", p.Frags)
	}
	play(append(quake2FrameOf(11, -1), skin(""))...)
	if r := w.Results(); len(r) != 1 || len(r[0].Left) != 1 || r[0].Left[0].Score != 1 {
		t.Errorf("who left: %+v", r)
	}
	play(append(quake2FrameOf(12, -1), skin(`Quarry\female/athena`))...)
	if p := &w.Players[1]; p.Frags != 0 {
		t.Errorf("back with %d frags", p.Frags)
	}
	r := w.Results()
	if len(r) != 1 || len(r[0].Returns) != 1 {
		t.Fatalf("who came back: %+v", r)
	}
	if b := r[0].Returns[0]; b.Name != "Quarry" || b.Slot != 1 || b.Score != 1 || b.HasScore /* it was counted */ ||
		b.Back-b.Left < 0.05 || b.Back-b.Left > 0.15 {
		t.Errorf("who came back a frame later: %+v", b)
	}
	if r[0].Players[1].Counted.Kills != 1 || len(r[0].Left) != 0 {
		t.Errorf("what was counted of who came back: %+v", r[0])
	}
	// Who changes his skin goes on, and where no flags are he is in no team, whatever he wears.
	play(append(quake2FrameOf(13, -1), &message.Print{Level: 1, Text: []byte("Ranger was railed by Quarry\n")})...)
	for i, text := range []string{`Quarry\male/viper`, `Quarry\male/ctf_r`, `Quarry\female/athena`} {
		play(append(quake2FrameOf(14+int32(i), -1), skin(text))...)
		if p, r := &w.Players[1], w.Results(); p.Kills != 2 || p.Frags != 1 || p.Spectator || len(r) != 1 ||
			len(r[0].Returns) != 1 {
			t.Errorf("%s: %d kills, %d frags, spectator %v, %+v", text, p.Kills, p.Frags, p.Spectator, r)
		}
	}
	// Another name in the slot is another player.
	play(append(quake2FrameOf(17, -1), skin(""))...)
	play(append(quake2FrameOf(18, -1), skin(`Zed\female/athena`))...)
	if r := w.Results(); len(r[0].Returns) != 1 {
		t.Errorf("another is taken for who left: %+v", r[0].Returns)
	}
}

// Who plays together against monsters is told by the status bar, which has no frags: then players are mates,
// and killing each other gives and takes nobody frags. Deathmatch's bar shows them.
func TestQuake2Together(t *testing.T) {
	const health = "yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum endif yb -50 if 7 stat_string 8 endif if 9 num 2 " +
		"10 pic 9 endif if 11 xv 148 pic 11 endif "
	for _, c := range []struct {
		what, bar string
		together  bool
		frags     int32 // of who kills
	}{
		{"against monsters", health, true, 0},
		{"deathmatch", health + "xr -50 yt 2 num 3 14", false, 1},
		{"none is told", "", false, 1},
		{"a mod's without health", "xv 100 pic 2", false, 1},
	} {
		w := newDemo(t)
		play := func(list ...message.Message) {
			packet(w, list)
		}
		begin := quake2Begin(34, 1, 2)
		for i := 0; len(c.bar) > 64*i; i++ {
			begin = append(begin, &message.ConfigString{Index: uint16(5 + i), Text: []byte(c.bar[64*i:])})
		}
		play(begin...)
		play(append(quake2FrameOf(10, -1), &message.Print{Level: 1, Text: []byte("Ranger was railed by Quarry\n")})...)
		mate := slices.ContainsFunc(w.Events, func(e world.Event) bool {
			return e.Kind == world.EventKill && e.TeamKill
		})
		if k, v := &w.Players[1], &w.Players[0]; w.Single.Known != c.together || mate != c.together ||
			k.Frags != c.frags || v.Deaths != 1 {
			t.Errorf("%s: together %t, a mate's death %t, %d frags, %d deaths", c.what, w.Single.Known, mate,
				k.Frags, v.Deaths)
		}
	}
}

// TestArmorAndPowerArmor: the server shows armor and the cells of a power shield by turns of 0.8 s, in one
// stat: both are known while they alternate. When the armor is used up, or where there has been none, the
// cells alone are shown.
func TestArmorAndPowerArmor(t *testing.T) {
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0), []message.Message{
		&message.ConfigString{Index: 544 + 20, Text: []byte("i_combatarmor")},
		&message.ConfigString{Index: 544 + 21, Text: []byte("i_powershield")},
	})
	const combat, shield = 20, 21
	n := int32(0)
	show := func(frames int, icon, armor int16) (got string) {
		for range frames {
			n++
			list := quake2FrameOf(n, n-1)
			info := list[1].(*message.Quake2PlayerInfo)
			info.StatBits, info.Stats = 1<<world.Quake2StatArmorIcon|1<<world.Quake2StatArmor|1<<world.Quake2StatHealth,
				[]int16{100, icon, armor}
			worldtest.Play(w, list)
		}
		c := equipment.ConditionFrom(w, &w.Stats)
		return fmt.Sprintf("%d of kind %d, %d cells", c.Armor, c.ArmorKind, c.Power)
	}
	for _, c := range []struct {
		frames      int
		icon, armor int16
		want        string
	}{
		{5, combat, 70, fmt.Sprintf("70 of kind %d, 0 cells", equipment.ArmorYellow)},
		{1, shield, 120, fmt.Sprintf("70 of kind %d, 120 cells", equipment.ArmorYellow)}, // he takes the shield
		{7, shield, 118, fmt.Sprintf("70 of kind %d, 118 cells", equipment.ArmorYellow)},
		{8, combat, 66, fmt.Sprintf("66 of kind %d, 118 cells", equipment.ArmorYellow)},
		{8, shield, 110, fmt.Sprintf("66 of kind %d, 110 cells", equipment.ArmorYellow)},
		{15, shield, 90, fmt.Sprintf("90 of kind %d, 0 cells", equipment.ArmorPower)}, // no armor is left
		{1, 0, 0, fmt.Sprintf("0 of kind %d, 0 cells", equipment.ArmorNone)},          // the shield is switched off
		{1, shield, 88, fmt.Sprintf("88 of kind %d, 0 cells", equipment.ArmorPower)},
		{8, combat, 50, fmt.Sprintf("50 of kind %d, 88 cells", equipment.ArmorYellow)}, // armor beside it
		{8, combat, 50, fmt.Sprintf("50 of kind %d, 0 cells", equipment.ArmorYellow)},  // without it
	} {
		if got := show(c.frames, c.icon, c.armor); got != c.want {
			t.Errorf("frame %d, icon %d, %d: %s, want %s", n, c.icon, c.armor, got, c.want)
		}
	}
}

// packet applies the messages of a packet.
func packet(w *world.World, list []message.Message) {
	w.Begin(&message.Packet{Block: w.Block + 1})
	for _, m := range list {
		w.Apply(m)
	}
	w.End()
}

// TestRereleaseSounds: monsters of the re-release are heard as those of Quake II when they fire.
func TestRereleaseSounds(t *testing.T) {
	for value, want := range map[uint16]string{
		150: "", 211: "", 227: "", 230: "weapons/railgf1a.wav", 235: "infantry/infatck1.wav",
		245: "gunner/gunatck3.wav", 255: "soldier/solatck2.wav", 256: "gunner/gunatck2.wav", 264: "hover/hovatck1.wav",
		288: "medic/medatck1.wav", 289: "",
	} {
		got := ""
		if n := rereleaseSound(value); n > 0 {
			got = clientSounds[n]
		}
		if got != want {
			t.Errorf("%d: %q, want %q", value, got, want)
		}
	}
}
