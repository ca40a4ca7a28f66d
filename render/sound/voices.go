package sound

import (
	"math"
	"strings"

	"demoscope/assets/audio"
	"demoscope/player/charset"
	"demoscope/player/world"
)

// VoiceChoice selects the audible voice tracks of a demo.
type VoiceChoice uint8

// The choices: the tracks of the followed player's team and those for everybody, all, or none.
const (
	VoiceTeam VoiceChoice = iota
	VoiceAll
	VoiceOff
)

// Track is a voice track of a demo.
type Track struct {
	*audio.Track
	Team   string  // team that it belongs to, empty for everybody
	Offset float64 // seconds of the track before the demo begins; negative if it begins later

	gain  float32 // at the end of the last block
	begun bool    // gain is known
	heard bool    // audible in this block
}

// OpenTrack opens a WAV or Ogg Vorbis file. It retains data.
func OpenTrack(data []byte, team string, offset float64) (*Track, error) {
	t, err := audio.OpenTrack(data)
	if err != nil {
		return nil, err
	}
	return &Track{Track: t, Team: team, Offset: offset}, nil
}

// maxTrackPart is the maximum number of frames of a track per block; faster playback is silent.
const maxTrackPart = 1 << 15

// mixTracks adds the voice tracks to a block; see [Mixer.Mix]. Audible tracks share the volume of one.
func (s *Score) mixTracks(left, right []float32, frame int64, span int) {
	active := float32(0)
	for _, t := range s.Tracks {
		if t.heard = s.hears(t); t.heard {
			active++
		}
	}
	for _, t := range s.Tracks {
		to := float32(0)
		if t.heard {
			to = 1 / active
		}
		from := t.gain
		if !t.begun {
			from = to
		}
		t.gain, t.begun = to, true
		if from != 0 || to != 0 {
			s.mixTrack(left, right, t, frame, span, from, to)
		}
	}
}

// mixTrack adds a track with a volume that changes linearly from one value to another.
func (s *Score) mixTrack(left, right []float32, t *Track, frame int64, span int, from, to float32) {
	at := (float64(frame)/Rate + t.Offset) * float64(t.Rate)
	step := float64(span) / Block * float64(t.Rate) / Rate
	first := math.Floor(at)
	n := int(step*Block) + 3
	if n > maxTrackPart {
		return
	}
	if cap(s.part) < n {
		s.part = make([]float32, n)
	}
	part := s.part[:n]
	t.ReadAt(int64(first), part)
	at -= first
	for i := range left {
		whole := int(at)
		v := part[whole] + (part[whole+1]-part[whole])*float32(at-float64(whole))
		v *= from + (to-from)*float32(i)/Block
		left[i] += v
		right[i] += v
		at += step
	}
}

// hears reports whether a track is audible.
func (s *Score) hears(t *Track) bool {
	switch {
	case s.Voice == VoiceOff:
		return false
	case s.Voice == VoiceAll || t.Team == "":
		return true
	}
	w, slot := s.moment.World, s.moment.Eye.Slot
	if slot == world.Nobody || slot < 0 || slot >= len(w.Players) {
		return false
	}
	plain := func(team string) string { return strings.TrimSpace(charset.Plain(w.Game, team)) }
	return strings.EqualFold(plain(w.Players[slot].Team), plain(t.Team))
}
