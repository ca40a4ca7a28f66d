package netchan

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"testing"

	"demoscope/internal/corpus"
)

// row is a datagram of a captured connection.
type row struct {
	T    float64 // seconds, when it came
	Sent float64 // when it was sent, 0 for T
	Dir  string  // "c2s" or "s2c"
	Drop int     // 1 if it was lost
	Hex  string
	data []byte
}

// captured returns the datagrams of a capture in the order in which they came.
func captured(t testing.TB, name string) []row {
	t.Helper()
	file := corpus.Read(t, filepath.Join(corpus.Dir(t), "live", name+".jsonl.gz"))
	z, err := gzip.NewReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r row
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		if r.data, err = hex.DecodeString(r.Hex); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, r)
	}
	if err := lines.Err(); err != nil || len(rows) == 0 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	return rows
}

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
