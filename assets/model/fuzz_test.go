package model

import (
	"errors"
	"testing"
)

// tryModel loads data, whatever they are, and checks the model or the error.
func tryModel(t *testing.T, data []byte) {
	m, err := Load(data)
	if err != nil {
		var at *FormatError
		if m != nil || !errors.As(err, &at) || at.Offset < 0 || at.Offset > int64(len(data)) {
			t.Errorf("error %v of %d bytes", err, len(data))
		}
		return
	}
	checkModel(t, m)
	if stored := 8*len(m.vertices) + 24*len(m.Triangles) + 48*len(m.tags); stored > 4*len(data) {
		t.Errorf("%d bytes became %d", len(data), stored)
	}
}

// fuzzModel fuzzes Load from small models.
func fuzzModel(f *testing.F, seeds ...bin) {
	for _, data := range seeds {
		f.Add([]byte(data))
	}
	f.Fuzz(func(t *testing.T, data []byte) { tryModel(t, data) })
}

func FuzzMDL(f *testing.F) { fuzzModel(f, smallMDL(), smallMDL()[:200]) }
func FuzzMD2(f *testing.F) { fuzzModel(f, smallMD2(), smallMD2().with(20, bin{}.i32(0))) }
func FuzzMD3(f *testing.F) { fuzzModel(f, smallMD3(), fan(5)) }

func FuzzSkin(f *testing.F) {
	f.Add([]byte("u_torso,models/players/a/b.tga\r\ntag_head,\n\"h_head\",\"x\""))
	f.Fuzz(func(t *testing.T, data []byte) {
		skin, err := ParseSkin(data)
		var at *FormatError
		if err != nil && (skin != nil || !errors.As(err, &at)) {
			t.Error(err)
		}
		for _, s := range skin {
			if shader, ok := skin.Shader(s.Surface); !ok || shader == "" {
				t.Errorf("%+v is not found", s)
			}
		}
	})
}

func FuzzAnimations(f *testing.F) {
	f.Add([]byte(animations("sex f\nheadoffset 1 2 3\nfixedlegs", 25)))
	f.Add([]byte(animations("/* */", 31)))
	f.Fuzz(func(t *testing.T, data []byte) {
		a, err := ParseAnimations(data)
		var at *FormatError
		if err != nil {
			if a != nil || !errors.As(err, &at) || at.Offset < 0 || at.Offset > int64(len(data)) {
				t.Error(err)
			}
			return
		}
		if len(a.List) != NumAnimations {
			t.Errorf("%d animations", len(a.List))
		}
		for i := range a.List {
			row := &a.List[i]
			for _, step := range []int{-1, 0, 1, row.Count, 1 << 30} {
				pose, _ := row.Pose(step)
				if pose < -8*maxCoord || pose > 8*maxCoord || row.Milliseconds() < 1 {
					t.Errorf("%+v: pose %d", row, pose)
				}
			}
		}
	})
}
