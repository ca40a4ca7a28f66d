package report

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/internal/corpus"
	"demoscope/player/world/rules"
)

// A level against monsters is summed up with its time to a thousandth of a second, and what
// the demo does not tell is null.
func TestSingle(t *testing.T) {
	stat := func(index uint8, v int32) message.Message { return &message.UpdateStat{Index: index, Value: v} }
	start := &message.ServerInfo{Protocol: 15, MaxClients: 1, Models: [][]byte{[]byte("maps/e1m1.bsp"),
		[]byte("progs/ogre.mdl")}}
	ogre := func(frame int32) message.Message {
		return &message.UpdateEntity{EntityDelta: message.EntityDelta{
			Number: 9, Mask: message.FieldModel | message.FieldFrame, Model: 2, Frame: frame,
		}}
	}
	for _, test := range []struct {
		name    string
		packets [][]message.Message
		want    string
	}{
		{"finished", [][]message.Message{
			{start, stat(11, 5), stat(12, 30)},
			{&message.Time{Time: 1}, &message.ClientData{}, ogre(0)},
			{&message.Time{Time: 1.1}, &message.ClientData{}, ogre(0)},
			{&message.Time{Time: 1.2}, &message.ClientData{}, ogre(112), &message.KilledMonster{},
				&message.FoundSecret{}},
			{&message.Time{Time: 1.3}, &message.ClientData{}, &message.KilledMonster{}},
			{&message.Time{Time: 83.4567}, &message.Intermission{}},
			{&message.Time{Time: 90}, &message.Intermission{}},
		}, `{"time":83.457,"kills":2,"monsters":30,"secrets":1,"total_secrets":5,"skill":null,"kinds":{"Ogre":1}}`},
		{"not finished, and not counted", [][]message.Message{{start}, {&message.Time{Time: 1}, &message.ClientData{}}},
			`{"time":null,"kills":null,"monsters":null,"secrets":null,"total_secrets":null,"skill":null}`},
		{"deathmatch", [][]message.Message{{&message.ServerInfo{Protocol: 15, MaxClients: 4, Multi: 1}, stat(11, 5)}},
			`null`},
	} {
		w := rules.New("dem")
		var l Level
		for _, packet := range test.packets {
			w.Begin(&message.Packet{Block: w.Block + 1})
			for _, m := range packet {
				w.Apply(m)
			}
			w.End()
			l.single(w)
		}
		l.finishSingle()
		if got, err := json.Marshal(l.Single); err != nil || string(got) != test.want {
			t.Errorf("%s: %s, not %s (%v)", test.name, got, test.want, err)
		}
	}
}

// What real demos tell is what independent decoders counted.
func TestCorpusSingle(t *testing.T) {
	dir := corpus.Dir(t)
	checked := 0
	for _, path := range corpus.Expected(t, dir) {
		var facts struct {
			File     string
			Levels   []string
			Messages map[string]int
			Final    struct{ Stats map[string]int32 }
		}
		if !strings.HasSuffix(path, ".dem.json") {
			continue
		}
		corpus.ReadJSON(t, path, &facts)
		data := corpus.Read(t, filepath.Join(dir, filepath.FromSlash(facts.File)))
		demo, err := formats.Open(filepath.Base(facts.File), data)
		if err != nil {
			t.Fatal(err)
		}
		info := Summarize(demo.Name, int64(len(data)), demo.Decoder())
		s := info.Levels[len(info.Levels)-1].Single
		if s == nil || len(facts.Levels) > 1 {
			continue // deathmatch, or messages of two levels
		}
		for stat, got := range map[string]*int32{"11": s.TotalSecrets, "12": s.Monsters, "13": s.Secrets,
			"14": s.Kills} {
			want := facts.Final.Stats[stat]
			switch stat {
			case "13":
				want += int32(facts.Messages["foundsecret"])
			case "14":
				want += int32(facts.Messages["killedmonster"])
			}
			if got == nil || *got != want {
				t.Errorf("%s: stat %s is %v, not %d", facts.File, stat, got, want)
			}
			checked++
		}
	}
	if checked < 40 {
		t.Errorf("only %d facts", checked)
	}
	t.Logf("%d facts", checked)
}
