package scan_test

import (
	"path/filepath"
	"slices"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/scan"
	"demoscope/player/world"
)

// beyondLevel returns the offset behind the last packet of the first ones in which a
// level begins.
func beyondLevel(demo *formats.Demo) (offset int64) {
	d := demo.Decoder()
	for range 16 {
		if _, err := d.NextPacket(); err != nil {
			break
		}
		for {
			m, err := d.NextMessage()
			if err != nil {
				break
			}
			switch m.(type) {
			case *message.ServerInfo, *message.QWServerData, *message.Quake2ServerData, *message.MultiViewData,
				*message.GameState:
				offset = d.Mark().Offset
			}
		}
	}
	return offset
}

// A demo without its beginning is read with the protocol that its records show, and the
// world has the units of it: things are where they are in the whole demo.
func TestCorpusUnitsWithoutBeginning(t *testing.T) {
	for _, test := range []struct {
		format, file string
		least        float64 // share of the places that must be right
	}{
		// coordinates of three encodings
		{"dem", "lq_e0m1_p666.dem", 0.5}, {"dem", "lq_e0m1_p999.dem", 0.5}, {"dem", "lq_e0m1_p15.dem", 0.5},
		{"mvd2", "lq2dm11_p34ext.mvd2", 0.5}, {"dm2", "lq2dm11_q2pro.dm2", 0.5}, {"qwd", "rec_lqdm11_dmm4.qwd", 0.5},
	} {
		demos := corpus.Demos(t, test.format)
		at := slices.IndexFunc(demos, func(path string) bool { return filepath.Base(path) == test.file })
		if at < 0 {
			t.Errorf("%s is not there", test.file)
			continue
		}
		whole, err := formats.Open(test.file, corpus.Read(t, demos[at]))
		if err != nil {
			t.Fatal(err)
		}
		from := beyondLevel(whole)
		part, err := formats.Open(test.file, whole.Data()[from:])
		if err != nil {
			t.Fatal(err)
		}
		a, b := scan.NewCursor(whole.Name, whole.Decoder()), scan.NewCursor(part.Name, part.Decoder())
		for a.Mark().Offset < from && a.Next() == nil {
		}
		places := func(w *world.World) (list [][3]float32) {
			for i := range w.Entities {
				list = append(list, w.Entities[i].Origin)
			}
			for i := range w.Players {
				if w.Players[i].EyeKnown || w.Players[i].Visible {
					list = append(list, w.Players[i].Pose.Origin)
				}
			}
			return list
		}
		right, all := 0, 0
		for range 400 {
			if b.Next() != nil {
				break
			}
			for a.Mark().Offset < from+b.Mark().Offset && a.Next() == nil {
			}
			if a.Mark().Offset != from+b.Mark().Offset {
				continue
			}
			is := places(a.World)
			for _, p := range places(b.World) {
				if all++; slices.Contains(is, p) {
					right++
				}
			}
		}
		t.Logf("%s: %d of %d places are right", test.file, right, all)
		if all < 400 || float64(right) < test.least*float64(all) {
			t.Errorf("%s without its first %d bytes: %d of %d places are right", test.file, from, right, all)
		}
	}
}
