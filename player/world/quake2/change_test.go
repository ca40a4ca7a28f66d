package quake2

import (
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world/internal/worldtest"
)

// A server's own recording goes on over a change of the level, of which only the numbers of the frames tell:
// they begin anew. Whether the map is the same one is told by what stands where in it; if it is not, the
// recording does not name it.
func TestServerRecordingOverALevel(t *testing.T) {
	frame := func(n int32, server bool, changes ...message.EntityDelta) []message.Message {
		return []message.Message{&message.Quake2Frame{Server: server, Sequence: n, Delta: -1}, &message.PacketEntities{
			Entities: changes}}
	}
	head := append(quake2Begin(34, 2, -1), &message.ConfigString{Index: 34, Text: []byte("models/a.md2")},
		&message.ConfigString{Index: 800, Text: []byte("m")},
		&message.ConfigString{Index: 1056, Text: []byte("Blaster")}, &message.ConfigString{Index: 2,
			Text: []byte("sky")})
	for name, c := range map[string]struct {
		number   int32
		entities []message.EntityDelta
		levels   int
		mapName  string
	}{
		"the same map": {1, []message.EntityDelta{modelX(10, 2, 100), modelX(12, 2, 300), modelX(13, 4, 400)},
			2, "maps/q2dm1.bsp"},
		"another map": {1, []message.EntityDelta{modelX(10, 2, 101), modelX(12, 3, 300), modelX(13, 2, 400)},
			2, ""},
		"nothing stands":    {1, []message.EntityDelta{modelX(1, 255, 7), modelX(10, 2, 0)}, 2, ""},
		"the level goes on": {901, []message.EntityDelta{modelX(10, 2, 101)}, 1, "maps/q2dm1.bsp"},
		// they are counted from 1
		"no number of a frame": {0, []message.EntityDelta{modelX(10, 2, 101)}, 1, "maps/q2dm1.bsp"},
		"half stands":          {1, []message.EntityDelta{modelX(10, 2, 100), modelX(12, 2, 301)}, 2, "maps/q2dm1.bsp"},
		"a third stands": {1, []message.EntityDelta{modelX(10, 2, 100), modelX(12, 2, 301), modelX(14, 2, 501)},
			2, ""},
		"other models": {1, []message.EntityDelta{modelX(10, 3, 100), modelX(12, 3, 300)}, 2, ""},
		// What any map may have at one place: players, of whom there are four, what has no model, and what is
		// at the origin.
		"players stand":   {1, []message.EntityDelta{modelX(4, 255, 70), modelX(10, 2, 101)}, 2, ""},
		"nothing is seen": {1, []message.EntityDelta{modelX(20, 0, 80), modelX(10, 2, 101)}, 2, ""},
		"the origin":      {1, []message.EntityDelta{modelX(21, 2, 0), modelX(10, 2, 101)}, 2, ""},
		// 5 is none of theirs
		"the last slot": {1, []message.EntityDelta{modelX(5, 2, 90), modelX(4, 255, 71)}, 2, "maps/q2dm1.bsp"},
	} {
		w := worldtest.Play(newDemo(t), head, frame(900, true, modelX(1, 255, 5),
			modelX(10, 2, 100), modelX(12, 2, 300), modelX(14, 2, 500),
			modelX(4, 255, 70), modelX(5, 2, 90), modelX(20, 0, 80), modelX(21, 2, 0)))
		worldtest.Play(w, frame(c.number, true, c.entities...))
		l := w.Level()
		if w.LevelCount != c.levels || l.Map != c.mapName || w.LacksLevelStart != (c.levels > 1) {
			t.Errorf("%s: %d levels, map %q, without level start %v", name, w.LevelCount, l.Map, w.LacksLevelStart)
		}
		known := c.mapName != ""
		if (l.Model(2) != "") != known || (l.Title != "") != known || (l.SkyBox != "") != known ||
			(w.LightStyles()[0] == "m") != known {
			t.Errorf("%s: model %q, title %q, sky %q, light %q", name, l.Model(2), l.Title, l.SkyBox,
				w.LightStyles()[0])
		}
		if l.GameDir != "ctf" || l.Protocol != 34 || l.HasChecksum != known || known && int32(l.Checksum) != -2 {
			t.Errorf("%s: folder %q, protocol %d, checksum %v %d", name, l.GameDir, l.Protocol, l.HasChecksum,
				int32(l.Checksum))
		}
		if len(w.Players) < 2 || w.Players[0].Name != "Ranger" || !w.Players[1].InUse ||
			l.ConfigString(1056) != "Blaster" || l.MaxClients != 4 {
			t.Errorf("%s: players %+v, item %q, %d clients", name, w.Players, l.ConfigString(1056), l.MaxClients)
		}
		if w.Time != float64(c.number)/10 || len(w.Entities) != len(c.entities) {
			t.Errorf("%s: at %v s %d entities", name, w.Time, len(w.Entities))
		}
		worldtest.Play(w, frame(c.number+1, true, c.entities...))
		if w.LevelCount != c.levels {
			t.Errorf("%s: a frame later %d levels", name, w.LevelCount)
		}
	}
	// A head of a frame whose entities are lost begins nothing, and entities without a head are of no frame.
	lost := worldtest.Play(newDemo(t), head, frame(900, true, modelX(10, 2, 100)),
		frame(1, true)[:1], []message.Message{&message.PacketEntities{}})
	if lost.LevelCount != 1 || lost.Level().Map != "maps/q2dm1.bsp" {
		t.Errorf("without entities: %d levels, map %q", lost.LevelCount, lost.Level().Map)
	}
	// The next frame that has its entities begins the level.
	worldtest.Play(lost, frame(2, true)[:1], frame(3, true, modelX(10, 2, 100)))
	if lost.LevelCount != 2 || lost.Level().Map != "maps/q2dm1.bsp" || lost.Time != 0.3 || len(lost.Entities) != 1 {
		t.Errorf("a frame later: %d levels, map %q, %d entities at %v s", lost.LevelCount, lost.Level().Map,
			len(lost.Entities), lost.Time)
	}
	if worldtest.Play(lost, frame(4, true, modelX(10, 2, 100))); lost.LevelCount != 2 {
		t.Errorf("two frames later: %d levels", lost.LevelCount)
	}
	// In a client's recording serverdata begins a level.
	w := worldtest.Play(newDemo(t), quake2Begin(34, 1, 0),
		quake2FrameOf(900, -1, modelX(10, 2, 100)), quake2FrameOf(1, -1, modelX(10, 2, 100)))
	if w.LevelCount != 1 || w.LacksLevelStart {
		t.Errorf("a client's: %d levels", w.LevelCount)
	}
}
