package live

import (
	"io"
	"math"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/netchan"
)

// Types of blocks in a .qwd (QWD section 3).
const (
	blockMove     = 0
	blockServer   = 1
	blockSequence = 2
)

// maxSignOn is the maximum number of bytes held until the server lets the spectator in, more than any sign-on has.
const maxSignOn = 1 << 20

// recording writes a connection as a .qwd: the server's packets as received, and the client's moves. It begins with the
// packet that begins the first level. Each block, or everything that was held, is one Write, so the output is a
// complete demo at any time.
type recording struct {
	w     io.Writer
	e     message.Encoder
	began bool
	holds bool   // blocks are held until [recording.letIn]
	anew  bool   // another connection has begun, but none of its levels
	held  []byte // blocks
	raw   message.Raw
	move  message.QWClientBlock
	last  time.Duration // time of the last move
}

func newRecording(w io.Writer) *recording {
	return &recording{w: w, e: formats.Lookup("qwd").Encoder("")}
}

// block writes a block at a time of the connection.
func (r *recording) block(now time.Duration, p message.Packet, m message.Message) error {
	p.RawTime = math.Float32bits(float32(now.Seconds()))
	if err := message.Write(r.e, &p, []message.Message{m}); err != nil {
		return err
	}
	data, err := r.e.Flush()
	if err != nil {
		return err
	}
	if !r.holds {
		_, err = r.w.Write(data)
		return err
	}
	r.held = append(r.held, data...)
	if len(r.held) > maxSignOn {
		return r.letIn()
	}
	return nil
}

// letIn writes the held blocks, because the server has let the spectator in.
func (r *recording) letIn() error {
	if !r.holds {
		return nil
	}
	data := r.held
	r.holds, r.held = false, nil
	if len(data) == 0 {
		return nil
	}
	_, err := r.w.Write(data)
	return err
}

// packet writes a packet of the server. next is the number of the client's next packet.
func (r *recording) packet(now time.Duration, p *netchan.Packet, next uint32) error {
	if (!r.began || r.anew) && !p.Level {
		return nil // packets before a level mean nothing
	}
	if r.anew {
		r.anew, r.last = false, now
		// Otherwise players would discard the packets of the new connection as old ones.
		if err := r.block(now, message.Packet{Kind: message.PacketSequence, Type: blockSequence},
			&message.QWSequence{Outgoing: int32(next), Incoming: (p.Sequence - 1) & math.MaxInt32}); err != nil {
			return err
		}
	}
	r.raw.Data = p.Payload
	err := r.block(now, message.Packet{Type: blockServer, Sequence: p.Sequence, Acknowledge: p.Acknowledge}, &r.raw)
	if err != nil || r.began {
		return err
	}
	r.began, r.last = true, now
	// Players count from these numbers.
	return r.block(now, message.Packet{Kind: message.PacketSequence, Type: blockSequence},
		&message.QWSequence{Outgoing: int32(next), Incoming: p.Sequence & math.MaxInt32})
}

// moved writes a move of the client with its view angles in degrees.
func (r *recording) moved(now time.Duration, angles [3]float32) error {
	if !r.began || r.anew {
		return nil
	}
	r.move.Msec = uint8(min((now - r.last).Milliseconds(), math.MaxUint8))
	r.move.Angles, r.move.ViewAngles = angles, angles
	r.last = now
	return r.block(now, message.Packet{Kind: message.PacketCommand, Type: blockMove}, &r.move)
}

// again begins another connection. Nothing is written before its first level.
func (r *recording) again() { r.anew = r.began }

// connectionless is the sequence number of a packet without one.
const connectionless = -1

// end writes the end of the demo.
func (r *recording) end(now time.Duration) error {
	if !r.began {
		return nil
	}
	return r.block(now, message.Packet{Type: blockServer, Sequence: connectionless},
		&message.QWConnectionless{ID: 2, Text: []byte("EndOfDemo")})
}
