// Package formats opens demos of every Quake: it unpacks gzip, ZIP, PAK, Dzip and Qizmo files, recognizes the format by
// content, and hands the demo to the package that reads it. It also converts demos to text and back.
//
// Files are not trusted. The first bytes of a file, at most [HeadSize], decide whether the rest is read, at most
// [MaxDemo]. Packed files must not unpack to much more than real files do. See SECURITY.md for all limits.
package formats

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"slices"
	"sync"

	"demoscope/formats/dem"
	"demoscope/formats/dm3"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quake2"
	"demoscope/formats/qwz"
)

// Demo is an open demo, made by [Open], [OpenIn] or [Format.Open]. All its decoders share its data, which must not be
// changed.
type Demo struct {
	*Format
	// File is the name that Open was given. Member is the name of the demo in the archive of that name, empty if File
	// is no archive.
	File, Member string
	// Packing lists how the demo was packed, the outermost first: "gzip", "zip", "dzip", "pak", "qizmo".
	Packing []string
	// Cut is why a packed demo could not be unpacked completely, nil if it could; Data is the part that could be
	// unpacked. It is nil for a damaged Qizmo demo, which ends with a [message.Damage] instead.
	Cut *CutError
	// Texts maps the text keys of the game's data to texts, nil if unknown: see [Demo.Keyed].
	Texts map[string]string

	whole    []byte // Data and a ZIP after it
	data     []byte // nil for a growing or still packed demo
	opener   *Opener
	growing  *Growing   // nil if the demo is complete
	rest     *unpacking // nil if all of it is unpacked
	table    *qwz.Table // for Qizmo's packing, otherwise nil
	start    container.Start
	keyed    bool
	searched int // bytes that recognize searched for start, 0 if it did not search

	summing sync.Once
	sum     [sha256.Size]byte
}

// Data returns the unpacked demo, nil for a growing one.
func (d *Demo) Data() []byte {
	if d.rest != nil {
		return d.rest.all()
	}
	return d.data
}

// Sum returns the SHA-256 of Data, which identifies the demo wherever its file is. Damage in the packing that ends the
// demo is part of the sum. Sum computes it once, which takes half a second for 1 GB, and is safe for concurrent use.
// For a growing demo it is the sum of no bytes.
func (d *Demo) Sum() [sha256.Size]byte {
	d.summing.Do(func() {
		data := d.Data()
		if d.rest != nil && d.rest.err != nil {
			data = append(slices.Clip(data), d.rest.err.Error()...)
		}
		d.sum = sha256.Sum256(data)
	})
	return d.sum
}

// Whole returns nil if Data is the complete demo, otherwise the reason: Cut, or the damage of a Qizmo demo.
func (d *Demo) Whole() error {
	if d.Cut != nil {
		return d.Cut
	}
	if d.rest == nil {
		return nil
	}
	d.rest.all()
	return d.rest.err
}

// Decoder returns a new decoder at the beginning of the demo.
func (d *Demo) Decoder() message.Decoder {
	var r message.Decoder
	switch {
	case d.growing != nil:
		r = d.growing.decoder(d)
	case d.rest != nil:
		r = d.rest.decoder(d)
	default:
		r = d.decoder(d.data, d.name(), d.start)
	}
	if l, ok := r.(message.Localizer); ok {
		l.Localize(d.Texts)
	}
	return r
}

// Growing returns the source of a growing demo, nil for a complete one.
func (d *Demo) Growing() *Growing { return d.growing }

// Size returns the size of the demo in bytes so far. For a demo that is not unpacked completely it is an estimate.
func (d *Demo) Size() int64 {
	switch {
	case d.growing != nil:
		return d.growing.Len()
	case d.rest != nil:
		return d.rest.length()
	}
	return int64(len(d.data))
}

// name returns the name of the demo itself, which may imply the protocol.
func (d *Demo) name() string {
	name := d.File
	if d.Member != "" {
		name = d.Member
	}
	return UnpackedName(name)
}

// Path returns the path of the demo, in which an archive acts like a folder.
func (d *Demo) Path() string {
	if d.Member != "" {
		return d.File + "/" + d.Member
	}
	return d.File
}

