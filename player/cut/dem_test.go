package cut

import (
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
)

// TestDEMKeepsState: the part of a second level begins with all that lasts of it, each value where it was, and with
// nothing of the first level.
func TestDEMKeepsState(t *testing.T) {
	var records []record
	level := func(n uint8) {
		place := func(k int) [3]coord { return [3]coord{coord(8 * k), coord(16 * k), coord(24 * int(n) * k)} }
		angles := [3]angle{angle(n), angle(2 * n), angle(4 * n)}
		delta := func(number, model int32) message.EntityDelta {
			return message.EntityDelta{Number: number, Model: model, Frame: 10 + int32(n), Colormap: 20 + int32(n),
				Skin: 30 + int32(n), Origin: place(int(number) + 1), Angles: angles}
		}
		records = append(records, record{message.Packet{}, []message.Message{
			&message.ServerInfo{Protocol: 666, MaxClients: n + 1, MapName: []byte{'M', '0' + n},
				Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl"), {'m', '0' + n}},
				Sounds: [][]byte{[]byte("a.wav"), {'s', '0' + n}}},
			&message.CDTrack{From: 4 + n, To: 6 + n}, &message.SetView{Entity: 1}, &message.SignonNum{Signon: 1},
		}}, record{message.Packet{}, []message.Message{
			&message.SpawnBaseline{EntityDelta: delta(1, 2)},
			&message.SpawnStatic{EntityDelta: delta(0, 3)},
			&message.SpawnStaticSound{Origin: place(9), Sound: 1 + int32(n), Volume: 100 + n, Attenuation: 50 + n},
			&message.SignonNum{Signon: 2},
		}}, record{message.Packet{}, []message.Message{
			&message.UpdateName{Player: 0, Text: []byte{'p', '0' + n}},
			&message.UpdateFrags{Player: 0, Frags: 40 + int16(n)},
			&message.UpdateColors{Player: 0, Colors: 0x42 + n},
			&message.LightStyle{Style: 3 + n, Text: []byte("az")}, &message.UpdateStat{Index: 11, Value: 60 + int32(n)},
			&message.SkyBox{Text: []byte{'s', 'k', 'y', '0' + n}},
			&message.Fog{Density: 70 + n, Red: 80 + n, Green: 90 + n, Blue: 110 + n, Time: 120},
			&message.SetPause{Pause: 1},
			&message.SignonNum{Signon: 3},
		}})
		for i := range 5 {
			records = append(records, record{message.Packet{}, []message.Message{
				&message.Time{Time: 10 + float32(i)}, &message.ClientData{HasItems: true, Health: 70},
				&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: 1<<1 | 1,
					Origin: place(2 + i)}},
			}})
		}
	}
	records = append(records, record{message.Packet{Kind: message.PacketRaw},
		[]message.Message{&message.CDTrackLine{Text: []byte("-1\n")}}})
	level(1)
	level(2)
	demo := makeDemo(t, "dem", records...)
	end := length(demo)
	part, err := Cut(demo, end-2, end)
	if err != nil {
		t.Fatal(err)
	}
	lasting := func(list []string) (kept []string) {
		for _, line := range list {
			switch name, _, _ := strings.Cut(line, "{"); name {
			case "time", "clientdata", "updateentity", "disconnect", "signonnum":
			default:
				kept = append(kept, line)
			}
		}
		return kept
	}
	whole := lasting(lines(t, demo))
	want := whole[len(whole)/2:]
	for i := range want {
		want[i] = strings.Replace(want[i], `"time":120`, `"time":0`, 1) // it has come
	}
	got := lasting(lines(t, demo.Format.Open("a.dem", part.Data)))
	slices.Sort(want)
	slices.Sort(got)
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestDEMUnseen: in a part of an intermission the engine puts the eye, which has no model there, where it is:
// it is held against what the engine does.
func TestDEMUnseen(t *testing.T) {
	frame := func(seconds float32, model int32, x coord) record {
		return record{message.Packet{}, []message.Message{
			&message.Time{Time: seconds}, &message.ClientData{HasItems: true, Health: 100},
			&message.UpdateEntity{EntityDelta: message.EntityDelta{Number: 1, Bits: 1<<10 | 1<<1 | 1<<0, Model: model,
				Origin: [3]coord{x}}},
		}}
	}
	demo := makeDemo(t, "dem",
		record{message.Packet{Kind: message.PacketRaw}, []message.Message{&message.CDTrackLine{Text: []byte("3\n")}}},
		record{message.Packet{}, []message.Message{
			&message.ServerInfo{Protocol: 15, MaxClients: 1, MapName: []byte("A Map"),
				Models: [][]byte{[]byte("maps/a.bsp"), []byte("progs/player.mdl")}},
			&message.SetView{Entity: 1}, &message.SignonNum{Signon: 1}}},
		record{message.Packet{}, []message.Message{
			&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 1, Model: 2}},
			&message.SignonNum{Signon: 2}}},
		record{message.Packet{}, []message.Message{&message.SignonNum{Signon: 3}}},
		frame(10, 2, 8), frame(11, 0, 800),
		record{message.Packet{}, []message.Message{&message.Intermission{}}},
		frame(12, 0, 800), frame(13, 0, 800), frame(14, 0, 800),
	)
	part, err := Cut(demo, length(demo)-1.5, length(demo))
	if err != nil {
		t.Fatal(err)
	}
	// Of the engine: the times of the last two frames, and of the entity when it last came, its model and
	// where it stands.
	var times [2]float32
	var came float32
	var model int32 // it had none before
	var stands coord
	for m := range messagesOf(demo.Format.Open("a.dem", part.Data)) {
		switch m := m.(type) {
		case *message.Time:
			times = [2]float32{m.Time, times[0]}
		case *message.UpdateEntity:
			vanishes := m.Model == 0 && model != 0
			if came != times[1] || vanishes || m.Model != 0 {
				stands = m.Origin[0]
			}
			came, model = times[0], m.Model
		}
	}
	if times[0] != 14 || stands != 800 {
		t.Errorf("at %v the eye is at %v, want 800", times[0], stands)
	}
}
