// Package formats opens demos of every Quake: it unpacks gzip and ZIP files,
// recognizes the format by the content, and hands the demo to the package that
// reads it. It also turns demos into text and back.
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
	// File is the name that Open was given; Member is the name of the demo inside
	// it if it is an archive, else "".
	File, Member string
	// Data is the demo itself, unwrapped.
	Data []byte
	// Cut is why a compressed demo could be unpacked only in part, nil if all of
	// it could; Data is what could be unpacked.
	Cut error
}

// Decoder returns a new decoder at the beginning of the demo.
func (d *Demo) Decoder() message.Decoder { return d.decoder(d.Data, d.name()) }

// name returns the name of the demo itself, from which the protocol may follow.
func (d *Demo) name() string {
	name := d.File
	if d.Member != "" {
		name = d.Member
	}
	return withoutGzip(name)
}

// ErrUnknown says that a file is neither a demo that this program reads nor of a
// kind that a [KnownError] names.
var ErrUnknown = errors.New("this is not a demo of any Quake")

// Open opens a demo from data, the whole content of the file with that name. A
// file packed with gzip, and a ZIP (or PK3) with one demo in it, is unpacked.
//
// The error is or wraps a [*ChoiceError] if a ZIP does not hold exactly one demo,
// a [*KnownError] if the file is of a known kind that is not read, [ErrUnknown],
// or one of unpacking.
func Open(name string, data []byte) (*Demo, error) { return openMember(name, data, "") }

// openMember is Open for the demo with that name in a ZIP; "" is the only one.
func openMember(name string, data []byte, member string) (*Demo, error) {
	d := &Demo{File: name}
	for wraps := 0; ; wraps++ {
		if wraps == maxWraps && (isGzip(data) || isZip(data)) {
			return nil, fmt.Errorf("%s: packed more than %d times", name, maxWraps)
		}
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
// with a protocol that is known but not read.
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
