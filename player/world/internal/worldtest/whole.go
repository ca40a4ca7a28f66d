package worldtest

import (
	"slices"
	"testing"

	"demoscope/player/world"
	"demoscope/player/world/internal/fields"
	"demoscope/player/world/internal/hash"
)

// ExpectWhole fails unless every field of rules is hashed and copied, except those in except, each with its reason.
// full are rules with something in every field, and blank new rules of the same type. After a copy the two must share
// no memory, except at the paths in shared.
func ExpectWhole(t testing.TB, full, blank world.Rules, except map[string]string, shared ...string) {
	t.Helper()
	hashOf := func(r world.Rules) uint64 {
		var h hash.Hash
		r.Hash(&h)
		return uint64(h)
	}
	before := hashOf(full)
	fields.Each(t, full, except, func(path string) {
		if hashOf(full) == before {
			t.Errorf("%s does not count for the hash", path)
		}
		blank.CopyFrom(full, true)
		if hashOf(blank) != hashOf(full) {
			t.Errorf("%s is not copied", path)
		}
	})
	blank.CopyFrom(full, true)
	if got := fields.Shared(full, blank); !slices.Equal(got, shared) {
		t.Errorf("shared are %q, not %q", got, shared)
	}
	fields.Each(t, full, except, func(path string) {
		if hashOf(blank) != before {
			t.Errorf("%s of the source is that of the copy", path)
		}
	})
}

// ExpectChange fails unless change changes the hash of rules.
func ExpectChange(t testing.TB, r world.Rules, what string, change func()) {
	t.Helper()
	var before, after hash.Hash
	r.Hash(&before)
	change()
	if r.Hash(&after); before == after {
		t.Errorf("%s does not count for the hash", what)
	}
}
