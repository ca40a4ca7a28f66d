package sound

import (
	"math"
	"slices"
	"testing"

	"github.com/go-gl/mathgl/mgl32"

	"demoscope/assets/tone"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/player/world/rules"
)

// heardAt is a moment at 10 s in which sounds began, of a QuakeWorld match of two.
func heardAt(names []string, sounds ...world.SoundStart) *player.Moment {
	w := rules.New("mvd")
	w.Level().Sounds = append([]string{""}, names...)
	for _, name := range []string{"Ann", "Bo"} {
		w.Players = append(w.Players, world.Player{Slot: len(w.Players), InUse: true, Visible: true, Name: name})
	}
	w.Effects.Sounds = sounds
	return &player.Moment{World: w, Clock: 10, Poses: []world.Pose{{Origin: mgl32.Vec3{100, 0, 0}},
		{Origin: mgl32.Vec3{500, 0, 0}}}}
}

// TestSeenSounds: what can be heard at a moment is seen, as loud as it is: in Quake it has lost
// half of its loudness at 500 units.
func TestSeenSounds(t *testing.T) {
	names := []string{"weapons/sgun1.wav", "items/health1.wav", "misc/talk.wav", "doors/drclos4.wav",
		"weapons/tink1.wav"}
	m := heardAt(names,
		world.SoundStart{Clock: 9.5, Sound: 1, Entity: 2, Volume: 1, Attenuation: 1, Origin: mgl32.Vec3{500, 0, 0}},
		world.SoundStart{Clock: 9.9, Sound: 2, Entity: 1, Volume: 1, Attenuation: 1, Origin: mgl32.Vec3{100, 0, 0}},
		world.SoundStart{Clock: 8, Sound: 3, Volume: 1, Flags: world.SoundFlat},
		// too far
		world.SoundStart{Clock: 9, Sound: 4, Entity: 40, Volume: 1, Attenuation: 1, Origin: mgl32.Vec3{0, 990, 0}},
		// soon
		world.SoundStart{Clock: 10.1, Sound: 4, Entity: 41, Volume: 1, Attenuation: 1},
		// long ago
		world.SoundStart{Clock: 7.4, Sound: 4, Entity: 42, Volume: 1, Attenuation: 1},
		// for Bo
		world.SoundStart{Clock: 9.8, Sound: 4, Entity: 43, Volume: 1, Attenuation: 1, Only: 1 << 1},
		// without words
		world.SoundStart{Clock: 9.8, Sound: 5, Entity: -1, Volume: 0.5, Attenuation: 3, Origin: mgl32.Vec3{0, 100, 0}},
	)
	var s Sight
	ear := Ear{Right: mgl32.Vec3{0, -1, 0}, Entity: 1, Slot: 0}
	s.Look(m, nil, &ear, &[KindCount]bool{})
	type seen struct {
		words  string
		class  tone.Class
		slot   int
		placed bool
		own    bool
		level  float32
		age    float64
	}
	want := []seen{
		{"a rocket", tone.OfWeapons, 1, true, false, 0.5, 0.5},
		{"health", tone.OfItems, 0, true, true, 1, 0.1},
		{"chat", tone.OfVoices, world.Nobody, false, false, 1, 2},
		{"", tone.OfWeapons, world.Nobody, true, false, 0.35, 0.2},
	}
	var got []seen
	for _, l := range s.List {
		got = append(got, seen{l.Words, l.Class, l.Slot, l.Placed, l.Own,
			float32(math.Round(float64(l.Level)*100) / 100), math.Round(l.Age*100) / 100})
	}
	if !slices.Equal(got, want) {
		t.Errorf("%+v, want %+v", got, want)
	}
	off := [KindCount]bool{tone.Chat: true}
	if s.Look(m, nil, &ear, &off); len(s.List) != 3 {
		t.Errorf("%d without chat", len(s.List))
	}
	if n := testing.AllocsPerRun(20, func() { s.Look(m, nil, &ear, &off) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestSubtitles: what is the same is one line, with where the newest is; who watches through a
// player's eyes reads nothing of his shots; five lines are left, the loudest and newest.
func TestSubtitles(t *testing.T) {
	names := []string{"weapons/sgun1.wav", "weapons/r_exp3.wav", "player/pain1.wav", "items/health1.wav",
		"doors/drclos4.wav", "misc/r_tele1.wav", "weapons/lock4.wav"}
	at := func(clock float64, sound uint16, entity int32, x float32) world.SoundStart {
		return world.SoundStart{Clock: clock, Sound: sound, Entity: entity, Volume: 1, Attenuation: 1,
			Origin: mgl32.Vec3{x, 0, 0}}
	}
	m := heardAt(names, at(8.5, 1, 2, 300), at(9, 1, 1, 100), at(9.4, 1, 2, 400), at(9.5, 2, -1, 200),
		at(9.6, 2, -1, 900))
	var s Sight
	ear := Ear{Entity: 1, Slot: 0}
	s.Look(m, nil, &ear, &[KindCount]bool{})
	if len(s.Lines) != 2 {
		t.Fatalf("%+v", s.Lines)
	}
	if l := s.Lines[0]; l.Words != "a rocket" || l.Slot != 1 || l.Count != 2 || l.Origin != (mgl32.Vec3{400, 0, 0}) ||
		l.Fresh != 1 || abs32(l.Level-0.7) > 0.001 || !l.Placed {
		t.Errorf("%+v", l)
	}
	if l := s.Lines[1]; l.Words != "an explosion" || l.Slot != world.Nobody || l.Count != 2 ||
		l.Origin != (mgl32.Vec3{900, 0, 0}) || abs32(l.Level-0.8) > 0.001 {
		t.Errorf("%+v", l)
	}
	// From outside his rocket is read too.
	ear.Entity = NoEntity
	if s.Look(m, nil, &ear, &[KindCount]bool{}); len(s.Lines) != 3 || s.Lines[1].Slot != 0 {
		t.Errorf("%+v", s.Lines)
	}
	// Seven kinds: the farthest, and the one that has nearly gone, are left out.
	m = heardAt(names, at(7.6, 6, 0, 100), at(9, 1, 2, 500), at(9, 2, -1, 900), at(9, 3, 2, 300), at(9, 4, 2, 200),
		at(9, 5, 40, 400), at(9, 7, 2, 600))
	s.Look(m, nil, &ear, &[KindCount]bool{})
	var words []string
	for _, l := range s.Lines {
		words = append(words, l.Words)
	}
	if want := []string{"a rocket", "a cry of pain", "health", "a door", "ammunition"}; !slices.Equal(words, want) {
		t.Errorf("%q, want %q", words, want)
	}
}

func abs32(x float32) float32 { return max(x, -x) }

// TestSubtitlesFade: for the last 0.7 of 2.5 seconds.
func TestSubtitlesFade(t *testing.T) {
	for age, want := range map[float64]float32{0: 1, 1.8: 1, 2.15: 0.5, 2.5: 0} {
		m := heardAt([]string{"doors/drclos4.wav"}, world.SoundStart{Clock: 10 - age, Sound: 1, Entity: 40, Volume: 1,
			Attenuation: 1})
		var s Sight
		s.Look(m, nil, &Ear{Slot: world.Nobody, Entity: NoEntity}, &[KindCount]bool{})
		if len(s.Lines) != 1 || abs32(s.Lines[0].Fresh-want) > 1e-4 {
			t.Errorf("after %v s: %+v, want %v", age, s.Lines, want)
		}
	}
}

// TestSightAfterSeek: what is seen of sounds is the same after playing to a moment as after a
// seek to it, from before and from behind.
func TestSightAfterSeek(t *testing.T) {
	total := 0
	for _, path := range samples(t) {
		_, p := opened(t, path)
		p.SetPaused(true)
		seconds, _ := p.Duration()
		look := func() ([]Seen, []Line) {
			var s Sight
			m := p.Moment()
			ear := Through(&m.Eye)
			s.Look(m, nil, &ear, &[KindCount]bool{})
			return s.List, s.Lines
		}
		reach := func(clock float64) {
			p.Seek(clock)
			for p.Update(0); p.Behind(); {
				p.Update(0)
			}
		}
		for _, part := range []float64{0.2, 0.45, 0.8} {
			at := seconds * part
			for reach(at - 1); p.Clock()+0.013 < at; {
				reach(p.Clock() + 0.013)
			}
			reach(at)
			list, lines := look()
			for _, from := range []float64{0, seconds} {
				reach(from)
				reach(at)
				if again, lines2 := look(); !slices.Equal(list, again) || !slices.Equal(lines, lines2) {
					t.Errorf("%s at %v from %v: %+v, not %+v", path, at, from, again, list)
				}
			}
			total += len(list)
		}
	}
	if total < 20 {
		t.Errorf("only %d sounds were seen", total)
	}
}
