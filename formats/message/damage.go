package message

import (
	"errors"
	"fmt"
)

// Damage is the error for bytes of a demo that violate its format.
type Damage struct {
	Format  string  // "dem", "qwd", ...
	Message string  // name of the message, or "container"
	Offset  int64   // from the beginning of the file, in bytes
	Block   int     // number of the packet, from 0
	Time    float64 // last plausible time of the demo's clock before the damage, in seconds; 0 if there is none
	Skipped int64   // bytes of the file that are not read because of it
	Missing int64   // bytes of a record beyond the end of the file
	Err     error   // what was expected
	// Partial is the trustworthy part of a damaged message that is useful in part: one that begins a level, cut at its
	// first implausible string. It is nil for other messages. Like all messages, it belongs to the decoder.
	Partial Message
}

// Error returns the place and the reason in one line.
func (d *Damage) Error() string {
	return fmt.Sprintf("%s: %s at byte %d (block %d, server time %.3f s): %v", d.Format, d.Message, d.Offset, d.Block,
		d.Time, d.Err)
}

// Unwrap returns the reason alone.
func (d *Damage) Unwrap() error { return d.Err }

// Reasons that every format shares.
var (
	ErrTruncated = errors.New("truncated")
	ErrUnknown   = errors.New("unknown message in this protocol")
	ErrTooLarge  = errors.New("larger than the format allows")
	ErrRange     = errors.New("number out of range")
)
