package netchan

import (
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
)

// facts are what an independent reader found in a capture.
type facts struct {
	S2C, C2S struct {
		Accepted, Stale int
		Gaps            int    `json:"sequence_gaps"`
		Reliable        int    `json:"reliable_accepted"`
		New             int    `json:"reliable_sent_new"`
		SHA             string `json:"payload_sha256"`
		Resends         []struct {
			T   float64
			Seq uint32
		} `json:"reliable_resends"`
		SignOn   []string `json:"signon_commands"`
		Messages map[string]int
	}
	Levels []struct {
		Map     string
		Players []struct {
			Slot, Frags int
			Name        string
		} `json:"players_at_end"`
	}
}

func expected(t testing.TB, name string) (f facts) {
	t.Helper()
	corpus.ReadJSON(t, filepath.Join(corpus.Dir(t), "live", "expect", name+".json"), &f)
	return f
}

// captures are the connections of a real client.
var captures = []string{"live_pext", "live_loss", "live_p28"}
