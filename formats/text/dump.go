package text

import (
	"errors"
	"io"

	"demoscope/formats/message"
)

// Dump writes a whole demo, or only the packets for which keep returns true; a nil
// keep means all. Damage of the demo is written too, so an error is one of writing.
func (w *Writer) Dump(d message.Decoder, keep func(*message.Packet) bool) error {
	if h, ok := d.(message.Headed); ok {
		if m := h.Header(); m != nil {
			if err := w.Message(m); err != nil {
				return err
			}
		}
	}
	for {
		p, err := d.NextPacket()
		if err == io.EOF {
			return w.Flush()
		}
		if err != nil {
			if err := w.Packet(&message.Packet{Kind: message.PacketRaw}); err != nil {
				return err
			}
			if err := w.damage(d, err); err != nil {
				return err
			}
			continue
		}
		write := keep == nil || keep(p)
		if write {
			if err := w.Packet(p); err != nil {
				return err
			}
		}
		if err := w.messages(d, write); err != nil {
			return err
		}
	}
}

// messages writes the messages of a packet, or only observes them.
func (w *Writer) messages(d message.Decoder, write bool) error {
	for {
		m, err := d.NextMessage()
		switch {
		case err == io.EOF:
			return nil
		case !write:
			if err != nil {
				return nil
			}
			w.observe(m)
			continue
		case err == nil:
			err = w.Message(m)
		default:
			err = w.damage(d, err)
		}
		if err != nil {
			return err
		}
	}
}

// damage writes an error of a decoder, with the bytes that it lost.
func (w *Writer) damage(d message.Decoder, err error) error {
	var damage *message.Damage
	if !errors.As(err, &damage) {
		return err
	}
	var rest []byte
	if r, ok := d.(message.Rester); ok {
		rest = r.Rest()
	}
	return w.writeDamage(damage, rest)
}
