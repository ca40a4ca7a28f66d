package message

import "errors"

// ErrGrowing says that a demo has no more packets yet: the decoder stands where it stood, and may be asked
// again. It is the error of NextPacket of a [Grower] alone.
var ErrGrowing = errors.New("more data is not yet available")

// Grower is a [Decoder] of a demo whose end may not be known yet.
type Grower interface {
	Decoder
	// Grown returns a channel that is closed once there is a packet behind the decoder's position, or the
	// demo has ended.
	Grown() <-chan struct{}
	// Size returns how many bytes the demo has so far.
	Size() int64
}
