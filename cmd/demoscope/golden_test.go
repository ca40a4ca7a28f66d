package main

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/internal/golden"
)

// goldens are command lines whose whole output is kept in testdata/golden: all
// keys and values that other programs read, of each format, at moments with much
// going on.
var goldens = []struct {
	name string
	args string
}{
	{"dem15_info", "info --json sample:demoscope1_p15.dem"},
	{"dem15_state", "state --block 1106 sample:demoscope1_p15.dem"},
	{"dem666_info", "info --json sample:demoscope1_p666.dem"},
	{"dem666_state", "state --at 40 sample:demoscope1_p666.dem"},
	{"qwd_info", "info --json sample:demoscope1.qwd"},
	{"qwd_state", "state --at 20.3 sample:demoscope1.qwd"},
	{"mvd_info", "info --json sample:demoscope1.mvd"},
	{"mvd_state", "state --at 30 sample:demoscope1.mvd"},
	{"mvd_follow", "state --at 45 --follow Vesper sample:demoscope1.mvd"},
	{"dm2_info", "info --json sample:demoscope1.dm2"},
	{"dm2_state", "state --block 22 sample:demoscope1.dm2"},
	{"mvd2_info", "info --json sample:demoscope1.mvd2"},
	{"mvd2_state", "state --at 15 sample:demoscope1.mvd2"},
	{"mvd2_follow", "state --block 300 --follow 1 sample:demoscope1.mvd2"},
	{"dm3_info", "info --json sample:demoscope1.dm_71"},
	{"dm3_state", "state --at 25 sample:demoscope1.dm_71"},
	{"page_of_mvd", "info sample:demoscope1.mvd"},
	{"page_of_dm2", "info sample:demoscope1.dm2"},
	{"page_of_dm3", "info sample:demoscope1.dm_71"},
	{"table", "info sample:"},
}

func TestGolden(t *testing.T) {
	for _, g := range goldens {
		t.Run(g.name, func(t *testing.T) {
			page := strings.HasPrefix(g.args, "info sample:")
			file := filepath.Join("testdata", "golden", g.name+".json")
			if page {
				file = filepath.Join("testdata", "golden", g.name+".txt")
			}
			var out, said bytes.Buffer
			if status := run(strings.Fields(g.args), &streams{out: &out, err: &said}); status != exitOK ||
				said.Len() > 0 {
				t.Fatalf("%s: exit status %d: %s", g.args, status, &said)
			}
			if golden.Update() {
				if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if page {
				if d := cmp.Diff(string(text), out.String()); d != "" {
					t.Errorf("%s (-golden +now)\n%s", g.args, d)
				}
				return
			}
			// Processors that multiply and add in one step round differently.
			if d := cmp.Diff(decoded(t, text), decoded(t, out.Bytes()), cmpopts.EquateApprox(1e-6, 1e-4)); d != "" {
				t.Errorf("%s (-golden +now)\n%s", g.args, d)
			}
		})
	}
}

func decoded(t *testing.T, text []byte) (v any) {
	t.Helper()
	if err := json.Unmarshal(text, &v); err != nil {
		t.Fatal(err)
	}
	return v
}
