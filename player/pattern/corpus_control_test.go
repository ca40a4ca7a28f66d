package pattern

import (
	"path/filepath"
	"testing"

	"demoscope/formats"
	"demoscope/internal/corpus"
)

// What was taken is what the games' own statistics say at the end: those of KTX in hidden messages (ra 6 of
// 8, mh 8 of 8, ya 6 of 9) and of Quake Live in scores_duel (13 and 8 red armors, 11 and 6 megahealths, 20
// and 19 yellow ones). In the third the recorder took 16 of those 20 megahealths that he saw, and his
// opponent was out of sight half of the time; he took 25 of the 27 yellow armors, which Quake III calls "Armor".
func TestControlIsThatOfTheStatistics(t *testing.T) {
	dir := corpus.Dir(t)
	for file, want := range map[string]string{
		"mvd/1on1_milton_vs_mushi[tron]20240616-1719.mvd": "Milton> count 8 share 100; Milton> count 6 share 75; " +
			"mushi> count 6 share 66.67",
		"dm3/udt_p91_duel.dm_91": "^3M^6V^5P^1z ^1Zorak^7> count 13 share 61.9; ^7[^2MD^7] " +
			"toxjq> count 11 share 64.71",
		"dm3/udt_p48_duel.dm_48": "^0cK^3-^7fatal^01^7ty> count 16 share 80 unjudged share; " +
			"^0cK^3-^7fatal^01^7ty> count 25 share 92.59 unjudged share; " +
			"^0cK^3-^7fatal^01^7ty> count 15 share 75 unjudged share",
	} {
		demo, err := formats.Open(filepath.Base(file), corpus.Read(t, filepath.Join(dir, file)))
		if err != nil {
			t.Fatal(err)
		}
		if got := ask(t, Read(demo.Name, demo.Decoder(), Options{}), "control", Count, Share); got != want {
			t.Errorf("%s: %q, not %q", file, got, want)
		}
	}
}
