package sound

import (
	"testing"

	"demoscope/assets/audio"
	"demoscope/player"
	"demoscope/player/world"
)

// steps is a WAV of 48000 frames a second, 8 bits, whose value is i/128 in frame i, for 100 frames.
func steps(t *testing.T) *audio.Track {
	t.Helper()
	data := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x01\x00\x80\xbb\x00\x00\x80\xbb\x00\x00" +
		"\x01\x00\x08\x00data\x64\x00\x00\x00")
	for i := range 100 {
		data = append(data, byte(128+i))
	}
	track, err := audio.OpenTrack(data)
	if err != nil {
		t.Fatal(err)
	}
	return track
}

// TestVoiceTracks: voice tracks play at their offset, as fast as the demo, for the team of who is followed.
func TestVoiceTracks(t *testing.T) {
	w := &world.World{Game: world.QuakeWorld, Players: make([]world.Player, 2)}
	w.Players[1].Team = "R\xe5D" // with a letter of Quake's second alphabet
	s := &Score{moment: &player.Moment{World: w}}
	s.moment.Eye.Slot = 1
	var left, right [Block]float32
	mix := func(frame int64, span int) {
		clear(left[:])
		clear(right[:])
		s.mixTracks(left[:], right[:], frame, span)
	}
	expect := func(what string, at int, want float32) {
		t.Helper()
		if d := left[at] - want; d > 1e-4 || d < -1e-4 || left[at] != right[at] {
			t.Errorf("%s: %v and %v at %d, not %v", what, left[at], right[at], at, want)
		}
	}
	s.Tracks = []*Track{{Track: steps(t), Offset: -10}}
	mix(10*Rate-20, Block)
	expect("before it begins", 19, 0)
	expect("in it", 20+64, 0.5)
	expect("after it", 130, 0)
	mix(10*Rate, 2*Block)
	expect("at double speed", 32, 0.5)
	mix(10*Rate, Block/2)
	expect("at half speed", 128, 0.5)
	expect("between two frames", 129, 64.5/128)
	s.Tracks[0].Offset = 0.001
	mix(16, Block)
	expect("with an offset", 0, 0.5)

	s.Tracks = []*Track{{Track: steps(t), Team: "red"}, {Track: steps(t), Team: "blue"}, {Track: steps(t)}}
	for _, c := range []struct {
		talk VoiceChoice
		slot int
		want float32
	}{{VoiceTeam, 1, 0.5}, {VoiceTeam, 0, 0.5}, {VoiceTeam, world.Nobody, 0.5}, {VoiceAll, 0, 0.5}, {VoiceOff, 1, 0}} {
		s.Voice, s.moment.Eye.Slot = c.talk, c.slot
		mix(0, Block) // which fades to what is heard
		mix(0, Block)
		expect("the mean of what is heard", 64, c.want)
	}
	heard := func(slot int) (n int) {
		s.Voice, s.moment.Eye.Slot = VoiceTeam, slot
		for _, track := range s.Tracks {
			if s.hears(track) {
				n++
			}
		}
		return n
	}
	if a, b, c := heard(1), heard(0), heard(world.Nobody); a != 2 || b != 1 || c != 1 {
		t.Errorf("%d, %d and %d tracks are heard", a, b, c)
	}
}
