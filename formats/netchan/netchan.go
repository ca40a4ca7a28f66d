// Package netchan implements the bytes of a QuakeWorld connection: the channel with its sequence numbers and its
// reliable part, the datagrams outside of it, a client's messages, and a spectator's sign-on (QWD document; the fact
// sheet of live connections takes precedence over it).
//
// It has no socket, no goroutine and no clock: callers pass datagrams as bytes, and the time. It never executes what a
// server says: a fixed list of server commands has fixed answers, see [Client].
//
// No datagram makes it panic, read past its end, or keep more than the limits below.
package netchan

import (
	"encoding/binary"
	"errors"
)

const (
	// MaxDatagram is the maximum size in bytes of a datagram. Servers send at most 1,458; recordings of old protocols
	// have packets of 3,643.
	MaxDatagram = 8192

	// maxReliable is the maximum size in bytes of a reliable part: it fits the buffers of old servers, with room for
	// the rest of the packet.
	maxReliable = 1350
	// maxQueue is the maximum number of bytes of queued reliable messages.
	maxQueue = 16 << 10

	headerSize   = 8
	reliableBit  = 1 << 31
	sequenceMask = 1<<31 - 1
)

// ErrFull says that the queue of reliable messages is full.
var ErrFull = errors.New("peer does not acknowledge messages")

// Channel is one end of a connection. Create it with [NewChannel].
type Channel struct {
	qport  uint16
	server bool

	out, in            uint32 // sequence number of the next packet, and of the last one received
	parityOut          uint32 // of reliable messages sent, and received: 0 or 1
	parityIn           uint32
	acked, ackedParity uint32 // acknowledged by the last packet received
	lastReliable       uint32 // number after the packet with the last reliable part

	pending []byte   // the reliable part that was sent but not acknowledged
	queue   [][]byte // waiting messages, oldest first
	queued  int      // their size in bytes

	// Count has the packet counters of the channel.
	Count Count
}

// Count holds packet counters.
type Count struct {
	Accepted int // received and read
	Stale    int // received after a newer one, or twice
	Gaps     int // skipped sequence numbers of the other end
	Reliable int // accepted with a reliable part
	Resent   int // reliable parts that were sent again
}

// NewChannel returns the client's end of a connection. qport is any number; the server recognizes the client by it when
// the client's port changes.
func NewChannel(qport uint16) *Channel { return &Channel{qport: qport, out: 1} }

// Queue queues a message for the next reliable part. The error is [ErrFull].
func (c *Channel) Queue(message []byte) error {
	if len(message) > maxReliable || c.queued+len(message) > maxQueue {
		return ErrFull
	}
	c.queue = append(c.queue, append([]byte(nil), message...))
	c.queued += len(message)
	return nil
}

// Waiting reports whether reliable messages are queued or unacknowledged.
func (c *Channel) Waiting() bool { return len(c.pending) > 0 || c.queued > 0 }

// Next returns the sequence number of the packet that [Channel.Append] makes next.
func (c *Channel) Next() uint32 { return c.out }

// In returns the sequence number of the last packet that was accepted, 0 before the first.
func (c *Channel) In() uint32 { return c.in }

// due reports whether the last reliable part is lost: the other end acknowledged a later packet, but not the part.
func (c *Channel) due() bool {
	return len(c.pending) > 0 && c.acked > c.lastReliable && c.ackedParity != c.parityOut
}

// Append appends the next packet to dst: the header, a reliable part that was lost or whose turn it is, and unreliable.
func (c *Channel) Append(dst, unreliable []byte) []byte {
	reliable := c.due()
	if reliable {
		c.Count.Resent++
	} else if len(c.pending) == 0 && len(c.queue) > 0 {
		n := 0
		for n < len(c.queue) && len(c.pending)+len(c.queue[n]) <= maxReliable {
			c.pending = append(c.pending, c.queue[n]...)
			n++
		}
		c.queued -= len(c.pending)
		c.queue = append(c.queue[:0], c.queue[n:]...)
		c.parityOut ^= 1
		reliable = true
	}
	sequence := c.out
	c.out++
	if reliable {
		sequence |= reliableBit
		c.lastReliable = c.out
	}
	dst = binary.LittleEndian.AppendUint32(dst, sequence)
	dst = binary.LittleEndian.AppendUint32(dst, c.in|c.parityIn<<31)
	if !c.server {
		dst = binary.LittleEndian.AppendUint16(dst, c.qport)
	}
	if reliable {
		dst = append(dst, c.pending...)
	}
	return append(dst, unreliable...)
}

// Receive reads the header of a packet and returns its messages, a part of datagram. ok is false for a datagram that is
// no packet or older than a previous one.
func (c *Channel) Receive(datagram []byte) (payload []byte, ok bool) {
	size := headerSize
	if c.server {
		size += 2
	}
	if len(datagram) < size {
		return nil, false
	}
	sequence, acknowledge := header(datagram)
	reliable := sequence&reliableBit != 0
	sequence &= sequenceMask
	if sequence <= c.in {
		c.Count.Stale++
		return nil, false
	}
	c.acked, c.ackedParity = acknowledge&sequenceMask, acknowledge>>31
	if c.ackedParity == c.parityOut {
		c.pending = c.pending[:0]
	}
	c.Count.Gaps += int(sequence - c.in - 1)
	c.Count.Accepted++
	c.in = sequence
	if reliable {
		c.parityIn ^= 1
		c.Count.Reliable++
	}
	return datagram[size:], true
}

// header returns the two words of a packet's header.
func header(datagram []byte) (sequence, acknowledge uint32) {
	return binary.LittleEndian.Uint32(datagram), binary.LittleEndian.Uint32(datagram[4:])
}
