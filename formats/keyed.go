package formats

import (
	"bytes"

	"demoscope/formats/dem"
	"demoscope/formats/dm2"
	"demoscope/formats/quake2"
)

// keysIn are what keys of the game of 2021 begin with.
var keysIn = [...][]byte{[]byte("$qc_"), []byte("$map_"), []byte("$m_")}

// findTexts finds out whether the demo may have keys in the place of texts, and asks the opener for the texts.
func (d *Demo) findTexts() {
	switch d.Format.Name {
	case dem.Name:
		for _, key := range keysIn {
			d.keyed = d.keyed || bytes.Contains(d.data, key)
		}
	case dm2.Name:
		r := dm2.NewDecoderAt(d.data, dm2.Options{}, d.start)
		if _, err := r.NextPacket(); err == nil {
			_, _ = r.NextMessage()
		}
		d.keyed = quake2.Localizes(r.Info().Protocol)
	}
	if d.keyed && d.opener != nil && d.opener.Texts != nil {
		d.Texts = d.opener.Texts(d)
	}
}

// Keyed reports whether the demo may have keys in the place of texts, so that what it says depends on the game's data.
func (d *Demo) Keyed() bool { return d.keyed }
