package formats

import (
	"fmt"
	"io"

	"demoscope/formats/text"
)

// Dump writes a demo as text: one JSON object a line, which [Compile] reads, or
// if readable a form for people. Damage of the demo is written too, so an error
// is always one of writing.
func (d *Demo) Dump(out io.Writer, readable bool) error {
	w := text.NewWriter(out, readable)
	if err := w.Begin(d.Name, d.name()); err != nil {
		return err
	}
	return w.Dump(d.Decoder(), nil)
}

// Compile makes a demo from its text, in the JSON form of [Demo.Dump], and
// returns the bytes and the format. Errors of the text are [*text.Error]. A text
// without the message that begins a level is refused, because [Open] would not
// recognize the demo.
func Compile(in io.Reader) (data []byte, format *Format, err error) {
	data, format, name, err := compile(in)
	if err != nil {
		return nil, nil, err
	}
	if !format.detect(data, name) {
		return nil, nil, fmt.Errorf("there is no %s among the first messages: nothing opens such a .%s", format.begin, format.Name)
	}
	return data, format, nil
}

// compile is Compile also for a text without the beginning of a level. It returns
// the name of the file that was dumped, too.
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
	for {
		p, m, err := r.Next()
		switch {
		case err == io.EOF:
			data, err = e.Close()
			return data, format, name, err
		case err != nil:
		case p != nil:
			err = e.Packet(p)
		default:
			err = e.Message(m)
		}
		if err != nil {
			return nil, nil, "", r.At(err)
		}
	}
}
