package formats

import (
	"cmp"
	"path"
	"strings"

	"demoscope/formats/dem"
	"demoscope/formats/dm2"
	"demoscope/formats/dm3"
	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/mvd2"
	"demoscope/formats/qwd"
)

// Format is one demo format that this program reads and writes.
type Format struct {
	Name string // "dem", "qwd", "mvd", "dm2", "mvd2" or "dm3"
	Game string // "quake", "quakeworld", "quake2" or "quake3"

	begin      string   // message that begins a level
	extensions []string // of file names, in lower case; "*" stands for digits
	detect     func(head []byte, name string) bool
	// start finds the start of a demo. detected says that detect returned true for it.
	start   func(data []byte, name string, detected bool) container.Start
	decoder func(data []byte, name string, start container.Start) message.Decoder
	encoder func(name string) message.Encoder
	message func(name string) message.Message
	// span returns the length of the record at the beginning of data: see [mvd.Span] and, for formats with an end mark,
	// [dm2.Span].
	span func(data []byte) (int, error)
	// enough reports whether head, the beginning of a growing demo, is enough for start. It is nil if start tells that
	// itself.
	enough func(head []byte) bool
}

// Encoder returns a new encoder. name is the name of the file to write: its extension gives the protocol if nothing
// else does (.dm_68).
func (f *Format) Encoder(name string) message.Encoder { return f.encoder(name) }

// Message returns a new message of the type with that name, nil if the format has none.
func (f *Format) Message(name string) message.Message { return f.message(name) }

// table has the formats in the order in which they are tried if a file's name has no known extension: the most
// distinctive beginnings come first.
var table = [...]Format{
	{
		Name: mvd2.Name, begin: "serverdata", Game: "quake2", extensions: []string{".mvd2"},
		detect: mvd2.Detect,
		start: func(data []byte, _ string, detected bool) container.Start {
			return mvd2.Find(data, detected)
		},
		decoder: func(data []byte, _ string, start container.Start) message.Decoder {
			return mvd2.NewDecoderAt(data, start)
		},
		encoder: func(string) message.Encoder { return mvd2.NewEncoder() },
		message: mvd2.New,
		span:    mvd2.Span,
		enough:  mvd2.Enough,
	},
	{
		Name: dem.Name, begin: "serverinfo", Game: "quake", extensions: []string{".dem"},
		detect: dem.Detect,
		start: func(data []byte, _ string, detected bool) container.Start {
			return dem.Find(data, detected)
		},
		decoder: func(data []byte, _ string, start container.Start) message.Decoder {
			return dem.NewDecoderAt(data, start)
		},
		encoder: func(string) message.Encoder { return dem.NewEncoder() },
		message: dem.New,
		span:    dem.Span,
	},
	{
		Name: dm2.Name, begin: "serverdata", Game: "quake2", extensions: []string{".dm2"},
		detect: dm2.Detect,
		start: func(data []byte, _ string, detected bool) container.Start {
			return dm2.Find(data, detected)
		},
		decoder: func(data []byte, _ string, start container.Start) message.Decoder {
			return dm2.NewDecoderAt(data, start)
		},
		encoder: func(string) message.Encoder { return dm2.NewEncoder() },
		message: dm2.New,
		span:    dm2.Span,
	},
	{
		Name: qwd.Name, begin: "serverdata", Game: "quakeworld", extensions: []string{".qwd"},
		detect: qwd.Detect,
		start: func(data []byte, _ string, detected bool) container.Start {
			return qwd.Find(data, detected)
		},
		decoder: func(data []byte, _ string, start container.Start) message.Decoder {
			return qwd.NewDecoderAt(data, start)
		},
		encoder: func(string) message.Encoder { return qwd.NewEncoder() },
		message: qwd.New,
		span:    qwd.Span,
	},
	{
		Name: mvd.Name, begin: "serverdata", Game: "quakeworld", extensions: []string{".mvd"},
		detect: mvd.Detect,
		start: func(data []byte, _ string, detected bool) container.Start {
			return mvd.Find(data, detected)
		},
		decoder: func(data []byte, _ string, start container.Start) message.Decoder {
			return mvd.NewDecoderAt(data, start)
		},
		encoder: func(string) message.Encoder { return mvd.NewEncoder() },
		message: mvd.New,
		span:    mvd.Span,
	},
	{
		Name: dm3.Name, begin: "gamestate", Game: "quake3", extensions: []string{".dm3", ".dm_*"},
		detect: dm3.Detect,
		start: func(data []byte, name string, detected bool) container.Start {
			return dm3.Find(data, dm3.Options{Protocol: dm3.Extension(name)}, detected)
		},
		decoder: func(data []byte, name string, start container.Start) message.Decoder {
			return dm3.NewDecoderAt(data, dm3.Options{Protocol: dm3.Extension(name)}, start)
		},
		encoder: func(name string) message.Encoder {
			return dm3.NewEncoder(dm3.Options{Protocol: dm3.Extension(name)})
		},
		message: dm3.New,
		span:    dm3.Span,
		enough:  dm3.Enough,
	},
}

