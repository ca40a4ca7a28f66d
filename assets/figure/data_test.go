package figure

import (
	"strings"
	"testing"
	"testing/fstest"
)

// one returns the error of a figure named one in the data of a file.
func one(text string) error {
	all, err := parse(fstest.MapFS{"data/one.toml": {Data: []byte(text)}})
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
		 colour = 3`: "colour",
		`[one]
		 bodies = [{role = "purple", box = [-1, 1, -1, 1, -1, 1]}]`: "is no role",
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
		 bodies = [{on = "arm", ` + box + `}]`: "no such bone",
		`[one]
		 bones = {a = {on = "b"}, b = {on = "a"}}`: "carries itself",
		`[one]
		 bones = {a = {at = [1, 2]}}`: "another number of numbers",
		`[one]
		 like = "two"`: "like what is not there",
		`[one]
		 like = "two"
		 [two]
		 like = "one"`: "like itself",
		`[one]
		 bodies = [{` + box + `}]
		 animations = {run = {poses = ["a"]}}`: "no such pose",
		`[one]
		 bodies = [{` + box + `}]
		 poses = {a = {from = ["b"]}, b = {from = ["a"]}}
		 animations = {run = {poses = ["a"]}}`: "made from itself",
		`[one]
		 bodies = [{` + box + `}]
		 poses = {a = {turn = {leg = [1]}}}
		 animations = {run = {poses = ["a"]}}`: "leg: there is no such bone",
		`[one]
		 bodies = [{` + box + `}]
		 tags = {tag_flash = {on = "arm"}}`: "tag tag_flash",
	} {
		err := one(text)
		if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
			t.Errorf("%s\n%v, which does not say %q", text, err, want)
		}
	}
	_, err := parse(fstest.MapFS{"data/a.toml": {Data: []byte("[one]")}, "data/b.toml": {Data: []byte("[one]")}})
	if err == nil || !strings.Contains(err.Error(), "stands twice") {
		t.Errorf("two figures of a name: %v", err)
	}
}
