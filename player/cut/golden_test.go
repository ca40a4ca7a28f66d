package cut

import (
	"encoding/json"
	"fmt"
	"hash/crc32"
	"maps"
	"slices"
	"strings"
	"testing"

	"demoscope/formats"
	"demoscope/internal/golden"
)

// summary is a text with the messages of a demo, by their names: how many there are, and a sum of all of them.
func summary(t *testing.T, demo *formats.Demo) string {
	type kind struct {
		n   int
		sum uint32
	}
	kinds := map[string]kind{}
	for m := range messagesOf(demo) {
		text, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		k := kinds[m.Name()]
		kinds[m.Name()] = kind{k.n + 1, crc32.Update(k.sum, crc32.IEEETable, append(text, '\n'))}
	}
	var s strings.Builder
	for _, name := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Fprintf(&s, "  %s %d %08x\n", name, kinds[name].n, kinds[name].sum)
	}
	return s.String()
}

// TestGolden compares what is made of recordings in which much happens with recorded summaries: parts, views, and what
// three players' views are merged to.
func TestGolden(t *testing.T) {
	var out strings.Builder
	add := func(what string, part *Part, err error) *formats.Demo {
		t.Helper()
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		name, _, _ := strings.Cut(what, ":")
		demo, err := formats.Open(name, part.Data)
		if err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		fmt.Fprintf(&out, "%s, %.3f to %.3f, %d bytes %08x\n%s", what, part.From, part.To, len(part.Data),
			crc32.ChecksumIEEE(part.Data), summary(t, demo))
		return demo
	}
	demos := madeDemos(t)
	for _, name := range slices.Sorted(maps.Keys(demos)) {
		whole := length(demos[name])
		for _, at := range []float64{0.3, 0.9} {
			part, err := Cut(demos[name], whole*at, whole*at+2)
			add(fmt.Sprintf("%s: part at %.1f", name, at), part, err)
		}
	}
	part, err := Cut(smallMVD(t), 0.06, 0.08)
	add("small.mvd: part at 0.06", part, err)
	part, err = Cut(smallQWD(t), 4, 6)
	add("small.qwd: part at 4", part, err)
	server := demos["eventful_demoscope1.mvd"]
	whole := length(server)
	view := func(slot int, from float64) *formats.Demo {
		t.Helper()
		part, err := View(server, slot, whole*from, whole)
		return add(fmt.Sprintf("view.qwd: slot %d from %.2f", slot, from), part, err)
	}
	merge := func(what string, demos ...*formats.Demo) {
		t.Helper()
		merged, err := Merge(demos)
		if err != nil {
			t.Fatal(err)
		}
		add(fmt.Sprintf("merged.mvd: %s, %q", what, merged.Levels), &Part{Data: merged.Data}, nil)
	}
	// Three players come one after another, and one of their clocks stands still for a while.
	first := []*formats.Demo{view(0, 0), view(1, 0.05), view(2, 0.1)}
	second := []*formats.Demo{view(0, 0.4), view(1, 0.45), view(2, 0.5)}
	merge("first level", first...)
	merge("clock that stands still", second[2], standing(t, second[0], 1, 0.4), second[1])
	both := func(i int) *formats.Demo {
		data := slices.Concat(withoutEnd(t, first[i].Data()), second[i].Data())
		return first[i].Format.Open("both.qwd", data)
	}
	// A client's clock is faster, and its packets come early or late.
	jittered := retimed(t, second[1], func(n int, since float64) float64 { return since*1.001 + float64(n*n%7)*0.002 })
	merge("faster clock", second[0], jittered, standing(t, second[2], 3, 0.25))
	merge("two levels", both(0), first[1], both(2))
	merge("second level is longer", second[1], both(2))
	golden.Document(t, "testdata/parts.txt", out.String())
}
