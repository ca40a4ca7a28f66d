package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// Each row of both tables has the date that the demo's texts tell, from the first on.
func TestCorpusTablesHaveTheDate(t *testing.T) {
	demo := filepath.Join(corpus.Dir(t), "mvd", "2on2_sf_vs_red[frobodm2]220104-0915.mvd")
	for _, table := range []string{"events", "tracks"} {
		var out, errors bytes.Buffer
		if status := run([]string{table, demo}, &streams{out: &out, err: &errors}); status != exitOK ||
			errors.Len() > 0 {
			t.Fatalf("%s: exit status %d: %s", table, status, &errors)
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		for _, line := range lines {
			if !strings.Contains(line, `"day":"2022-01-04"`) ||
				!strings.Contains(line, `"date":"2022-01-04T09:15:39+01:00"`) {
				t.Fatalf("%s: %.200s", table, line)
			}
		}
		if len(lines) < 100 {
			t.Errorf("%s: %d rows", table, len(lines))
		}
	}
}
