package report_test

import (
	"encoding/json"
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/player/report"
)

// TestCorpusResults compares the results of demos with what the games themselves
// said of their matches.
func TestCorpusResults(t *testing.T) {
	equal, of := 0, 0
	for _, facts := range corpus.Results(t) {
		t.Run(facts.Name, func(t *testing.T) {
			data := corpus.Read(t, facts.Demo)
			demo, err := formats.Open(filepath.Base(facts.Demo), data)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(report.Summarize(demo.Name, int64(len(data)), demo.Decoder()))
			if err != nil {
				t.Fatal(err)
			}
			var info map[string]any
			if err := json.Unmarshal(text, &info); err != nil {
				t.Fatal(err)
			}
			c := facts.Compare(info)
			equal, of = equal+c.Equal, of+c.Of
			t.Logf("%d of %d facts are equal", c.Equal, c.Of)
			for _, d := range c.Differences {
				t.Error(d)
			}
			if c.Of == 0 {
				t.Error("no fact was checked")
			}
		})
	}
	t.Logf("%d of %d facts are equal", equal, of)
}
