package corpus

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"encoding/hex"
	"encoding/json"
	"path/filepath"
	"testing"
)

// Datagram is a piece of data on a captured connection: a datagram, or a piece of a stream.
type Datagram struct {
	T    float64 // arrival in seconds
	Sent float64 // time of sending in seconds, 0 for T
	Dir  string  // "c2s" or "s2c"
	Drop int     // 1 if it was lost
	Hex  string
	Data []byte `json:"-"` // decoded Hex
}

// Capture returns the data on a captured connection of the real files, in order. Without real files it skips the test.
func Capture(t testing.TB, name string) (list []Datagram) {
	t.Helper()
	z, err := gzip.NewReader(bytes.NewReader(Read(t, filepath.Join(Dir(t), "live", name+".jsonl.gz"))))
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var d Datagram
		if err := json.Unmarshal(lines.Bytes(), &d); err != nil {
			t.Fatal(err)
		}
		if d.Data, err = hex.DecodeString(d.Hex); err != nil {
			t.Fatal(err)
		}
		list = append(list, d)
	}
	if err := lines.Err(); err != nil || len(list) == 0 {
		t.Fatalf("%s: %d datagrams, %v", name, len(list), err)
	}
	return list
}
