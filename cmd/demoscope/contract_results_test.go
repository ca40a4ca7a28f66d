package main

import (
	"testing"

	"demoscope/internal/corpus"
)

// TestCorpusResults compares what info prints of matches, through the command line,
// with what the games themselves said of them.
func TestCorpusResults(t *testing.T) {
	equal, of := 0, 0
	for _, facts := range corpus.Results(t) {
		t.Run(facts.Name, func(t *testing.T) {
			c := facts.Compare(output(t, "info", "--json", facts.Demo))
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
