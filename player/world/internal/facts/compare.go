package facts

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Diff fails the test and prints the difference if got differs from want.
func Diff(t *testing.T, what string, want, got any) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s (-expected +ours)\n%s", what, d)
	}
}

// Strict decodes JSON into v and rejects unknown keys.
func Strict(raw json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

// CodePoints returns bytes as the facts write them: one code point per byte.
func CodePoints(s string) string {
	r := make([]rune, len(s))
	for i := range len(s) {
		r[i] = rune(s[i])
	}
	return string(r)
}

// Leaves returns the number of numbers, strings and other leaves in JSON.
func Leaves(t *testing.T, raw json.RawMessage) int {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	return countLeaves(v)
}

func countLeaves(v any) int {
	n := 0
	switch v := v.(type) {
	case map[string]any:
		for _, e := range v {
			n += countLeaves(e)
		}
	case []any:
		for _, e := range v {
			n += countLeaves(e)
		}
	default:
		return 1
	}
	return n
}
