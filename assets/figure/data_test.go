package figure

import (
	"strings"
	"testing"
	"testing/fstest"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/model"
)

// one returns the error of a figure named one in the data of a file.
func one(text string) error {
	all, err := read(fstest.MapFS{"data/one.toml": {Data: []byte(text)}})
	if err != nil {
		return err
	}
	_, err = newLibrary(all).get("one")
	return err
}

func TestMistakesInDataAreTold(t *testing.T) {
	box := `role = "metal", box = [-1, 1, -1, 1, -1, 1]`
	for text, want := range map[string]string{
		`[one]
		 bodies = [{` + box + `}]`: "",
		`[one]
		 color = 3`: "color",
		`[one]
		 bodies = [{role = "purple", box = [-1, 1, -1, 1, -1, 1]}]`: "unknown role",
		`[one]
		 bodies = [{role = "metal", box = [-1, 1, -1, 1, -1]}]`: "another number of numbers",
		`[one]
		 bodies = [{role = "metal", box = [-1, 1, -1, 1, 0, 0]}]`: "no volume",
		`[one]
		 bodies = [{role = "metal"}]`: "not one shape",
		`[one]
		 bodies = [{` + box + `, ball = [0, 0, 0, 1]}]`: "not one shape",
		`[one]
		 bodies = [{role = "metal", hull = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]}]`: "fewer than four",
		`[one]
		 bodies = [{role = "metal", hull = [[0, 0, 0], [9, 0, 0], [0, 9, 0], [0, 0, 9], [1, 1, 1]]}]`: "is not convex",
		`[one]
		 bodies = [{role = "metal", tube = [0, 0, 0, 0, 0, 9, 4, 1, 4]}]`: "is not convex",
		`[one]
		 bodies = [{role = "metal", tube = [0, 0, 0, 0, 0, 9, 4, 1], sides = 2}]`: "fewer than three",
		`[one]
		 bodies = [{on = "arm", ` + box + `}]`: "unknown bone",
		`[one]
		 bones = {a = {on = "b"}, b = {on = "a"}}`: "carries itself",
		`[one]
		 bones = {a = {at = [1, 2]}}`: "another number of numbers",
		`[one]
		 like = "two"`: "like a figure that does not exist",
		`[one]
		 like = "two"
		 [two]
		 like = "one"`: "or itself",
		`[one]
		 bodies = [{` + box + `}]
		 animations = {run = {poses = ["a"]}}`: "unknown pose",
		`[one]
		 bodies = [{` + box + `}]
		 poses = {a = {from = ["b"]}, b = {from = ["a"]}}
		 animations = {run = {poses = ["a"]}}`: "a pose made from itself",
		`[one]
		 bodies = [{` + box + `}]
		 poses = {a = {turn = {leg = [1]}}}
		 animations = {run = {poses = ["a"]}}`: "leg: unknown bone",
		`[one]
		 bodies = [{` + box + `}]
		 tags = {tag_flash = {on = "arm"}}`: "tag tag_flash",
		`[one]
		 frames = "run 3"
		 bodies = [{` + box + `}]`: "frames: run 3",
		`[one]
		 frames = "run"
		 bodies = [{` + box + `}]`: "frames",
	} {
		err := one(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\n%v, which does not say %q", text, err, want)
		}
	}
	_, err := read(fstest.MapFS{"data/a.toml": {Data: []byte("[one]")}, "data/b.toml": {Data: []byte("[one]")}})
	if err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("two figures of a name: %v", err)
	}
	_, err = read(fstest.MapFS{"data/a.toml": {Data: []byte("[one]\n[two]\n[one.bones]")}})
	if err == nil || !strings.Contains(err.Error(), "data/a.toml: one stands twice") {
		t.Errorf("a figure in two places of a file: %v", err)
	}
	_, err = read(fstest.MapFS{"data/a.toml": {Data: []byte("# of a kind\n\nsize = 2\n[one]")}})
	if err == nil || !strings.Contains(err.Error(), "data/a.toml:3: ") {
		t.Errorf("what is nobody's: %v", err)
	}
}

