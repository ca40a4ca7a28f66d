package formats

import (
	"errors"
	"fmt"
	"io"

	"demoscope/formats/dem"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/quakeworld"
	"demoscope/formats/qwd"
)

// ProtocolOf returns the protocol of Quake III that the extension of a file name stands for, 0 for none: 68 for .dm_68,
// 45 for .dm3.
func ProtocolOf(name string) int { return dm3.Extension(name) }

// ErrSame says that the demo already has the requested protocol.
var ErrSame = errors.New("already in this protocol")

// LossError is the error for a part of a demo that the other protocol can't express.
type LossError struct {
	Protocol int            // the requested one
	Message  string         // its name
	Packet   message.Packet // that contains the message
	Time     float64        // server time in seconds
	Err      error          // which value, and why it doesn't fit
}

func (e *LossError) Error() string {
	return fmt.Sprintf("not possible in protocol %d: %s in the packet at byte %d (block %d, server time %.3f s): %v",
		e.Protocol, e.Message, e.Packet.Offset, e.Packet.Block, e.Time, e.Err)
}

func (e *LossError) Unwrap() error { return e.Err }

// Nearly reports whether rounding makes the value fit: see [Convert].
func (e *LossError) Nearly() bool { return errors.As(e.Err, new(*dem.RoundingError)) }

// Convert returns the demo converted to another protocol of its game. name is the file name of the result. A .dem
// converts between 15, 666 and 999, a Quake III demo between 43 and 45, and between 66, 67, 68 and 71. The content
// stays the same, except that positions and angles of a .dem are rounded if rounded is not nil; Convert then counts the
// roundings in it: see [dem.NewConverter]. A .dem loses FTE's extensions, also when it keeps its protocol; a .qwd or
// .mvd with FTE's replacement deltas becomes one of protocol 28 without them: see [quakeworld.Plain].
//
// The error is a [*LossError] if something doesn't fit, a [*message.Damage] if the demo is damaged, [ErrSame], or says
// that the two protocols can't be converted at all.
func Convert(demo *Demo, protocol int, name string, rounded *int) ([]byte, error) {
	switch demo.Format.Name {
	case mvd.Name, qwd.Name:
		return plain(demo, protocol)
	case dem.Name, dm3.Name:
	default:
		return nil, oneProtocol(demo.Format)
	}
	level, err := levelOf(demo.Decoder(), func(message.Message) bool { return true })
	if err != nil {
		return nil, err
	}
	if demo.Format.Name == dem.Name {
		return convertQuake(demo, protocol, name, rounded)
	}
	from := int(protocolOf(level))
	if from == protocol {
		return nil, ErrSame
	}
	c, err := dm3.NewConverter(from, protocol)
	if err != nil {
		return nil, err
	}
	one := make([]message.Message, 1)
	return convert(demo, protocol, name, &conversion{most: c.MaxPacket(), messages: func(m message.Message) (
		[]message.Message, error) {
		one[0] = m
		return one, c.Message(m)
	}})
}

// Plain returns the base protocol of the first level of a .dem that uses FTE's extensions, 0 for any other demo.
func Plain(demo *Demo) int {
	if demo.Format.Name != dem.Name {
		return 0
	}
	level, err := levelOf(demo.Decoder(), func(m message.Message) bool {
		info, ok := m.(*message.ServerInfo)
		return ok && len(info.Extensions) > 0
	})
	if err != nil {
		return 0
	}
	return int(level.(*message.ServerInfo).Protocol)
}

// convertQuake is [Convert] for a .dem.
func convertQuake(demo *Demo, protocol int, name string, rounded *int) ([]byte, error) {
	c, err := dem.NewConverter(protocol, rounded)
	if err != nil {
		return nil, err
	}
	if Plain(demo) != 0 {
		if err := look(demo.Decoder(), c); err != nil {
			return nil, err
		}
	}
	return convert(demo, protocol, name, &conversion{most: c.MaxPacket(), messages: c.Messages, end: c.End})
}

// look passes all messages to a converter.
func look(d message.Decoder, c *dem.Converter) error {
	for {
		if _, err := d.NextPacket(); err == io.EOF {
			return nil
		} else if err != nil {
			return err
		}
		for m, err := range message.Rest(d) {
			if err != nil {
				return err
			}
			c.Look(m)
		}
	}
}

func oneProtocol(f *Format) error {
	return fmt.Errorf(".%s demos can't be converted: the format has one protocol", f.Name)
}

// plain returns a QuakeWorld demo without replacement deltas.
func plain(demo *Demo, protocol int) ([]byte, error) {
	const version, most = 28, 8192
	_, err := levelOf(demo.Decoder(), func(m message.Message) bool {
		data, ok := m.(*message.QWServerData)
		return ok && message.ExtensionBits(data.Extensions, message.TagFTE2)&message.FTE2Replacement != 0
	})
	if err == errNoLevel {
		err = oneProtocol(demo.Format)
	}
	if err != nil {
		return nil, err
	}
	if protocol != version {
		return nil, fmt.Errorf("a .%s has protocol %d, not %d", demo.Format.Name, version, protocol)
	}
	name := "demo." + demo.Format.Name
	needs := quakeworld.NewPlain(demo.Format.Name == mvd.Name, quakeworld.PlainExtensions)
	if _, err := convert(demo, protocol, name, &conversion{most, needs.Packet, needs.Messages, nil}); err != nil {
		return nil, err
	}
	p := quakeworld.NewPlain(demo.Format.Name == mvd.Name, needs.Used)
	return convert(demo, protocol, name, &conversion{most, p.Packet, p.Messages, nil})
}