// ErrUnknown says that a file is neither a readable demo nor of a kind that a [KnownError] describes.
var ErrUnknown = errors.New("not a Quake demo")

// Open is [Opener.Open] without Qizmo's table.
func Open(name string, data []byte) (*Demo, error) { return new(Opener).Open(name, data) }

// Open opens a demo from data, the whole content of the file called name. It unpacks gzip files, Qizmo files, and
// archives (ZIP, PK3, PAK or Dzip) with one demo in them.
//
// The error is or wraps a [*ChoiceError] if an archive does not hold exactly one demo, a [*KnownError] if the file is
// of a known kind that is not read, [ErrUnknown], or an unpacking error.
func (o *Opener) Open(name string, data []byte) (*Demo, error) { return o.openMember(name, data, "") }

// openMember is Open for the named demo in an archive; "" stands for the only one.
func (o *Opener) openMember(name string, data []byte, member string) (*Demo, error) {
	return (&Demo{File: name, opener: o}).unwrap(data, member)
}

// unwrap opens the demo in data, which may be packed several times. If data is an archive, member names the demo in it,
// "" the only one.
func (d *Demo) unwrap(data []byte, member string) (*Demo, error) {
	for {
		packed := IsArchive(data)
		if !packed && !isGzip(data) {
			return d.open(data)
		}
		if len(d.Packing) >= maxWraps {
			return nil, fmt.Errorf("%s: %w", d.Path(), errTooDeep)
		}
		var err error
		if !packed {
			if data, err = d.gunzip(data); err != nil {
				return nil, err
			}
			continue
		}
		a, err := openArchive(bytes.NewReader(data), int64(len(data)), d.Packing)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", d.Path(), err)
		}
		return d.openIn(a, member)
	}
}

// Open opens data as a demo of the format without checking it. name is the file name, which may imply the protocol.
func (f *Format) Open(name string, data []byte) *Demo {
	d := &Demo{Format: f, File: name}
	d.setData(data)
	return d
}

// setData sets the demo's data, without a ZIP with voice tracks at its end, and finds the start unless recognize did.
func (d *Demo) setData(data []byte) {
	d.whole = data
	data = withoutZip(data)
	if d.searched == 0 || d.searched < len(data) {
		d.start = d.Format.start(data, d.name(), true)
	}
	d.data = data
}

// CheckHead returns the error that [Open] would return for a file that begins with head: its first [HeadSize] bytes, or
// all of a shorter file. It saves reading files that are no demos. It returns nil if only the rest of the file can
// tell.
func CheckHead(name string, head []byte) error {
	d := &Demo{File: name}
	for range maxWraps {
		switch {
		case IsArchive(head), qwz.Likely(head):
			return nil
		case !isGzip(head):
			return d.recognize(head)
		}
		var err error
		if head, err = gunzipHead(head); err != nil {
			return nil // Open reports the error
		}
	}
	return nil
}

// recognize finds the format of a file that begins with the unpacked bytes head, and if it has to search for the start,
// the start, too. For an unreadable format the error is a *KnownError or wraps ErrUnknown.
func (d *Demo) recognize(head []byte) error {
	name := d.name()
	qizmo, packed := d.isQizmo(head)
	if qizmo {
		return nil
	}
	if k := kindByHead(head); k != nil {
		return k.error(d.Path(), 0)
	}
	if len(head) == 0 {
		return empty.error(d.Path(), 0)
	}
	if byExtension(name) == nil && isOther(head) {
		return fmt.Errorf("%s: %w", d.Path(), ErrUnknown)
	}
	if d.Format = detect(name, head); d.Format != nil {
		return nil
	}
	if packed != nil {
		return packed
	}
	refused := d.refuse(head)
	if errors.As(refused, new(*KnownError)) {
		return refused
	}
	f, start := detectDamaged(name, head)
	if f == nil {
		return refused
	}
	d.Format, d.start, d.searched = f, start, len(head)
	return nil
}

