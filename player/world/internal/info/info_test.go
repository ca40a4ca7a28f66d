package info

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"
)

func TestValue(t *testing.T) {
	for _, test := range []struct{ info, key, want string }{
		{`\name\Ann\team\red`, "name", "Ann"},
		{`\name\Ann\team\red`, "team", "red"},
		{`name\Ann\team\red`, "name", "Ann"},
		{`\name\Ann\team\red`, "red", ""},
		{`\name\\team\red`, "name", ""},
		{`\name\\team\red`, "team", "red"},
		{`\name`, "name", ""},
		{`\a\1\a\2`, "a", "1"},
		{``, "a", ""},
		{`\`, "", ""},
		{`\a\b\c`, `a\b`, ""}, // no key has a backslash
		{`\a\\b\x`, "", ""},   // the pairs are a, without a value, and b
		{`\a\1\\x`, "", "x"},
		{`\a\1\`, "", ""},
	} {
		if got := Value(test.info, test.key); got != test.want {
			t.Errorf("%q of %q is %q, not %q", test.key, test.info, got, test.want)
		}
	}
}

func TestSet(t *testing.T) {
	long := `\k\` + strings.Repeat("v", 1020) // 1023 bytes, which is all that fits
	for _, test := range []struct{ info, key, value, want string }{
		{``, "a", "1", `\a\1`},
		{`\a\1\b\2`, "a", "3", `\b\2\a\3`},
		{`\a\1\b\2`, "a", "", `\b\2`},
		{`\a\1\b\2`, "c", "", `\a\1\b\2`},
		{`a\1`, "b", "2", `\a\1\b\2`},
		{`\a\1\a\2`, "a", "3", `\a\3`},
		{`\a\1`, `b\c`, "3", `\a\1`},
		{`\a\1`, "b", `3\c`, `\a\1`},
		{long, "x", "1", long}, // no room
		{long, "k", strings.Repeat("w", 1019), long[:0] + `\k\` + strings.Repeat("w", 1019)},
		{long, "k", strings.Repeat("w", 1021), long},
		{long, "k", "", ""},
		{long + long, "k", "", ""}, // too long as it came
	} {
		if got := Set(test.info, test.key, test.value); got != test.want {
			t.Errorf("%q with %s %q is %q, not %q", test.info, test.key, test.value, got, test.want)
		}
	}
}

func TestNumbers(t *testing.T) {
	for text, want := range map[string]int{
		"": 0, "0": 0, "12": 12, "-12": -12, "12x3": 12, "x": 0, "-": 0, "+1": 0, " 1": 0, "007": 7,
		"99999999999999": 1<<31 - 1,
	} {
		if got := Number(text); got != want {
			t.Errorf("%q is %d, not %d", text, got, want)
		}
		if got := Number([]byte(text)); got != want {
			t.Errorf("the bytes %q are %d, not %d", text, got, want)
		}
	}
	for text, want := range map[string]uint8{"": 0, "13": 13, "255": 255, "256": 0, "-1": 0, "4x": 4, "x4": 0} {
		if got := Byte(text); got != want {
			t.Errorf("%q is %d, not %d", text, got, want)
		}
	}
}

// TestSetIsBounded: keys without end, which took time by the square of their number.
func TestSetIsBounded(t *testing.T) {
	text := ""
	for i := range 100_000 {
		text = Set(text, fmt.Sprint("k", i), "v")
		if len(text) > 1023 {
			t.Fatalf("%d bytes", len(text))
		}
	}
	if Value(text, "k0") != "v" || Value(text, "k99999") != "" {
		t.Error("the first keys do not stay, or the last ones do")
	}
}

// FuzzSet: what was set is the value, or nothing changed.
func FuzzSet(f *testing.F) {
	f.Add(`\name\Ann\team\red`, "name", "Bob")
	f.Add(`name\Ann\\`, `a\b`, "")
	f.Add(strings.Repeat(`\a\b`, 300), "c", strings.Repeat("v", 1100))
	f.Fuzz(func(t *testing.T, text, key, value string) {
		got := Set(text, key, value)
		if got != text && Value(got, key) != value {
			t.Fatalf("%q of %q is %q, not %q", key, got, Value(got, key), value)
		}
		if len(got) > max(1023, len(text)) {
			t.Fatalf("%d bytes became %d", len(text), len(got))
		}
	})
}

// FuzzValue: a value is that of the first pair with its key.
func FuzzValue(f *testing.F) {
	for _, info := range []string{`\name\chat\chat\1`, `name\a`, `\\\\b\c`, `\a\b\a\c`, `\xa\1\ax\2\a\3`, `\a`, `\a\`,
		`a\a\a\a`, `\b\a\`, `\*a\1`, ``, `\`} {
		for _, key := range []string{"a", "chat", "name", "b", "", `\`, "x"} {
			f.Add(info, key)
		}
	}
	f.Fuzz(func(t *testing.T, info, key string) {
		want, found := "", false
		All(info, func(k, v string) {
			if k == key && !found {
				want, found = v, true
			}
		})
		if got := Value(info, key); got != want {
			t.Errorf("Value(%q, %q) = %q, want %q", info, key, got, want)
		}
	})
}

func BenchmarkValue(b *testing.B) {
	const info = `\maxfps\77\pm_ktjump\1\*version\MVDSV ` +
		`0.35\*z_ext\511\timelimit\10\teamplay\2\maxclients\8\maxspectators\12` +
		`\deathmatch\1\mode\4on4\hostname\server\*gamedir\qw\ktxver\1.42\map\dm3\status\Standby`
	for b.Loop() {
		if Value(info, "chat") != "" || Value(info, "mode") != "4on4" {
			b.Fatal("wrong")
		}
	}
}

// TestSetAsByPairs: a pair is set as if all pairs were gone through, whatever the info is like.
func TestSetAsByPairs(t *testing.T) {
	byPairs := func(info, key, value string) string {
		var b strings.Builder
		All(info, func(k, v string) {
			if k != key {
				pair(&b, k, v)
			}
		})
		if value != "" {
			pair(&b, key, value)
		}
		if b.Len() > MaxBytes && b.Len() > len(info) {
			return info
		}
		return b.String()
	}
	r := rand.New(rand.NewSource(1))
	text := func(letters string, most int) string {
		b := make([]byte, r.Intn(most+1))
		for i := range b {
			b[i] = letters[r.Intn(len(letters))]
		}
		return string(b)
	}
	for range 200_000 {
		info, key, value := text(`\\ab`, 20), text("ab", 3), text("ab", 2)
		if r.Intn(50) == 0 {
			info += strings.Repeat(`\ab\b`, 203) + text(`\ab`, 12)
		}
		if got, want := Set(info, key, value), byPairs(info, key, value); got != want {
			t.Fatalf("%q in %q: %q is %q, want %q", key, info, value, got, want)
		}
	}
}
