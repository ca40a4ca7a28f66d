package formats

import (
	"fmt"
	"io"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/text"
)

// Dump writes the demo as text: one JSON object a line, which [Compile] reads, or a form for people if readable is set.
// It writes the demo's damage, too, so errors only come from writing.
func (d *Demo) Dump(out io.Writer, readable bool) error {
	w := text.NewWriter(out, readable)
	if err := w.Begin(d.Name, d.name()); err != nil {
		return err
	}
	if readable {
		return w.Dump(d.Decoder(), nil)
	}
	return w.Dump(d.ExactDecoder(), nil)
}

// ExactDecoder returns a new decoder at the beginning of the demo. It ends a packet with a [message.Exact] if an
// encoder would not reproduce the packet's bytes.
func (d *Demo) ExactDecoder() message.Decoder {
	return container.NewExact(d.Decoder(), d.Encoder(d.name()), d.Data())
}

// Compile reads a demo's text, in the JSON form of [Demo.Dump], and returns the demo's bytes and format. Errors in the
// text are [*text.Error]. A text without the message that begins a level is refused, because [Open] would not recognize
// the demo.
func Compile(in io.Reader) (data []byte, format *Format, err error) {
	data, format, name, err := compile(in)
	if err != nil {
		return nil, nil, err
	}
	if !format.detect(data, name) && format.start(data, name, false).Records == 0 {
		return nil, nil, fmt.Errorf("no %s among the first messages: no program opens such a .%s", format.begin,
			format.Name)
	}
	return data, format, nil
}

// compile is Compile without the check for the beginning of a level. It also returns the name of the dumped file.
func compile(in io.Reader) (data []byte, format *Format, name string, err error) {
	r, err := text.NewReader(in, func(name string) (text.Format, bool) {
		if format = Lookup(name); format == nil {
			return text.Format{}, false
		}
		return text.Format{Name: name, Message: format.Message}, true
	})
	if err != nil {
		return nil, nil, "", err
	}
	name = r.Header().File
	e := format.Encoder(name)
	var refused error // by the encoder, of a message in this packet; dropped if the packet's exact bytes follow
	for {
		p, m, err := r.Next()
		switch {
		case err == nil && m != nil:
			if err = e.Message(m); err != nil && refused == nil {
				refused = r.At(err)
			} else if _, ok := m.(*message.Exact); ok {
				refused = nil
			}
			continue
		case refused != nil:
			err = refused
		case err == io.EOF:
			data, err = e.Close()
			return data, format, name, err
		case err == nil:
			err = e.Packet(p)
		}
		if err != nil {
			return nil, nil, "", r.At(err)
		}
	}
}
