package pattern

import (
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"demoscope/formats"
	"demoscope/internal/corpus"
	"demoscope/internal/golden"
	"demoscope/internal/made"
)

// show appends a value without its zeros and unexported fields. Numbers have four digits, because processors differ in
// the last ones.
func show(s *strings.Builder, v reflect.Value) {
	if text, ok := v.Interface().(fmt.Stringer); ok {
		s.WriteString(text.String())
		return
	}
	switch v.Kind() {
	case reflect.Float32, reflect.Float64:
		fmt.Fprintf(s, "%.4g", v.Float())
	case reflect.String:
		fmt.Fprintf(s, "%q", v.String())
	case reflect.Pointer:
		show(s, v.Elem())
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			s.WriteString(map[bool]string{true: "[", false: " "}[i == 0])
			show(s, v.Index(i))
		}
		s.WriteString("]")
	case reflect.Struct:
		if n, ok := v.Interface().(Numbers); ok {
			for m := range MeasureCount {
				if x, known := n.Get(m); known {
					fmt.Fprintf(s, " %v:%.4g", m, x)
				}
			}
			return
		}
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() && !v.Field(i).IsZero() {
				s.WriteString(" " + f.Name + ":")
				show(s, v.Field(i))
			}
		}
	default:
		fmt.Fprint(s, v.Interface())
	}
}

// findings returns a text with all facts of a demo, and all hits in them.
func findings(t *testing.T, f *Facts) string {
	var s strings.Builder
	v := reflect.ValueOf(f).Elem()
	for i := range v.NumField() {
		name, x := v.Type().Field(i).Name, v.Field(i)
		if x.IsZero() || !v.Type().Field(i).IsExported() {
			continue
		}
		if x.Kind() != reflect.Slice {
			s.WriteString(name + ": ")
			show(&s, x)
			s.WriteString("\n")
			continue
		}
		for k := range x.Len() {
			s.WriteString(name + ":")
			show(&s, x.Index(k))
			s.WriteString("\n")
		}
	}
	for k := range KindCount {
		q, err := Parse(k.String())
		if err != nil {
			t.Fatal(err)
		}
		hits := q.Match(f)
		for i := range hits {
			fmt.Fprintf(&s, "%v:", k)
			show(&s, reflect.ValueOf(hits[i]))
			fmt.Fprintf(&s, " score %v\n", hits[i].Score())
		}
	}
	fmt.Fprintf(&s, "Everybody: %q\n", f.Everybody())
	return s.String()
}

// checkConditions compares the hits of queries with one condition with those hits of an unconditional query that meet
// it. Runs are made by the longest gap, which is no such condition.
func checkConditions(t *testing.T, f *Facts) {
	match := func(text string) []Hit {
		q, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		return q.Match(f)
	}
	for k := range KindCount {
		for _, m := range k.Describe().Measures {
			least := 0
			if m == Kills && (k == Run || k == Streak) {
				least = 2 // unless fewer are asked for
			}
			all := match(fmt.Sprintf("%v %v>=%d", k, m, least))
			if m == Gap || len(all) == 0 {
				continue
			}
			get := func(h *Hit) (v float64, known bool) {
				if v, known = h.Get(m); m.Unit() == "s" {
					v = math.Round(v*1000) / 1000
				}
				return v, known
			}
			v, _ := get(&all[len(all)/2])
			for op, meets := range map[string]func(x float64) bool{
				"<": func(x float64) bool { return x < v }, "<=": func(x float64) bool { return x <= v },
				">": func(x float64) bool { return x > v }, ">=": func(x float64) bool { return x >= v },
				"=": func(x float64) bool { return x == v },
			} {
				query := fmt.Sprintf("%v %v%s%v", k, m, op, strconv.FormatFloat(v, 'f', -1, 64))
				want := slices.DeleteFunc(slices.Clone(all), func(h Hit) bool {
					x, known := get(&h)
					return known && !meets(x)
				})
				if d := cmp.Diff(want, match(query), cmpopts.EquateEmpty()); d != "" {
					t.Errorf("%s: %s", query, d)
				}
			}
		}
	}
}

