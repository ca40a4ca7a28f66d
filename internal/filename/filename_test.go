package filename

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// TestCompare: numbers are in the order of their values, whatever is around them.
func TestCompare(t *testing.T) {
	want := []string{
		"", "-b", "1.dem", "02.dem", "2.dem", "2a.dem", "10.dem", "a", "a/z.dem", "a b", "a.dem", "A.dem2", "a1",
		"a01b", "a1b", "B", "b/m2.dem", "b/M10.dem", "e1m9", "e10m1", "m00002.dem", "m3",
		"m99999999999999999999999998", "m99999999999999999999999999", "m100000000000000000000000000", "x", "Ä2",
		"ä10",
	}
	// "02" and "2" are equal numbers, as is what differs in case alone: bytes decide.
	list := slices.Clone(want)
	for range 20 {
		rand.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
		slices.SortFunc(list, Compare)
		if !slices.Equal(list, want) {
			t.Fatalf("%q, want %q", list, want)
		}
	}
	for _, a := range want {
		for _, b := range want {
			if Compare(a, b) != -Compare(b, a) || (Compare(a, b) == 0) != (a == b) {
				t.Errorf("%q and %q", a, b)
			}
		}
	}
}

func TestIsAppleDouble(t *testing.T) {
	for name, want := range map[string]bool{
		"__MACOSX/._m2.dem": true, "__MACOSX/sub/x.dem": true, "a/__MACOSX/._x": true, "._x.dem": true,
		"a/._x.dem": true,
		"x._.dem":   false, ".x.dem": false, "my__MACOSX/x.dem": false, "__MACOSX.dem": false, "a/b.dem": false,
	} {
		if got := IsAppleDouble(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestFind: a name is found by what JSON makes of it, if only one can be meant.
func TestFind(t *testing.T) {
	names := []string{"a\xff.dem", "b\xff\xfe.dem", "c\xff.dem", "c\xfe.dem", "d\ufffd.dem", "e.dem"}
	for name, want := range map[string]string{
		"a\ufffd.dem": "a\xff.dem", "b\ufffd\ufffd.dem": "b\xff\xfe.dem", "b\ufffd.dem": "", "c\ufffd.dem": "",
		"d\ufffd.dem": "", "e.dem": "", "": "",
	} {
		if got, ok := Find(slices.Values(names), name); got != want || ok != (want != "") {
			t.Errorf("%q: %q", name, got)
		}
	}
	if got := Readable(names[1]); got != "b\ufffd\ufffd.dem" || Readable("ü") != "ü" ||
		!strings.HasPrefix(Readable("\xc3x"), "\ufffd") {
		t.Errorf("%q", got)
	}
}
