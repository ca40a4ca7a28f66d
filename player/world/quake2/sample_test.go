package quake2_test

import (
	"bytes"
	"math/rand/v2"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/formats/dm2"
	"demoscope/formats/message"
	"demoscope/formats/mvd2"
	"demoscope/internal/corpus"
	"demoscope/player/world"
	"demoscope/player/world/internal/facts"
	"demoscope/player/world/rules"
)

// kill is a death as an event tells it.
type kill struct {
	Frame        int
	Killer, Dead string
	Weapon       string
}

// kills plays a demo of the sample and returns its deaths.
func kills(t *testing.T, file string) ([]kill, *world.World) {
	t.Helper()
	data := corpus.Read(t, filepath.Join(corpus.Sample, file))
	demo, err := formats.Open(file, data)
	if err != nil {
		t.Fatal(err)
	}
	f := facts.Of(demo)
	var list []kill
	w := f.Play(t, nil, func(w *world.World, p *message.Packet) {
		for _, e := range w.Events {
			if e.Kind != world.EventKill {
				continue
			}
			k := kill{Frame: int(w.Time*10 + 0.5), Dead: w.Players[e.Other].Name, Weapon: e.Weapon.String()}
			if e.Player >= 0 {
				k.Killer = w.Players[e.Player].Name
			}
			list = append(list, k)
		}
	})
	return list, w
}

// The sample's README tells the frames of the three deaths. The lines come in
// the packets of the next frames. The multi-view recording of the same match
// began 6 frames before and ended before the third.
func TestQuake2SampleKills(t *testing.T) {
	deaths := []kill{
		{Frame: 160 + 1, Killer: "Quarry", Dead: "Ranger", Weapon: "hyperblaster"},
		{Frame: 469 + 1, Killer: "Quarry", Dead: "Ranger", Weapon: "chaingun"},
		{Frame: 531 + 1, Killer: "Quarry", Dead: "Ranger", Weapon: "railgun"},
	}
	for _, test := range []struct {
		file         string
		shift, count int
	}{{"demoscope1.dm2", 0, 3}, {"demoscope1.mvd2", 6, 2}} {
		t.Run(test.file, func(t *testing.T) {
			want := append([]kill{}, deaths[:test.count]...)
			for i := range want {
				want[i].Frame += test.shift
			}
			list, w := kills(t, test.file)
			facts.Diff(t, "deaths", want, list)
			for _, p := range w.Players {
				n := int32(test.count)
				want := map[string][2]int32{"Ranger": {0, n}, "Quarry": {n, 0}}[p.Name]
				facts.Diff(t, p.Name, want, [2]int32{p.Kills, p.Deaths})
			}
		})
	}
}

// Whatever the bytes say, a world takes it, and copies of it go on like it.
func TestQuake2Damaged(t *testing.T) {
	for _, file := range []string{"demoscope1.dm2", "demoscope1.mvd2"} {
		t.Run(file, func(t *testing.T) {
			data := corpus.Read(t, filepath.Join(corpus.Sample, file))
			format := filepath.Ext(file)[1:]
			rng := rand.New(rand.NewPCG(2, 3))
			for range 200 {
				broken := bytes.Clone(data)
				for range 1 + rng.IntN(30) {
					broken[rng.IntN(len(broken))] ^= 1 << rng.IntN(8)
				}
				w := rules.New(format)
				playAll(w, quake2Decoder(format, broken))
				if c := w.Clone(); c.Hash() != w.Hash() {
					t.Fatal("a copy is not equal")
				}
			}
			// Without the level's beginning.
			w := rules.New(format)
			d := quake2Decoder(format, data)
			if _, err := d.NextPacket(); err != nil {
				t.Fatal(err)
			}
			playAll(w, d)
		})
	}
}

func quake2Decoder(format string, data []byte) message.Decoder {
	if format == mvd2.Name {
		return mvd2.NewDecoder(data)
	}
	return dm2.NewDecoder(data)
}
