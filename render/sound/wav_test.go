package sound

import (
	"bytes"
	"encoding/hex"
	"io"
	"strings"
	"testing"
)

// TestWAVStream: a file that is written while it is mixed has its header first, and no more frames than it says.
func TestWAVStream(t *testing.T) {
	var out bytes.Buffer
	w, err := NewWAVStream(&out, 3)
	if err != nil {
		t.Fatal(err)
	}
	if !w.Add([]float32{0, 1}, []float32{-1, 0.5}) {
		t.Error("it is whole after two frames of three")
	}
	if w.Add([]float32{0.25, 1}, []float32{0, 1}) {
		t.Error("it takes more than three frames")
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	// The chunks RIFF, "fmt " (16 bytes: PCM, 2 sides, 48,000 frames and 192,000 bytes a second, 4 bytes, 16
	// bits) and data.
	want := "52494646" + "30000000" + "57415645" + "666d7420" + "10000000" + "0100" + "0200" + "80bb0000" + "00ee0200" +
		"0400" + "1000" + "64617461" + "0c000000" +
		"0000" + "0180" + "ff7f" + "0040" + "0020" + "0000"
	if got := hex.EncodeToString(out.Bytes()); got != want {
		t.Errorf("there is\n%s, not\n%s", got, want)
	}
}

// TestWAVStreamFails: too much sound is refused before any is mixed, and a missing frame is said.
func TestWAVStreamFails(t *testing.T) {
	// 4 GiB, less the 37 bytes that the outer size does not count or cannot say, in whole frames
	const most = 1_073_741_814
	if _, err := NewWAVStream(io.Discard, most); err != nil {
		t.Error(err)
	}
	if _, err := NewWAVStream(io.Discard, most+1); err == nil ||
		!strings.Contains(err.Error(), "more than a WAV file holds, 6.2") {
		t.Errorf("more than 4 GiB: %v", err)
	}
	if _, err := (&WAV{Counts: WAVCounts{Frames: most + 1}}).WriteTo(io.Discard); err == nil {
		t.Error("a file is written whose size it cannot say")
	}
	short, err := NewWAVStream(io.Discard, 2)
	if err != nil {
		t.Fatal(err)
	}
	short.Add([]float32{0}, []float32{0})
	if err := short.Close(); err == nil {
		t.Error("a frame is missing, and nobody says it")
	}
}

// TestWAVStreamAllocates: a block takes no memory.
func TestWAVStreamAllocates(t *testing.T) {
	w, err := NewWAVStream(io.Discard, MaxFrames)
	if err != nil {
		t.Fatal(err)
	}
	block := make([]float32, Block)
	for range 200 {
		w.Add(block, block)
	}
	if n := testing.AllocsPerRun(200, func() { w.Add(block, block) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}
