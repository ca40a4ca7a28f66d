package player

import (
	"encoding/binary"
	"math"
	"testing"

	"demoscope/formats"
)

// frameless returns a .qwd without a frame: serverdata (QWD 4.11), then packets of
// stufftext, a hundredth of a second apart.
func frameless(packets int) (data []byte) {
	block := func(i int, payload ...byte) {
		data = binary.LittleEndian.AppendUint32(data, math.Float32bits(float32(i)/100))
		data = append(data, 1) // a packet of the server
		data = binary.LittleEndian.AppendUint32(data, uint32(8+len(payload)))
		data = binary.LittleEndian.AppendUint32(data, uint32(i+1))
		data = binary.LittleEndian.AppendUint32(data, 0)
		data = append(data, payload...)
	}
	serverdata := append([]byte{11, 28, 0, 0, 0, 1, 0, 0, 0}, "qw\x00\x00a level\x00"...)
	block(0, append(serverdata, make([]byte, 40)...)...)
	for i := range packets {
		block(i+1, append([]byte{9}, "echo hello\n\x00"...)...)
	}
	return data
}

// A seek to the beginning of a demo whose first frame is far, or never comes, ends, however
// little time there is for each picture: it went back to the beginning again and again.
func TestSeekWithoutAFrameEnds(t *testing.T) {
	const packets = 1000
	demo, err := formats.Open("a.qwd", frameless(packets))
	if err != nil {
		t.Fatal(err)
	}
	for _, waits := range []bool{false, true} {
		p := New(demo, Options{Budget: 1}) // a nanosecond
		defer p.Close()
		if waits {
			p.Timeline().Wait()
		}
		p.SetPaused(true)
		for _, clock := range []float64{0, 5, 0} {
			p.Seek(clock)
			updates := 0
			for p.Update(0); p.Behind() && updates < packets; updates++ {
				p.Update(0)
			}
			if p.Behind() {
				t.Errorf("waits %v: %v s is not reached after %d pictures", waits, clock, updates)
			}
		}
	}
}
