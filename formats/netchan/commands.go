package netchan

import (
	"math"

	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
	"demoscope/formats/wire"
)

// Ids of a client's messages.
const (
	idNop   = 1
	idMove  = 3
	idText  = 4
	idDelta = 5
	idPlace = 6
)

// AppendText appends a console command for the server.
func AppendText(dst []byte, text string) []byte {
	dst = append(dst, idText)
	for i := range len(text) {
		if text[i] != 0 {
			dst = append(dst, text[i])
		}
	}
	return append(dst, 0)
}

// AppendDelta appends a request to send the packet's entities as changes of those in the server's packet with a
// sequence number.
func AppendDelta(dst []byte, sequence uint32) []byte { return append(dst, idDelta, uint8(sequence)) }

// AppendPlace appends a spectator's origin, in Quake units.
func AppendPlace(dst []byte, units wire.Units, origin [3]float32) []byte {
	w := wire.Writer{Data: append(dst, idPlace)}
	for _, v := range origin {
		w.Coord(units, coord(units, v))
	}
	return w.Data
}

// coord returns the encoding of a coordinate, clamped to the range of units.
func coord(units wire.Units, v float32) wire.Coord {
	if units.Coord == wire.CoordFloat {
		return wire.Coord(math.Float32bits(v))
	}
	if v != v {
		return 0
	}
	return wire.Coord(math.Round(min(max(float64(v)*8, math.MinInt16), math.MaxInt16)))
}

// AppendMove appends a client's last three moves, the oldest first, to a packet with a sequence number. loss is the
// percentage of the server's packets that were lost. The Bits of the moves are ignored.
func AppendMove(dst []byte, sequence uint32, loss uint8, moves *[3]message.QWUserCommand) []byte {
	start := len(dst)
	w := wire.Writer{Data: append(dst, idMove, 0, loss)}
	var before message.QWUserCommand
	for i := range moves {
		m := moves[i]
		m.Bits = changed(&before, &m)
		quakeworld.WriteCommand(&w, &m)
		before = moves[i]
	}
	w.Data[start+1] = checksum(w.Data[start+2:], sequence)
	return w.Data
}

// changed returns the bits of the fields in which two moves differ.
func changed(a, b *message.QWUserCommand) (bits uint8) {
	for _, f := range [...]struct {
		bit     uint8
		differs bool
	}{
		{message.QWCommandPitch, a.Angles[0] != b.Angles[0]},
		{message.QWCommandYaw, a.Angles[1] != b.Angles[1]},
		{message.QWCommandRoll, a.Angles[2] != b.Angles[2]},
		{message.QWCommandForward, a.Moves[0] != b.Moves[0]},
		{message.QWCommandSide, a.Moves[1] != b.Moves[1]},
		{message.QWCommandUp, a.Moves[2] != b.Moves[2]},
		{message.QWCommandButtons, a.Buttons != b.Buttons},
		{message.QWCommandImpulse, a.Impulse != b.Impulse},
	} {
		if f.differs {
			bits |= f.bit
		}
	}
	return bits
}
