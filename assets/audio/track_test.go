package audio

import (
	"bytes"
	"encoding/binary"
	"testing"
)

// stereoWAV returns a WAV of 8000 frames a second whose frame i has i on the left and 3i on the right.
func stereoWAV(frames int) []byte {
	le := binary.LittleEndian
	data := []byte("RIFF\x00\x00\x00\x00WAVEfmt \x10\x00\x00\x00\x01\x00\x02\x00\x40\x1f\x00\x00\x00\x7d\x00\x00" +
		"\x04\x00\x10\x00data")
	data = le.AppendUint32(data, uint32(frames*4))
	for i := range frames {
		data = le.AppendUint16(le.AppendUint16(data, uint16(i)), uint16(3*i))
	}
	return data
}

// TestTrack: a track is read from any place on, and is silent before and after.
func TestTrack(t *testing.T) {
	track, err := OpenTrack(stereoWAV(5000))
	if err != nil || track.Rate != 8000 || track.Frames != 5000 {
		t.Fatalf("%+v, %v", track, err)
	}
	out := make([]float32, 100)
	for _, at := range []int64{0, 98, 196, 4000, 3990, 10, -50, -1000, 4950, 6000, 1} {
		track.ReadAt(at, out)
		for i, got := range out {
			want := float32(0)
			if frame := at + int64(i); frame >= 0 && frame < 5000 {
				want = float32(2*frame) / (1 << 15)
			}
			if got != want {
				t.Fatalf("frame %d+%d: %v, not %v", at, i, got, want)
			}
		}
	}
	for _, data := range [][]byte{nil, []byte("fLaC"), stereoWAV(1)[:30], []byte("OggS")} {
		if _, err := OpenTrack(data); err == nil {
			t.Errorf("opened %q", data)
		}
	}
}

// TestTrackOgg: a track is the same read from its beginning and from other places, and the same as a sample.
func TestTrackOgg(t *testing.T) {
	data := tone
	sample, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	track, err := OpenTrack(bytes.Clone(data))
	if err != nil || track.Frames != int64(sample.Frames()) {
		t.Fatalf("%+v, %v", track, err)
	}
	want := func(frame int64) float32 {
		if frame >= track.Frames {
			return 0
		}
		sum := float32(0)
		for c := range sample.Channels {
			sum += sample.Data[int(frame)*sample.Channels+c]
		}
		return sum / float32(sample.Channels)
	}
	out := make([]float32, 333)
	for _, at := range []int64{0, 330, 660, track.Frames / 2, 5, track.Frames - 100, track.Frames / 3} {
		track.ReadAt(at, out)
		for i, got := range out {
			if w := want(at + int64(i)); got-w > 1e-4 || w-got > 1e-4 {
				t.Fatalf("frame %d+%d of %d: %v, not %v", at, i, track.Frames, got, w)
			}
		}
	}
}
