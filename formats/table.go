package formats

import (
	"path"
	"strings"

	"demoscope/formats/dem"
	"demoscope/formats/dm2"
	"demoscope/formats/dm3"
	"demoscope/formats/message"
	"demoscope/formats/mvd"
	"demoscope/formats/mvd2"
	"demoscope/formats/qwd"
)

// Format is one demo format that this program reads and writes.
type Format struct {
	Name string // "dem", "qwd", "mvd", "dm2", "mvd2" or "dm3"
	Game string // "quake", "quakeworld", "quake2" or "quake3"

	begin      string   // name of the message that begins a level
	extensions []string // of file names, in lower case; "*" stands for digits
	detect     func(head []byte, name string) bool
	// recover returns how many records can be read in a row of a demo whose
	// beginning is damaged or missing.
	recover func(data []byte, name string) int
	decoder func(data []byte, name string) message.Decoder
	encoder func(name string) message.Encoder
	message func(name string) message.Message
}

// Encoder returns a new encoder. name is that of the file to write: its extension
// says the protocol where nothing else does (.dm_68).
func (f *Format) Encoder(name string) message.Encoder { return f.encoder(name) }

// Message returns a new message of the type that has that name in the format, nil
// if there is none.
func (f *Format) Message(name string) message.Message { return f.message(name) }

// table has the formats in the order in which they are tried on a file whose name
// says nothing: those with the most distinctive beginning first.
var table = [...]Format{
	{
		Name: mvd2.Name, begin: "serverdata", Game: "quake2", extensions: []string{".mvd2"},
		detect:  mvd2.Detect,
		recover: mvd2.Recover,
		decoder: func(data []byte, _ string) message.Decoder { return mvd2.NewDecoder(data, mvd2.Options{}) },
		encoder: func(string) message.Encoder { return mvd2.NewEncoder(mvd2.Options{}) },
		message: mvd2.New,
	},
	{
		Name: dem.Name, begin: "serverinfo", Game: "quake", extensions: []string{".dem"},
		detect:  dem.Detect,
		recover: dem.Recover,
		decoder: func(data []byte, _ string) message.Decoder { return dem.NewDecoder(data, dem.Options{}) },
		encoder: func(string) message.Encoder { return dem.NewEncoder(dem.Options{}) },
		message: dem.New,
	},
	{
		Name: dm2.Name, begin: "serverdata", Game: "quake2", extensions: []string{".dm2"},
		detect:  dm2.Detect,
		recover: dm2.Recover,
		decoder: func(data []byte, _ string) message.Decoder { return dm2.NewDecoder(data, dm2.Options{}) },
		encoder: func(string) message.Encoder { return dm2.NewEncoder(dm2.Options{}) },
		message: dm2.New,
	},
	{
		Name: qwd.Name, begin: "serverdata", Game: "quakeworld", extensions: []string{".qwd"},
		detect:  qwd.Detect,
		recover: qwd.Recover,
		decoder: func(data []byte, _ string) message.Decoder { return qwd.NewDecoder(data, qwd.Options{}) },
		encoder: func(string) message.Encoder { return qwd.NewEncoder(qwd.Options{}) },
		message: qwd.New,
	},
	{
		Name: mvd.Name, begin: "serverdata", Game: "quakeworld", extensions: []string{".mvd"},
		detect:  mvd.Detect,
		recover: mvd.Recover,
		decoder: func(data []byte, _ string) message.Decoder { return mvd.NewDecoder(data, mvd.Options{}) },
		encoder: func(string) message.Encoder { return mvd.NewEncoder(mvd.Options{}) },
		message: mvd.New,
	},
	{
		Name: dm3.Name, begin: "gamestate", Game: "quake3", extensions: []string{".dm3", ".dm_*"},
		detect:  dm3.Detect,
		recover: dm3.Recover,
		decoder: func(data []byte, name string) message.Decoder {
			return dm3.NewDecoder(data, dm3.Options{Protocol: dm3.Extension(name)})
		},
		encoder: func(name string) message.Encoder {
			return dm3.NewEncoder(dm3.Options{Protocol: dm3.Extension(name)})
		},
		message: dm3.New,
	},
}

// Lookup returns the format of that name, nil if there is none.
func Lookup(name string) *Format {
	for i := range table {
		if table[i].Name == name {
			return &table[i]
		}
	}
	return nil
}

// byExtension returns the format that a file name claims, nil if it claims
// none.
func byExtension(name string) *Format {
	ext := strings.ToLower(path.Ext(name))
	for i := range table {
		for _, e := range table[i].extensions {
			prefix, any := strings.CutSuffix(e, "*")
			if ext == e || any && strings.HasPrefix(ext, prefix) && digits(ext[len(prefix):]) {
				return &table[i]
			}
		}
	}
	return nil
}

func digits(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == ""
}

// HasDemoName reports whether a file name has the extension of a demo, also
// of one that is compressed with gzip.
func HasDemoName(name string) bool {
	ext := strings.ToLower(path.Ext(name))
	if ext == ".gz" {
		return HasDemoName(name[:len(name)-len(ext)])
	}
	return byExtension(name) != nil
}

// detect returns the format of a file by its content, nil if it is none. The
// format that the name claims is tried first, because a rare file fits two.
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
		if claimed != nil && claimed.recover(data[:min(len(data), guessed)], name) >= strongRun {
			return claimed // its beginning is damaged, and looks like another format
		}
		return f
	}
	return nil
}

const (
	// strongRun is how many records must be readable for a file to be a demo of a
	// format that its name does not claim.
	strongRun = 32
	// guessed is how many bytes of such a file are searched.
	guessed = 64 << 10
)

// detectDamaged returns the format of a demo whose beginning is damaged or missing:
// the one that the name claims if records of it can be read, else the only one of
// which many can; nil if there is none.
func detectDamaged(name string, data []byte) *Format {
	if claimed := byExtension(name); claimed != nil {
		if claimed.recover(data, name) > 0 {
			return claimed
		}
	}
	var only *Format
	for i := range table {
		f := &table[i]
		if f.recover(data[:min(len(data), guessed)], name) < strongRun {
			continue
		}
		if only != nil {
			return nil
		}
		only = f
	}
	return only
}