// conversion describes how to convert a demo.
type conversion struct {
	most     int                   // maximum bytes of a packet's messages
	packet   func(*message.Packet) // called before the packet's messages; may be nil
	messages func(message.Message) ([]message.Message, error)
	end      func() ([]message.Message, error) // returns messages to add to a packet's end; may be nil
}

// converter converts a demo packet by packet.
type converter struct {
	*conversion
	demo        *Demo
	protocol    int
	d           message.Decoder
	e           message.Encoder
	out         []byte
	loss        LossError
	same, other int // levels in the requested protocol, and in others
}

// convert converts a demo.
func convert(demo *Demo, protocol int, name string, how *conversion) ([]byte, error) {
	c := converter{conversion: how, demo: demo, protocol: protocol, d: demo.Decoder(), e: demo.Encoder(name),
		loss: LossError{Protocol: protocol}}
	// The result is up to half as long again as the demo. Growing into that step by step would take three times the
	// memory.
	c.out = make([]byte, 0, len(demo.Data())+len(demo.Data())/2)
	for {
		p, err := c.d.NextPacket()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		if err := c.convertPacket(p); err != nil {
			return nil, err
		}
	}
	if c.same > 0 && c.other == 0 {
		return nil, ErrSame
	}
	data, err := c.e.Close()
	return append(c.out, data...), err
}

// convertPacket converts a packet and its messages.
func (c *converter) convertPacket(p *message.Packet) error {
	if p.Missing > 0 {
		return &message.Damage{Format: c.demo.Format.Name, Message: "container", Offset: p.Offset, Block: p.Block,
			Time: c.loss.Time, Missing: int64(p.Missing), Err: message.ErrTruncated}
	}
	c.loss.Packet = *p
	if h, ok := c.d.(message.Headed); ok && len(c.out) == 0 && h.Header() != nil {
		if err := c.e.Message(h.Header()); err != nil {
			return err
		}
	}
	if err := c.e.Packet(p); err != nil {
		return err
	}
	if c.packet != nil {
		c.packet(p)
	}
	if err := c.convertMessages(); err != nil {
		return err
	}
	if c.end != nil {
		c.loss.Message = (*message.UpdateEntities).Name(nil)
		list, err := c.end()
		if err := write(c.e, list, err, &c.loss); err != nil {
			return err
		}
	}
	data, err := c.e.Flush()
	if err == nil && len(data) > c.most+packetHead {
		err = fmt.Errorf("%d bytes are more than a packet may have: %w", len(data), message.ErrTooLarge)
	}
	if err != nil {
		c.loss.Message, c.loss.Err = "all", err
		return &c.loss
	}
	c.out = append(c.out, data...)
	return nil
}

// convertMessages converts the messages of a packet.
func (c *converter) convertMessages() error {
	for {
		m, err := c.d.NextMessage()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		switch m := m.(type) {
		case *message.ServerInfo:
			if int(m.Protocol) == c.protocol && len(m.Extensions) == 0 {
				c.same++
			} else {
				c.other++
			}
		case *message.GameState:
			c.other++
		}
		c.loss.at(m)
		list, err := c.messages(m)
		if err := write(c.e, list, err, &c.loss); err != nil {
			return err
		}
	}
}

// at sets where something is lost: at a message.
func (l *LossError) at(m message.Message) {
	l.Message = m.Name()
	switch m := m.(type) {
	case *message.Time:
		l.Time = float64(m.Time)
	case *message.UpdateEntities:
		l.Time = float64(m.Time)
	case *message.Snapshot:
		l.Time = float64(m.ServerTime) / 1000
	}
}

// write writes converted messages, or returns the loss for a conversion error.
func write(e message.Encoder, list []message.Message, err error, loss *LossError) error {
	if loss.Err = err; err != nil {
		return loss
	}
	for _, m := range list {
		if err := e.Message(m); err != nil {
			return err
		}
	}
	return nil
}

// packetHead is more than the size of any packet header, in bytes.
const packetHead = 256

// protocolOf returns the protocol of a level by its first message.
func protocolOf(level message.Message) int32 {
	switch m := level.(type) {
	case *message.ServerInfo:
		return m.Protocol
	case *message.GameState:
		return m.Protocol
	}
	return 0
}

var errNoLevel = errors.New("no level start")

// levelOf reads a demo up to the first message for which is returns true and returns that message, which begins a
// level.
func levelOf(d message.Decoder, is func(message.Message) bool) (message.Message, error) {
	for {
		if _, err := d.NextPacket(); err == io.EOF {
			return nil, errNoLevel
		} else if err != nil {
			return nil, err
		}
		for m, err := range message.Rest(d) {
			switch m.(type) {
			case *message.ServerInfo, *message.GameState, *message.QWServerData:
				if is(m) {
					return m, nil
				}
			}
			if err != nil {
				return nil, err
			}
		}
	}
}
