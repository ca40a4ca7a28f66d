package qwd_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"testing"

	"demoscope/formats/message"
	"demoscope/formats/qwd"
)

// The moves of a player who stands still all have the same bytes, so that other places in
// them look like headers, too, in as long a row: the angles of the move tell them apart.
func TestCutInMoves(t *testing.T) {
	var data []byte
	for i := range 60 {
		move := make([]byte, 41)
		float := func(at int, v float32) { binary.LittleEndian.PutUint32(move[at:], math.Float32bits(v)) }
		float(0, 429.5+float32(i)/30)
		move[5] = 35 // milliseconds
		float(9, 25.75)
		float(13, 84.125)
		float(29, 25.75)
		float(33, 84.125)
		data = append(data, move...)
	}
	for _, cut := range []int{1, 3, 20, 40} {
		part := data[cut:]
		d := qwd.NewDecoderAt(part, qwd.Find(part, false))
		moves := 0
		for {
			p, err := d.NextPacket()
			if err != nil {
				if moves > 0 {
					break
				}
				continue // what is before them
			}
			m, err := d.NextMessage()
			if err != nil {
				t.Fatal(err)
			}
			move := m.(*message.QWClientBlock)
			if moves++; move.Msec != 35 || move.Angles != [3]float32{25.75, 84.125} || (int(p.Offset)+cut)%41 != 0 {
				t.Fatalf("cut by %d: a move at %d: %+v", cut, p.Offset, move)
			}
			if moves == 1 && !bytes.Equal(part[p.Offset:p.Offset+41], data[41:82]) {
				t.Errorf("cut by %d: the first move is at %d", cut, p.Offset)
			}
		}
		if moves != 59 {
			t.Errorf("cut by %d: %d moves", cut, moves)
		}
	}
}
