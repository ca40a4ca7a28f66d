package report_test

import (
	"encoding/binary"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/report"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// A .dem whose third block claims 30,949 frags, -10,885 shells and 5,505,027 secrets before
// a byte that is no message: the page has what the second said.
func TestNoNonsense(t *testing.T) {
	data := []byte("-1\n")
	block := func(messages string) {
		data = binary.LittleEndian.AppendUint32(data, uint32(len(messages)))
		data = append(append(data, make([]byte, 12)...), messages...)
	}
	// serverinfo of one client, named A, and signonnum 3
	block("\x0b\x0f\x00\x00\x00\x01\x00Title\x00maps/a.bsp\x00\x00\x00" + "\x0d\x00A\x00" + "\x19\x03")
	// time 1, frags 7, shells 25, 3 secrets and 10 monsters that there are
	block("\x07\x00\x00\x80\x3f" + "\x0e\x00\x07\x00" + "\x03\x06\x19\x00\x00\x00" + "\x03\x0b\x03\x00\x00\x00" +
		"\x03\x0c\x0a\x00\x00\x00")
	block("\x07\x00\x00\x88\x3f" + "\x0e\x00\xe5\x78" + "\x03\x06\x7b\xd5\xff\xff" + "\x03\x0b\x03\x00\x54\x00" +
		"\x3f")
	for range 40 {
		block("\x07\x00\x00\x90\x3f\x01\x01\x01")
	}
	demo, err := formats.Open("a.dem", data)
	if err != nil {
		t.Fatal(err)
	}
	info := report.Summarize(demo.Name, int64(len(data)), demo.Decoder())
	if info.Damage == nil || info.Damage.Count != 1 {
		t.Fatalf("the damage is %+v", info.Damage)
	}
	if len(info.Players) != 1 || *info.Players[0].Frags != 7 || len(info.Levels) != 1 {
		t.Fatalf("%+v on %+v", info.Players, info.Levels)
	}
	if s := info.Levels[0].Single; s == nil || *s.Secrets != 0 || *s.TotalSecrets != 3 || *s.Kills != 0 ||
		*s.Monsters != 10 {
		t.Errorf("the level has %+v", s)
	}
	w, _, _ := played(demo)
	if v, _ := w.Stats.Get(world.StatShells); v != 25 || !w.Uncertain.Texts {
		t.Errorf("the state has %d shells, %+v", v, w.Uncertain)
	}
}

// Whatever is damaged in a real demo, at its end no player has frags, or a stat, that no
// player ever had in the whole demo; but for packets of two halves that can be read to
// their end.
func TestCorpusNoNonsense(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	for _, format := range []string{"dem", "qwd", "mvd", "dm2", "mvd2", "dm3"} {
		runs, odd, frags, stats := 0, 0, 0, 0
		for _, path := range corpus.Demos(t, format) {
			data := corpus.Read(t, path)
			if len(data) > 2<<20 {
				continue
			}
			demo, err := formats.Open(filepath.Base(path), data)
			if err != nil {
				t.Fatal(err)
			}
			was, least, most := played(demo)
			for _, kind := range corpus.HarmKinds {
				h := corpus.NewHarm(kind, 4096+random.IntN(len(demo.Data())-4096), random.Uint64())
				harmed, _, _ := h.Do(demo.Name, demo.Data())
				other, err := formats.Open(filepath.Base(path), harmed)
				if err != nil {
					t.Errorf("%s, %s: %v", path, h, err)
					continue
				}
				c := scan.NewCursor(other.Name, other.Decoder())
				for c.Next() == nil {
				}
				if c.Damage == nil {
					continue
				}
				runs++
				is := c.World
				for slot := range is.Players {
					p := &is.Players[slot]
					if p.InUse && (p.Frags < least[ofFrags] || p.Frags > most[ofFrags]) {
						odd++
						t.Logf("%s, %s: slot %d has %d frags, and all have from %d to %d", path, h, slot, p.Frags,
							least[ofFrags], most[ofFrags])
					}
					if slot < len(was.Players) && p.Frags != was.Players[slot].Frags {
						frags++
					}
				}
				for _, s := range statsOf(is) {
					for i, v := range s.Values {
						if v < least[i] || v > most[i] {
							odd++
							t.Logf("%s, %s: stat %d is %d, and all are from %d to %d", path, h, i, v, least[i], most[i])
						}
					}
				}
				for i, v := range is.Stats.Values {
					if v != was.Stats.Values[i] {
						stats++
					}
				}
			}
		}
		t.Logf("%-4s %d damages; at the end %d numbers are nonsense, %d frags and %d stats of the recorder differ",
			format, runs, odd, frags, stats)
		if runs < 10 || odd > 1 {
			t.Errorf("%s: of %d damages remain %d numbers that nobody ever had", format, runs, odd)
		}
	}
}

// ofFrags is the index of frags behind those of the stats.
const ofFrags = len(world.Stats{}.Values)

// statsOf returns the stats of the recorder and of all players who have some.
func statsOf(w *world.World) []*world.Stats {
	list := []*world.Stats{&w.Stats}
	for i := range w.Players {
		if s := w.Players[i].Stats; s != nil {
			list = append(list, s)
		}
	}
	return list
}

// played plays a demo to its end, and returns the least and the greatest that each stat and
// the frags have ever been.
func played(demo *formats.Demo) (w *world.World, least, most []int32) {
	least, most = make([]int32, ofFrags+1), make([]int32, ofFrags+1)
	c := scan.NewCursor(demo.Name, demo.Decoder())
	note := func(i int, v int32) { least[i], most[i] = min(least[i], v), max(most[i], v) }
	for c.Next() == nil {
		for _, s := range statsOf(c.World) {
			for i, v := range s.Values {
				note(i, v)
			}
		}
		for i := range c.World.Players {
			note(ofFrags, c.World.Players[i].Frags)
		}
	}
	return c.World, least, most
}
