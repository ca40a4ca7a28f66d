package formats

import (
	"bytes"

	"demoscope/formats/dem"
	"demoscope/formats/dm2"
	"demoscope/formats/quake2"
)

// keysIn are the prefixes of text keys in the 2021 game.
var keysIn = [...][]byte{[]byte("$qc_"), []byte("$map_"), []byte("$m_")}

// findTexts finds out whether the demo may contain text keys, and asks the opener for the texts.
func (d *Demo) findTexts() {
	switch d.Format.Name {
	case dem.Name:
		for _, key := range keysIn {
			d.keyed = d.keyed || bytes.Contains(d.data, key)
		}
	case dm2.Name:
		r := dm2.NewDecoderAt(d.data, d.start)
		if _, err := r.NextPacket(); err == nil {
			_, _ = r.NextMessage()
		}
		d.keyed = quake2.Localizes(r.Info().Protocol)
	}
	if d.keyed && d.opener != nil && d.opener.Texts != nil {
		d.Texts = d.opener.Texts(d)
	}
}

// Keyed reports whether the demo may contain keys in place of texts, which only the game's data can resolve.
func (d *Demo) Keyed() bool { return d.keyed }
