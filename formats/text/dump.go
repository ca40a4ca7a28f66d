package text

import (
	"errors"
	"io"

	"demoscope/formats/message"
)

// Dump writes the packets of a demo for which keep returns true, or all of them if keep is nil. It writes the demo's
// damage, too, so errors only come from writing.
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

// messages writes the messages of a packet, or only passes them to observe if write is false.
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

// damage writes an error of a decoder and the bytes lost by it.
func (w *Writer) damage(d message.Decoder, err error) error {
	var damage *message.Damage
	if !errors.As(err, &damage) {
		return err
	}
	var rest []byte
	if r, ok := d.(message.LostBytes); ok {
		rest = r.Rest()
	}
	return w.writeDamage(damage, rest)
}
