package player_test

import (
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/player"
	"demoscope/player/timeline"
)

// Damage can put two frames into one packet. Frame 21 is a change of frame 10, and frame
// 26 takes the place of frame 10 among the last 16, so that nothing has it any more when
// the packet ends: a keyframe before the packet must have been given it earlier.
func TestSeekBaseReplacedInItsPacket(t *testing.T) {
	const player0 = `{"message":"playerinfo","player":0,"mask":0,"mask2":0,"stats":[]}`
	frame := func(seq1, seq2, entity, x string) string {
		return `{"message":"frame","seq1":` + seq1 + `,"seq2":` + seq2 + `,"uk_b1":0,"areas":"\u0002"}` + "\n" +
			player0 + "\n" +
			`{"message":"packetentities","delta":false,"from":0,"entities":[{"entity":` + entity +
			`,"mask":1,"origin":[` + x + `,null,null]}]}`
	}
	const packet = `{"packet":"server"}`
	data, _, err := formats.Compile(strings.NewReader(strings.Join([]string{
		`{"dump":1,"format":"dm2","file":"two.dm2"}`,
		packet,
		`{"message":"serverdata","serverversion":34,"key":1,"isdemo":1,"game":"","client":0,"mapname":"Two"}`,
		`{"message":"configstring","index":33,"string":"maps/two.bsp"}`,
		packet, frame("10", "-1", "100", "10"),
		packet, frame("20", "-1", "100", "20"),
		packet, frame("21", "10", "101", "5"), frame("26", "21", "101", "6"),
		packet, frame("27", "26", "101", "7"),
		`{"packet":"end"}`, "",
	}, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	demo, err := formats.Open("two.dm2", data)
	if err != nil {
		t.Fatal(err)
	}
	p := player.New(demo, player.Options{Index: timeline.Options{Spacing: 1}, Budget: 1 << 40})
	defer p.Close()
	p.Timeline().Wait()
	p.SetPaused(true)
	// The viewer's clock begins at frame 10, 0.1 s a frame.
	for _, at := range []float64{1.7, 1.55} {
		p.Seek(at)
		p.Update(0)
		w := p.Moment().World
		x := map[int32]float32{}
		for i := range w.Entities {
			x[w.Entities[i].Number] = w.Entities[i].Origin[0]
		}
		want := float32(6)
		if at == 1.7 {
			want = 7
		}
		if len(x) != 2 || x[100] != 10 || x[101] != want {
			t.Errorf("at %v s entities are at %v, not 100 at 10 and 101 at %v", at, x, want)
		}
		if w.Uncertain.Places() {
			t.Errorf("at %v s places are uncertain", at)
		}
	}
}
