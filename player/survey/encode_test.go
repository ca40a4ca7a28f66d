package survey

import (
	"bytes"
	"compress/zlib"
	"math"
	"reflect"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/player/world"
)

// someSurvey knows two floors, a wall, a pool, where something flew, and two things.
func someSurvey() *Survey {
	s := New(world.QuakeWorld, NewBudget(8<<20))
	for x := float32(-200); x <= 200; x += 8 {
		for y := float32(-64); y <= 64; y += 8 {
			s.print(x, y, 0, standsStrong)
			s.carve(x, y, 16, 0, 56)
			if x > 100 {
				s.print(x, y, 200, standsWeak)
				s.print(x, y, 200, standsWeak)
				s.print(x, y, 200, standsWeak)
			}
		}
	}
	for along := int32(-8); along < 8; along++ {
		s.contacts.add(piece{axis: 1, side: 1, plane: 80, along: along, low: 0}.key(), 3, maxContacts, s.budget)
		s.impacts.add(piece{axis: 0, side: -1, plane: -216, along: along, low: 3}.key(), 2, maxImpacts, s.budget)
	}
	s.addShotLine(mgl32.Vec3{-150, 0, 30}, mgl32.Vec3{-150, 300, 30}, 0)
	s.splashed.add(splashWater.piece(mgl32.Vec3{-100, 0, 8}).key(), 1, maxSplashes, s.budget)
	s.models = []string{"maps/b_bh25.bsp", "progs/g_rock.mdl"}
	s.items = []restingItem{{mgl32.Vec3{40, 8, 0}, 0, 0}, {mgl32.Vec3{150, 0, 200}, 200, 1}}
	return s
}

func TestSurveyIsReadAgain(t *testing.T) {
	s := someSurvey()
	data, err := s.MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	got, err := Read(data, NewBudget(8<<20))
	if err != nil {
		t.Fatal(err)
	}
	if got.game != world.QuakeWorld || !reflect.DeepEqual(got.Build(), s.Build()) {
		t.Error("it makes another level")
	}
	if pools := len(cells(got.Build(), Water)); pools < 100 || got.flownAt(-19, 20, layerOf(30))&1 == 0 {
		t.Errorf("a pool of %d columns, and what flew is %v", pools, got.flownAt(-19, 20, layerOf(30)))
	}
	if len(got.Build().Faces) < 4 || len(got.items) != 2 || got.models[1] != "progs/g_rock.mdl" {
		t.Errorf("%d faces, %d things", len(got.Build().Faces), len(got.items))
	}
	again, err := got.MarshalBinary()
	if err != nil || !bytes.Equal(again, data) {
		t.Errorf("written again it is another file (%v)", err)
	}
	if n := len(data); n > 6000 {
		t.Errorf("it takes %d bytes", n)
	}
}

// packed returns a file of what a survey's bytes are.
func packed(b ...byte) []byte {
	var out bytes.Buffer
	out.WriteString(fileMagic)
	z := zlib.NewWriter(&out)
	_, _ = z.Write(b) // into memory
	_ = z.Close()
	return out.Bytes()
}

func TestDamagedSurveysAreRefused(t *testing.T) {
	good, _ := someSurvey().MarshalBinary()
	other := bytes.Clone(good)
	other[len(fileMagic)-1]++                                    // its version
	chunk := append([]byte{2, 2, 2}, make([]byte, 2*64*8+64)...) // at 1, 1, 1, without prints
	far := append([]byte{0xff, 0xff, 0xff, 0x7f, 2, 2}, make([]byte, 2*64*8+64)...)
	print := bytes.Clone(chunk)
	print = append(print[:3+2*64*8], 1, 0, 0, 0xc0, 0x7f, 1, 1, 1, 1) // a height that not a number
	for name, data := range map[string][]byte{
		"nothing": nil, "text": []byte("a survey"), "another version": other, "no content": []byte(fileMagic),
		"empty":   packed(),
		"cut off": good[:len(good)-9], "no game": packed(200, 0, 0, 0, 0, 0, 0), "too many chunks": packed(0, 0xff,
			0xff, 0xff, 0xff, 0xf),
		"a chunk twice":    packed(append(append([]byte{0, 2}, chunk...), chunk...)...),
		"a chunk far away": packed(append([]byte{0, 1}, far...)...),
		"no height":        packed(append([]byte{0, 1}, print...)...), "keys twice": packed(0, 0, 2, 5, 1, 0, 1,
			0, 0, 0, 0),
		"a count of none":  packed(0, 0, 1, 5, 0, 0, 0, 0, 0),
		"a key beyond all": packed(0, 0, 1, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 1, 0, 0, 0, 0),
		"a long name":      packed(0, 0, 0, 0, 0, 1, 0xff, 0xff, 3), "a thing without a model": packed(
			append([]byte{0, 0, 0, 0, 0, 0, 1}, make([]byte, 17)...)...),
		"more behind it": packed(0, 0, 0, 0, 0, 0, 0, 1),
	} {
		if s, err := Read(data, NewBudget(8<<20)); err == nil {
			t.Errorf("%s: no error, %+v", name, s)
		}
	}
	if _, err := Read(packed(0, 0, 0, 0, 0, 0, 0), NewBudget(4096)); err != nil {
		t.Errorf("an empty one: %v", err)
	}
	if _, err := Read(packed(0, 0, 0, 0, 0, 0, 0), NewBudget(0)); err == nil {
		t.Error("one without any room: no error")
	}
	if _, err := Read(good, NewBudget(1000)); err == nil {
		t.Error("it is read beyond its budget")
	}
	flipped := bytes.Clone(good)
	flipped[len(good)/2] ^= 4
	if _, err := Read(flipped, NewBudget(8<<20)); err == nil {
		t.Error("a bit that is turned is not noticed")
	}
}

func FuzzRead(f *testing.F) {
	good, _ := someSurvey().MarshalBinary()
	f.Add(good[len(fileMagic):])
	f.Add([]byte{0, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, data []byte) {
		budget := NewBudget(1 << 20)
		s, err := Read(packed(data...), budget)
		if budget.Used > 1<<20 {
			t.Errorf("%d bytes are used", budget.Used)
		}
		if err != nil {
			return
		}
		for _, face := range s.Build().Faces {
			for _, v := range face.Corners {
				for _, x := range v {
					if math.Abs(float64(x)) > 2*reachable || x != x {
						t.Fatalf("a corner at %v", v)
					}
				}
			}
		}
		s.Build().Map()
	})
}