// Lookup returns the format with that name, nil if there is none.
func Lookup(name string) *Format {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// byExtension returns the format that a file name's extension stands for, nil if there is none.
func byExtension(name string) *Format {
	ext := strings.ToLower(path.Ext(strings.TrimRight(name, " ")))
	for i := range table {
		for _, e := range table[i].extensions {
			if hasExtension(ext, e) {
				return &table[i]
			}
		}
	}
	return nil
}

// Extension returns the extension by which programs recognize the demo's format: the name's own one, such as .dm_68, if
// it fits the format, otherwise the format's. It is empty for a Quake III demo without a fitting extension, because the
// extension gives the protocol, too.
func (d *Demo) Extension() string {
	ext := unpackedExt(cmp.Or(d.Member, d.File))
	if f := byExtension(ext); f != nil && f.Name == d.Format.Name {
		return ext
	}
	if d.Format.Name == dm3.Name {
		return ""
	}
	return "." + d.Format.Name
}

// hasExtension reports whether ext matches pattern, in which "*" at the end stands for digits.
func hasExtension(ext, pattern string) bool {
	prefix, any := strings.CutSuffix(pattern, "*")
	return ext == pattern || any && strings.HasPrefix(ext, prefix) && digits(ext[len(prefix):])
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// HasDemoName reports whether a file name has the extension of a demo, packed or not.
func HasDemoName(name string) bool { return byExtension(unpackedExt(name)) != nil }

// Claims reports whether a file name has an extension of the format, packed or not.
func (f *Format) Claims(name string) bool { return byExtension(unpackedExt(name)) == f }

// unpackedExt returns the extension of a demo in lower case, without those of its packing.
func unpackedExt(name string) string { return strings.ToLower(path.Ext(UnpackedName(name))) }

// detect returns the format of a file by its content, nil if it has none. It first tries the format of the name's
// extension, because a few files fit two formats.
func detect(name string, data []byte) *Format {
	claimed := byExtension(name)
	if claimed != nil && claimed.detect(data, name) {
		return claimed
	}
	for i := range table {
		f := &table[i]
		if f == claimed || !f.detect(data, name) {
			continue
		}
		if claimed != nil && claimed.start(data[:min(len(data), guessBytes)], name, false).Records >= strongRun {
			return claimed // the beginning is damaged and looks like another format
		}
		return f
	}
	return nil
}

const (
	// strongRun is the minimum number of consecutive readable records for a format that the file name does not suggest.
	strongRun = 32
	// guessBytes is the number of bytes searched in such a file.
	guessBytes = 64 << 10
)

// detectDamaged returns the format and start of a demo whose beginning is damaged or missing. It prefers the format of
// the name if any of its records can be read; otherwise it takes the only format with many readable records. If there
// is none, it returns nil and the start for the name's format.
func detectDamaged(name string, data []byte) (only *Format, start container.Start) {
	claimed := byExtension(name)
	if claimed != nil {
		if start = claimed.start(data, name, false); start.Records > 0 {
			return claimed, start
		}
	}
	for i := range table {
		f := &table[i]
		if f == claimed || f.start(data[:min(len(data), guessBytes)], name, false).Records < strongRun {
			continue
		}
		if only != nil {
			return nil, start
		}
		only = f
	}
	if only != nil {
		start = only.start(data, name, false)
	}
	return only, start
}
