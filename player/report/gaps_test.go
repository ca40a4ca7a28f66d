package report_test

import (
	"math"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/report"
)

// Each damaged place has its own offset, and what is lost of a demo whose times are
// differences is said to be an estimate. Together they lose what the whole demo does: unreadable bytes, and those that
// its end lacks.
func TestPlacesOfDamage(t *testing.T) {
	for name, estimated := range map[string]bool{"demoscope1.mvd": true, "demoscope1_p15.dem": false} {
		data := corpus.Read(t, filepath.Join(corpus.Sample, name))
		places := []int{60_000, 120_000}
		const lost = 8000
		for _, at := range places {
			clear(data[at : at+lost])
		}
		data = data[:len(data)-7000]
		demo, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		d := report.Summarize(demo.Format.Name, int64(len(data)), demo.Decoder()).Damage
		if d == nil || len(d.Gaps) != len(places)+1 || d.Estimated != estimated {
			t.Fatalf("%s: %+v", name, d)
		}
		var sum report.Gap
		for _, g := range d.Gaps {
			sum.Count, sum.Bytes, sum.Missing = sum.Count+g.Count, sum.Bytes+g.Bytes, sum.Missing+g.Missing
			if last := g.Missing > 0; last != (g.End == nil) || !last && g.Bytes == 0 || !last && *g.End <= g.Start {
				t.Errorf("%s: %+v", name, g)
			} else if !last && (g.Until == nil) != (name == "demoscope1.mvd") { // where all is told as changes
				t.Errorf("%s: until %v", name, g.Until)
			}
		}
		if sum.Count != d.Count || sum.Bytes != d.Bytes || sum.Missing != d.Missing || d.Bytes < 2*lost ||
			d.Missing == 0 || d.Missing == d.Bytes {
			t.Errorf("%s: %+v, together %+v", name, d, sum)
		}
		for i, at := range places {
			if got := int(d.Gaps[i].Offset); got < at-1000 || got > at+1000 {
				t.Errorf("%s: gap %d is at byte %d, not near %d", name, i, got, at)
			}
		}
	}
}

// Where packets are missing without damaged bytes, all of their time is lost: also where it is so long that the first
// packet behind it is doubted, and where the viewer's clock passes over it. Servers of Quake II send ten frames a
// second.
func TestTimeOfMissingPackets(t *testing.T) {
	for _, c := range []struct {
		path         []string
		first, count int // of the packets that are left out
		seconds      float64
	}{
		{[]string{corpus.Sample, "demoscope1.dm2"}, 150, 30, 3},
		{[]string{corpus.Sample, "demoscope1.dm2"}, 150, 100, 10},
		{[]string{"", "dm2", "testduel.dm2"}, 1000, 961, 96.1},
	} {
		if c.path[0] == "" {
			c.path[0] = corpus.Dir(t)
		}
		data := corpus.Read(t, filepath.Join(c.path...))
		demo, err := formats.Open("a.dm2", data)
		if err != nil {
			t.Fatal(err)
		}
		var offsets []int64
		for d := demo.Decoder(); ; {
			p, err := d.NextPacket()
			if err != nil {
				break
			}
			offsets = append(offsets, p.Offset)
		}
		data = append(data[:offsets[c.first]:offsets[c.first]], data[offsets[c.first+c.count]:]...)
		if demo, err = formats.Open("a.dm2", data); err != nil {
			t.Fatal(err)
		}
		d := report.Summarize(demo.Name, int64(len(data)), demo.Decoder()).Damage
		if d == nil || !d.Packets || d.Count != 1 || math.Abs(d.Seconds-c.seconds) > 0.15 {
			t.Errorf("%d packets of %q: %+v", c.count, c.path, d)
		}
	}
}
