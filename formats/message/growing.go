package message

import "errors"

// ErrGrowing says that a demo has no more packets yet: the decoder has not moved, and the caller may try again. Only
// NextPacket of a [Grower] returns it.
var ErrGrowing = errors.New("more data is not yet available")

// Grower is a [Decoder] of a demo whose end may not be known yet.
type Grower interface {
	Decoder
	// Grown returns a channel that is closed once there is a packet after the decoder's position, or the demo has
	// ended.
	Grown() <-chan struct{}
	// Size returns the number of bytes of the demo so far.
	Size() int64
}
