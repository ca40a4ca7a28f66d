package render

import (
	"math"

	"demoscope/assets/tone"
	"demoscope/player"
	"demoscope/player/world"
	"demoscope/render/camera"
	"demoscope/render/draw"
	"demoscope/render/hud"
	"demoscope/render/scene"
	"demoscope/render/sound"
)

// SeenSounds is how sounds are shown.
type SeenSounds uint8

// The ways.
const (
	SoundsUnseen SeenSounds = iota
	SoundRings              // where they are
	SoundSubtitles
	SoundRingsAndSubtitles
	seenSounds
)

// String returns the name of the way.
func (s SeenSounds) String() string {
	return [...]string{"off", "rings", "subtitles", "both"}[s%seenSounds]
}

// nextSeenSounds switches to the next kind of sound cues.
func (v *viewing) nextSeenSounds(n *notices) {
	v.seen = (v.seen + 1) % seenSounds
	n.sayBriefly("Sound cues: " + v.seen.String())
}

// seenColors are those of sounds by what makes them.
var seenColors = [tone.ClassCount]draw.Color{
	tone.OfWorld: draw.RGB(0x6fb0ff), tone.OfWeapons: draw.RGB(0xf2b84b), tone.OfHurt: draw.RGB(0xff6a5e),
	tone.OfItems: draw.RGB(0x7fd983),
	tone.OfSteps: draw.RGB(0xc4ccd6), tone.OfVoices: draw.RGB(0xc3a0f7), tone.OfMonsters: draw.RGB(0xf08fd0),
}

// soundSight is what is shown of what is heard. Its memory is reused from frame to frame.
type soundSight struct {
	sight sound.Sight
	rings []scene.Ring
	lines []hud.Subtitle
}

// ear returns from where a moment is heard: from where it is seen.
func (vs *views) ear(m *player.Moment) sound.Ear {
	view := &vs.active.view
	ear := sound.Ear{Origin: view.Origin, Right: sound.RightOf(view.Angles), Entity: sound.NoEntity, Slot: watched(m)}
	if vs.active.camera.Shown() == camera.Eyes && m.Eye.Known && !m.Eye.ThirdPerson && m.Eye.Slot >= 0 {
		ear.Entity = m.Eye.Entity
	}
	return ear
}

// see finds out what is heard at a moment, as far as it is to be shown.
func (pic *picture) see(m *player.Moment) {
	e, way := &pic.seen, pic.viewing.seen
	e.rings, e.lines = e.rings[:0], e.lines[:0]
	if way == SoundsUnseen {
		return
	}
	ear := pic.ear(m)
	e.sight.Look(m, pic.demo.currentMap(), &ear, &pic.viewing.loudness.Off)
	if way != SoundSubtitles {
		for i := range e.sight.List {
			if s := &e.sight.List[i]; s.Placed && !s.Own {
				e.rings = append(e.rings, scene.Ring{Origin: s.Origin, Age: float32(s.Age), Level: s.Level,
					Color: seenColors[s.Class]})
			}
		}
	}
	if way == SoundRings {
		return
	}
	for i := range e.sight.Lines {
		l := &e.sight.Lines[i]
		s := hud.Subtitle{Words: l.Words, Slot: l.Slot, Count: l.Count, Color: seenColors[l.Class], Level: l.Level,
			Fresh: l.Fresh}
		if l.Slot != world.Nobody && m.World.Players[l.Slot].Name == "" {
			s.Slot = world.Nobody
		}
		s.Turn, s.Placed = turnTo(&pic.active.view, l)
		e.lines = append(e.lines, s)
	}
}

// turnTo returns how many degrees a camera would have to turn to the right to face what a
// subtitle tells of; ok is false if that is at the camera, or nowhere.
func turnTo(c *scene.Camera, l *sound.Line) (degrees float32, ok bool) {
	const near = 24 // units
	d := l.Origin.Sub(c.Origin)
	if !l.Placed || d[0]*d[0]+d[1]*d[1] < near*near {
		return 0, false
	}
	turn := float64(c.Angles[1]) - math.Atan2(float64(d[1]), float64(d[0]))*180/math.Pi
	return float32(math.Mod(math.Mod(turn+180, 360)+360, 360) - 180), true
}