// checkFilters compares the hits that filters let through with those whose fields have the value, and the hits without
// them with the rest. Runs and the like are made of the kills that a filter lets through.
func checkFilters(t *testing.T, f *Facts) {
	for _, k := range [...]Kind{Kill, Midair, Direct, Flick, Telefrag, LastSecond, Flag, Chat, RocketJump, TrickJump} {
		all, err := Parse(k.String())
		if err != nil {
			t.Fatal(err)
		}
		hits := all.Match(f)
		for key, of := range map[string]func(h *Hit) string{
			"player": func(h *Hit) string { return h.Name }, "map": func(h *Hit) string { return mapName(h.Map) },
			"victim": func(h *Hit) string { return strings.Join(h.Victims, "") },
			"game":   func(*Hit) string { return f.Game.String() },
		} {
			if key == "victim" && k != Kill {
				continue
			}
			whole := key == "map" || key == "game"
			values := map[string]bool{"nothing": true}
			for i := range hits {
				values[of(&hits[i])] = true
			}
			for value := range values {
				if value = strings.ToLower(value); value == "" {
					continue
				}
				for not, sign := range map[bool]string{false: "", true: "-"} {
					text := fmt.Sprintf("%v %s%s:%q", k, sign, key, value)
					q, err := Parse(text)
					if err != nil {
						t.Fatalf("%s: %v", text, err)
					}
					var want []Hit
					for _, h := range hits {
						is := strings.ToLower(of(&h))
						if (is == value || !whole && strings.Contains(is, value)) != not {
							want = append(want, h)
						}
					}
					if d := cmp.Diff(want, q.Match(f), cmpopts.EquateEmpty()); d != "" {
						t.Errorf("%s: %s", text, d)
					}
				}
			}
		}
	}
}

func mapName(path string) string {
	return strings.TrimSuffix(strings.TrimPrefix(path, "maps/"), ".bsp")
}

// scenes are what was found in the scenes of a test so far.
var scenes = map[string][]string{}

// record adds what is found in a scene to the test's document, with which it is compared at the end of the test.
func (s *scene) record(t *testing.T, format string, f *Facts) {
	checkConditions(t, f)
	checkFilters(t, f)
	name := strings.ReplaceAll(t.Name(), "/", "_")
	if scenes[name] == nil {
		t.Cleanup(func() {
			golden.Document(t, filepath.Join("testdata", name+".txt"), strings.Join(scenes[name], ""))
			delete(scenes, name)
		})
	}
	scenes[name] = append(scenes[name], fmt.Sprintf("# %s\n%s", format, findings(t, f)))
}

// TestMade compares what is found in made demos with a document.
func TestMade(t *testing.T) {
	var s strings.Builder
	add := func(name string, data []byte) {
		demo, err := formats.Open(name, data)
		if err != nil {
			t.Fatal(err)
		}
		f := Read(demo.Name, demo.Decoder(), Options{})
		checkConditions(t, f)
		checkFilters(t, f)
		fmt.Fprintf(&s, "# %s\n", name)
		for line := range strings.Lines(findings(t, f)) {
			if !strings.HasPrefix(line, "Events:") { // there are many, and other packages compare them
				s.WriteString(line)
			}
		}
	}
	for _, name := range []string{"demoscope1_p15.dem", "demoscope1.qwd", "demoscope1.mvd", "demoscope1.dm2",
		"demoscope1.mvd2", "demoscope1.dm_71"} {
		add(name, made.Eventful(t, name, corpus.Read(t, filepath.Join(corpus.Sample, name))))
	}
	// A player dies in a multi-view recording. In a server's own recording of Quake II no line reports two deaths.
	both := [2]made.Fighter{{Health: 125, Weapon: 7, Ammo: 10, Owned: 0x21}, {Health: 90, Weapon: 5, Ammo: 3, Owned: 9}}
	end := both
	end[0] = made.Fighter{}
	add("multiview.dm_71", made.MultiView(t, both, both, end, end))
	var frames [][2]made.Body
	for _, f := range [...][2]int32{{40, 40}, {40, made.Dies}, {40, made.Dies}, {made.Dies, made.Dies}} {
		frames = append(frames, [2]made.Body{{Frame: f[0], Origin: [3]float64{100, 20, 30}},
			{Frame: f[1], Origin: [3]float64{200, 25, 35}}})
	}
	add("server.dm2", made.Quake2Server(t, frames...))
	golden.Document(t, "testdata/made.txt", s.String())
}