// refuse returns the error for a file with an unrecognized format that begins with head: a *KnownError or one that
// wraps ErrUnknown.
func (d *Demo) refuse(head []byte) error {
	name := d.name()
	if isNewDzip(head) {
		return newDzip.error(d.Path(), 0)
	}
	if k := kindByName(name); k != nil {
		return k.error(d.Path(), 0)
	}
	refused := ErrUnknown
	for _, f := range []*Format{byExtension(name), Lookup(dem.Name)} {
		if f == nil {
			continue
		}
		k, protocol, err := refusal(f, name, head)
		if k != nil {
			return k.error(d.Path(), protocol)
		}
		if refused == ErrUnknown {
			refused = err
		}
	}
	return fmt.Errorf("%s: %w", d.Path(), refused)
}

// open opens the unpacked demo in data. The format is set already if the head was examined before.
func (d *Demo) open(data []byte) (*Demo, error) {
	if d.Format == nil {
		if err := d.recognize(data); err != nil {
			return nil, err
		}
	}
	if d.Cut != nil {
		d.Cut.Bytes = int64(len(data))
	}
	if d.table != nil {
		d.unpackQizmo(data)
		return d, nil
	}
	d.setData(data)
	if err := unsupported(d); err != nil {
		return nil, err
	}
	d.findTexts()
	return d, nil
}

// refusal returns the kind of data that begins like a demo of the format's container, nil if it is unknown, and the
// protocol. The error names the protocol if only that is unsupported.
func refusal(f *Format, name string, data []byte) (k *kind, protocol int32, err error) {
	data = data[:min(len(data), guessBytes)]
	decoder := f.decoder(data, name, f.start(data, name, true))
	for {
		p, err := decoder.NextPacket()
		var m message.Message
		for err == nil && p != nil {
			if m, err = decoder.NextMessage(); err != nil {
				break
			}
			if s, ok := m.(*message.StuffText); ok && f.Name == dem.Name {
				if k := kindByCommand(s.Text); k != nil {
					return k, 0, nil
				}
			}
		}
		var damage *message.Damage
		if !errors.As(err, &damage) {
			if p == nil {
				return nil, 0, ErrUnknown
			}
			continue
		}
		var quake *dem.UnsupportedError
		if errors.As(damage.Err, &quake) {
			k, protocol = kindByProtocol(quake.Protocol, func(k *kind) []int32 { return k.quake }), quake.Protocol
		}
		if quake != nil || errors.As(damage.Err, new(*quake2.UnsupportedError)) {
			return k, protocol, fmt.Errorf("%w: %w", ErrUnknown, damage.Err)
		}
		return nil, 0, ErrUnknown
	}
}

// unsupported returns an error, if possible a *KnownError, if the demo begins with a protocol that is known but not
// read.
func unsupported(d *Demo) error {
	switch {
	case d.Game == "quake2" && d.start.Note == "": // with a note, the number is damaged
		return unsupportedQuake2(d)
	case d.Game == "quake3":
		return unsupportedQuake3(d)
	}
	return nil
}

func unsupportedQuake2(d *Demo) error {
	if k := kindByModels(d.data[:min(len(d.data), guessBytes)]); k != nil {
		return k.error(d.Path(), 0)
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
	if k := kindByProtocol(protocol.Protocol, func(k *kind) []int32 { return k.quake2 }); k != nil {
		return k.error(d.Path(), protocol.Protocol)
	}
	return fmt.Errorf("%s: %w", d.Path(), protocol)
}

// unsupportedQuake3 examines the serverinfo at the beginning of the demo. The gamestate of another game of this family
// can't be read completely, but its strings come first. Its protocol only counts if the gamestate is damaged.
func unsupportedQuake3(d *Demo) error {
	decoder := d.Decoder()
	if _, err := decoder.NextPacket(); err != nil {
		return nil
	}
	for {
		m, err := decoder.NextMessage()
		var damage *message.Damage
		if errors.As(err, &damage) {
			m = damage.Partial
		}
		state, ok := m.(*message.GameState)
		switch {
		case !ok && err != nil:
			return nil
		case !ok:
			continue
		}
		version, protocol := dm3.Server(state)
		if k := kindByVersion(version); k != nil {
			return k.error(d.Path(), protocol)
		}
		if k := kindByProtocol(protocol, func(k *kind) []int32 { return k.quake3 }); k != nil && damage != nil {
			return k.error(d.Path(), protocol)
		}
		return nil
	}
}
