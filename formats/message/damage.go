package message

import (
	"errors"
	"fmt"
)

// Damage is the error where a demo does not hold what its format requires.
type Damage struct {
	Format  string  // "dem", "qwd", ...
	Message string  // name of the message, or "container"
	Offset  int64   // bytes from the beginning of the file
	Block   int     // number of the packet, from 0
	Time    float64 // seconds of the demo's own clock, the last one before it that can be true; 0 if there is none
	Skipped int64   // bytes that the file has and that are not read because of it
	Missing int64   // bytes that a record says it has and that the file lacks
	Err     error   // what was expected
	// Partial is what was read of the message before the damage, as far as it can be
	// believed, of a message that is of use in part: one that begins a level, cut at
	// its first string that cannot be right. It is nil for all others. It belongs to
	// the decoder, as the messages do.
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
