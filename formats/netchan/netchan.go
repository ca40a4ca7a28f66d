// Package netchan is what a QuakeWorld connection says, in bytes: the channel with its
// sequence numbers and its reliable part, the datagrams outside of it, a client's messages,
// and the way of a spectator through the sign-on (QWD document; the fact sheet of live
// connections wins over it).
//
// It has no socket, no goroutine and no clock: datagrams come and go as bytes, and the time
// is passed. What a server says is never obeyed: a fixed list of its commands has fixed
// answers, see [Client].
//
// No datagram makes it panic, read beyond its end, or keep more than the limits below.
package netchan

import (
	"encoding/binary"
	"errors"
)

const (
	// MaxDatagram is the largest datagram that is read, in bytes. Servers send 1,458 at
	// most; recordings of old protocols have packets of 3,643.
	MaxDatagram = 8192

	// maxReliable is how many bytes a reliable part has at most: below what fits the
	// buffers of old servers, with room for the rest of the packet.
	maxReliable = 1350
	// maxQueue is how many bytes of reliable messages may wait for their turn.
	maxQueue = 16 << 10

	headerSize   = 8
	reliableBit  = 1 << 31
	sequenceMask = 1<<31 - 1
)

// ErrFull says that a reliable message cannot wait because too many do.
var ErrFull = errors.New("peer does not acknowledge messages")

// Channel is one end of a connection. Its zero value is not ready: see [NewChannel].
type Channel struct {
	qport  uint16
	server bool

	out, in            uint32 // sequence number of the next packet, and of the last one received
	parityOut          uint32 // of reliable messages sent, and received: 0 or 1
	parityIn           uint32
	acked, ackedParity uint32 // what the last packet received acknowledges
	lastReliable       uint32 // that after the packet with the reliable part sent last

	pending []byte   // the reliable part that was sent and is not acknowledged
	queue   [][]byte // messages that wait, oldest first
	queued  int      // their bytes

	// Count is what happened on the channel.
	Count Count
}

// Count is how many packets of each kind there were.
type Count struct {
	Accepted int // received and read
	Stale    int // received behind a newer one, or twice
	Gaps     int // sequence numbers that were passed over by the other end
	Reliable int // accepted with a reliable part
	Resent   int // reliable parts that were sent again
}

// NewChannel returns the client's end of a connection. qport is any number; the server
// knows the client by it when its port changes.
func NewChannel(qport uint16) *Channel { return &Channel{qport: qport, out: 1} }

// Queue makes a message wait for the next reliable part. The error is [ErrFull].
func (c *Channel) Queue(message []byte) error {
	if len(message) > maxReliable || c.queued+len(message) > maxQueue {
		return ErrFull
	}
	c.queue = append(c.queue, append([]byte(nil), message...))
	c.queued += len(message)
	return nil
}

// Waiting reports whether reliable messages wait, or one is not acknowledged.
func (c *Channel) Waiting() bool { return len(c.pending) > 0 || c.queued > 0 }

// Next returns the sequence number of the packet that [Channel.Append] makes next.
func (c *Channel) Next() uint32 { return c.out }

// In returns the sequence number of the last packet that was accepted, 0 before the first.
func (c *Channel) In() uint32 { return c.in }

// due reports whether the reliable part that was sent last is lost: a later packet was
// acknowledged, and the part was not.
func (c *Channel) due() bool {
	return len(c.pending) > 0 && c.acked > c.lastReliable && c.ackedParity != c.parityOut
}

// Append appends the next packet to dst: the header, a reliable part if there is one that
// was lost or has its turn, and unreliable.
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

// Receive reads the header of a packet and returns its messages, a part of datagram; ok is
// false if the packet is none, or is older than one that came before.
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
