package formats

import (
	"io"

	"demoscope/formats/text"
)

// Dump writes a demo as text: one JSON object a line, or a form for people.
func (d *Demo) Dump(out io.Writer, readable bool) error {
	w := text.NewWriter(out, readable)
	if err := w.Begin(d.Name, d.name()); err != nil {
		return err
	}
	return w.Dump(d.Decoder(), nil)
}

// Compile writes the demo of which in is the text, in its JSON form. Errors of
// the text are *text.Error.
func Compile(in io.Reader) (data []byte, format *Format, err error) {
	r, err := text.NewReader(in, func(name string) (text.Format, bool) {
		if format = Lookup(name); format == nil {
			return text.Format{}, false
		}
		return text.Format{Name: name, Message: format.Message}, true
	})
	if err != nil {
		return nil, nil, err
	}
	e := format.Encoder(r.Header().File)
	for {
		p, m, err := r.Next()
		switch {
		case err == io.EOF:
			data, err = e.Close()
			return data, format, err
		case err != nil:
		case p != nil:
			err = e.Packet(p)
		default:
			err = e.Message(m)
		}
		if err != nil {
			return nil, nil, r.At(err)
		}
	}
}
