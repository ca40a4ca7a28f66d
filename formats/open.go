// Package formats opens demos of every Quake: it tells by the content which
// format a file has, takes it out of what it is wrapped in, and hands it to
// the package that reads it.
package formats

import (
	"errors"
	"fmt"

	"demoscope/formats/message"
	"demoscope/formats/quake2"
)

// Demo is an opened demo. Its data are shared by all its decoders and must not
// be changed.
type Demo struct {
	*Format
	// File is the name that Open was given, Member that of the file inside
	// of it, if it is an archive.
	File, Member string
	// Data is the demo itself, unwrapped.
	Data []byte
	// Cut tells why not all of a compressed demo could be unpacked; Data is
	// what could be.
	Cut error
}

// Decoder returns a new decoder that stands at the demo's beginning.
func (d *Demo) Decoder() message.Decoder { return d.decoder(d.Data, d.name()) }

// name is the innermost name, which may tell the protocol.
func (d *Demo) name() string {
	name := d.File
	if d.Member != "" {
		name = d.Member
	}
	return withoutGzip(name)
}

// ErrUnknown tells that a file is no demo that this program knows by name.
var ErrUnknown = errors.New("this is not a demo of any Quake")

// Open opens the demo in data, the whole of a file of that name. A file
// packed with gzip, or a ZIP (or PK3) with one demo in it, is unpacked.
//
// Errors are a *ChoiceError if a ZIP has several demos (see openMember), a
// *KnownError if the file is known and not read, and ErrUnknown.
func Open(name string, data []byte) (*Demo, error) { return openMember(name, data, "") }

// openMember is Open for one of several demos in a ZIP.
func openMember(name string, data []byte, member string) (*Demo, error) {
	d := &Demo{File: name}
	for range maxWraps {
		var err error
		switch {
		case isGzip(data):
			data, d.Cut, err = gunzip(data)
		case isZip(data):
			var a *zipArchive
			if a, err = newZip(data); err == nil {
				return OpenIn(name, a, member)
			}
		default:
			return d.open(data)
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil, fmt.Errorf("%s: packed more than %d times", name, maxWraps)
}

func (d *Demo) open(data []byte) (*Demo, error) {
	name := d.name()
	if err := known(name, data); err != nil {
		return nil, err
	}
	d.Data = data
	d.Format = detect(name, data)
	if d.Format == nil {
		if err := knownByName(name); err != nil {
			return nil, err
		}
		return nil, fmt.Errorf("%s: %w", name, ErrUnknown)
	}
	if err := unsupported(d); err != nil {
		return nil, err
	}
	return d, nil
}

// unsupported returns an error, a *KnownError if possible, if the demo begins
// with a protocol that its format knows and does not read.
func unsupported(d *Demo) error {
	if d.Game != "quake2" {
		return nil
	}
	decoder := d.Decoder()
	if _, err := decoder.NextPacket(); err != nil {
		return nil
	}
	_, err := decoder.NextMessage()
	var protocol *quake2.UnsupportedError
	if !errors.As(err, &protocol) {
		return nil
	}
	known, ok := quake2Protocols[protocol.Protocol]
	if !ok {
		return fmt.Errorf("%s: %w", d.name(), protocol)
	}
	known.File = d.name()
	return &known
}
