package qwz

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"flag"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// corpusTable returns Qizmo's table, which is with the real files.
func corpusTable(t testing.TB) *Table {
	t.Helper()
	table, err := NewTable(corpus.Read(t, filepath.Join(corpus.Dir(t), "game", filepath.FromSlash(TableName))))
	if err != nil {
		t.Fatal(err)
	}
	return table
}

// damagedFile is the real file that is damaged: from byte 1,567,408 on, another part of it stands there again.
const damagedFile = "demo36.qwz"

// Every real file unpacks to the demo that is known of it.
func TestCorpus(t *testing.T) {
	table, dir := corpusTable(t), filepath.Join(corpus.Dir(t), Name)
	lines := strings.Split(strings.TrimSpace(string(corpus.Read(t, filepath.Join(dir, "TABLE.tsv")))), "\n")
	for _, line := range lines[1:] {
		f := strings.Split(line, "\t") // name, size, sum, unpacked size and sum, records, seconds
		data := corpus.Read(t, filepath.Join(dir, f[0]))
		if sum(data) != f[2] {
			t.Errorf("%s: another file", f[0])
			continue
		}
		r := NewReader(data, table)
		out, err := io.ReadAll(r)
		if sum(out) != f[4] {
			t.Errorf("%s: %d bytes of %s, other ones", f[0], len(out), f[3])
		}
		if f[0] != damagedFile {
			if records := strconv.Itoa(r.place.block); err != nil || records != f[5] {
				t.Errorf("%s: %s records of %s, %v", f[0], records, f[5], err)
			}
			continue
		}
		var damage *message.Damage
		if !errors.As(err, &damage) || damage.Offset < 1567408 || damage.Offset > 1567428 ||
			damage.Message != "packet" || damage.Time != 1199.791 {
			t.Errorf("%s: %v", f[0], err)
		}
	}
}

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// TestCorpusRecognized says of the beginning of every real file, and of that alone, that it may be one.
func TestCorpusRecognized(t *testing.T) {
	table := corpusTable(t)
	for _, file := range corpus.Files(t, corpus.Dir(t), func(string) bool { return true }) {
		head := make([]byte, 64<<10)
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := io.ReadFull(f, head)
		f.Close()
		if is := filepath.Ext(file) == "."+Name; Detect(head[:n], table) != is || is && !Likely(head[:n]) {
			t.Errorf("%s: %v", file, !is)
		}
	}
}

// mutants is how many damaged files are unpacked.
var mutants = flag.Int("mutants", 200, "damaged files that are unpacked")

// TestCorpusMutants unpacks damaged files, in which what refers to other packets is nonsense.
func TestCorpusMutants(t *testing.T) {
	table := corpusTable(t)
	var files [][]byte
	for _, name := range []string{"demo01.qwz", "demo09.qwz", "demo27.qwz"} {
		data := corpus.Read(t, filepath.Join(corpus.Dir(t), Name, name))
		files = append(files, data[:min(len(data), 8<<10)])
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for n := range *mutants {
		data := slices.Clone(files[n%len(files)])
		for range 1 + rng.IntN(4) {
			data[rng.IntN(len(data))] = byte(rng.Uint32())
		}
		r := NewReader(data, table)
		for {
			record, err := r.Next()
			if len(record) > headerSize+2*maxPacket {
				t.Fatalf("a record of %d bytes", len(record))
			}
			var damage *message.Damage
			if err != nil && err != io.EOF && (!errors.As(err, &damage) || damage.Skipped < 0) {
				t.Fatal(err)
			}
			if err != nil {
				break
			}
		}
	}
}