// A figure is read alone, and its mistakes have the lines of the file.
func TestFiguresAreReadAlone(t *testing.T) {
	all, err := read(fstest.MapFS{"data/a.toml": {Data: []byte("[one]\nsize = 2\n\n[two]\nlike = \"one\"\ncolor = " +
		"3\n[three]\nlike = \"one\"\n[three.bones]\na = {at = [1, 2, 3]}\n")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := all.get("two"); err == nil || !strings.Contains(err.Error(), "6| color") {
		t.Errorf("the mistake in line 6 is %v", err)
	}
	d, err := all.inherited("three")
	if err != nil || d.Size != 2 || len(d.Bones["a"].At) != 3 {
		t.Errorf("the third is %+v, %v", d, err)
	}
	// What looks like no figure is none that is lost.
	for _, head := range []string{"[Two]", "[\"two\"]", "[two-b]", "[[two.bodies]]"} {
		all, err := read(fstest.MapFS{"data/a.toml": {Data: []byte("  # a comment\n[one]\nsize = 2\n" + head + "\n")}})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := all.get("one"); err == nil || !strings.Contains(err.Error(), "wo") {
			t.Errorf("%s behind a figure is %v", head, err)
		}
	}
	if d, err := all.get("four"); d != nil || err != nil {
		t.Errorf("one that is not there is %v, %v", d, err)
	}
}

// Places worked out by hand: a bone and its twin, angles, size, floor, and a tag.
func TestPosesTurnBones(t *testing.T) {
	all, err := read(fstest.MapFS{"data/one.toml": {Data: []byte(`
		[one]
		size = 2
		floor = -24
		bodies = [{on = "arm_l", role = "metal", hull = [[0, 0, 0], [4, 0, 0], [0, 2, 0], [0, 0, -6]]}]
		[one.bones]
		body = {at = [1, 0, 0]}
		arm_l = {on = "body", at = [0, 10, 0]}
		[one.tags]
		tag_weapon = {on = "arm_r", at = [0, 0, -6]}
		[one.poses]
		straight = {}
		forward = {turn = {arm_l = [-90]}, free = true}
		other = {mirror = "forward"}
		left = {turn = {arm = [0, 90]}, free = true}
		up = {turn = {arm = [0, 0, 90]}, free = true, at = [0, 1, 0]}
		above = {from = ["straight"], lift = 3, shift = {body = [5, 0, 0]}}
		[one.animations]
		run = {poses = ["straight", "forward", "other", "left", "up", "above"], rate = 4}
	`)}})
	if err != nil {
		t.Fatal(err)
	}
	f, err := newLibrary(all).get("one")
	if err != nil {
		t.Fatal(err)
	}
	for pose, want := range [][8]mgl32.Vec3{
		{{2, 20, -12}, {10, 20, -12}, {2, 24, -12}, {2, 20, -24}, {2, -20, -12}, {10, -20, -12}, {2, -24, -12},
			{2, -20, -24}},
		{{2, 20, 0}, {2, 20, 8}, {2, 24, 0}, {14, 20, 0}, {2, -20, 0}, {10, -20, 0}, {2, -24, 0}, {2, -20, -12}},
		{{2, 20, 0}, {10, 20, 0}, {2, 24, 0}, {2, 20, -12}, {2, -20, 0}, {2, -20, 8}, {2, -24, 0}, {14, -20, 0}},
		{{2, 20, 0}, {2, 28, 0}, {-2, 20, 0}, {2, 20, -12}, {2, -20, 0}, {2, -28, 0}, {-2, -20, 0}, {2, -20, -12}},
		{{2, 22, 0}, {10, 22, 0}, {2, 22, 4}, {2, 34, 0}, {2, -18, 0}, {10, -18, 0}, {2, -18, 4}, {2, -30, 0}},
		{{12, 20, -6}, {20, 20, -6}, {12, 24, -6}, {12, 20, -18}, {12, -20, -6}, {20, -20, -6}, {12, -24, -6},
			{12, -20, -18}},
	} {
		points := f.Lerp(nil, pose, pose, 0)
		for i, p := range want {
			if points[i].Sub(p).Len() > near {
				t.Errorf("pose %s: point %d is at %v, not %v", f.Poses[pose].Name, i, points[i], p)
			}
		}
	}
	hand := f.Tag("tag_weapon", 2, 2, 0)
	if hand.Origin.Sub(mgl32.Vec3{14, -20, 0}).Len() > near || hand.Axis.Col(0).Sub(mgl32.Vec3{0, 0, 1}).Len() > 1e-5 {
		t.Errorf("the hand is at %v", hand)
	}
	if a := f.Animations["run"]; a != (model.Animation{First: 0, Count: 6, Loop: 6, Rate: 4}) {
		t.Errorf("it runs as %+v", a)
	}
}
