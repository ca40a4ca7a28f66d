package decodertest

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"demoscope/formats/message"
	"demoscope/internal/corpus"
)

// Tally counts messages by name, and their mask bits by the name of the mask: the coverage of a file, or of a list of
// handwritten messages.
type Tally struct {
	messages map[string]int
	masks    map[string]*[64]int
	kinds    map[string]*[256]int // of temporary entities, by name of the message
}

// NewTally returns an empty tally.
func NewTally() *Tally {
	return &Tally{messages: map[string]int{}, masks: map[string]*[64]int{}, kinds: map[string]*[256]int{}}
}

// TallyOf counts the messages of lists.
func TallyOf(lists ...[]Wire) *Tally {
	t := NewTally()
	for _, list := range lists {
		for i := range list {
			t.Add(list[i].Want)
		}
	}
	return t
}

func (t *Tally) mask(name string, bits uint64) {
	m := t.masks[name]
	if m == nil {
		m = new([64]int)
		t.masks[name] = m
	}
	for i := 0; bits != 0; i, bits = i+1, bits>>1 {
		if bits&1 != 0 {
			m[i]++
		}
	}
}

func (t *Tally) kind(name string, kind uint8) {
	if t.kinds[name] == nil {
		t.kinds[name] = new([256]int)
	}
	t.kinds[name][kind]++
}

// Add counts a message.
func (t *Tally) Add(m message.Message) {
	t.messages[m.Name()]++
	switch m := m.(type) {
	case *message.UpdateEntity:
		t.mask("entity", m.Bits)
	case *message.PacketEntities:
		t.entities(m.Entities)
	case *message.UpdateEntities:
		for i := range m.Entities {
			t.mask("update", m.Entities[i].Bits)
			t.mask("predicted", uint64(m.Entities[i].FTE.Predicted))
		}
	case *message.SpawnBaseline:
		t.mask(fmt.Sprintf("baseline %d", m.Kind), m.Bits)
	case *message.SpawnStatic:
		t.mask(fmt.Sprintf("static %d", m.Kind), m.Bits)
	case *message.ClientData:
		t.mask("clientdata", uint64(m.Bits))
	case *message.Sound:
		t.mask("sound", uint64(m.Bits))
	case *message.TempEntity:
		t.kind("temp_entity", m.Type)
	case *message.QWPlayerInfo:
		t.mask("player", uint64(m.Bits))
		t.mask("command", uint64(m.Command.Bits))
	case *message.MVDPlayerInfo:
		t.mask("player", uint64(m.Bits))
	case *message.QWServerData:
		for _, x := range m.Extensions {
			t.mask(string([]byte{byte(x.Tag), byte(x.Tag >> 8), byte(x.Tag >> 16), byte(x.Tag >> 24)}), uint64(x.Bits))
		}
	case *message.ServerInfo:
		t.mask("protocolflags", uint64(m.Flags))
	case *message.Quake2PlayerInfo:
		t.player("player", m)
	case *message.Quake2TempEntity:
		t.kind("temp_entity", m.Type)
	case *message.MultiViewFrame:
		t.view(m)
	case *message.MultiViewData:
		t.view(&m.Frame)
	case *message.MultiViewCast:
		for _, inner := range m.Messages {
			t.Add(inner)
		}
	}
}

func (t *Tally) entities(list []message.EntityDelta) {
	for i := range list {
		t.mask("entity", list[i].Bits)
	}
}

func (t *Tally) view(m *message.MultiViewFrame) {
	for i := range m.Players {
		t.player("player", &m.Players[i])
	}
	t.entities(m.Entities)
}

func (t *Tally) player(name string, m *message.Quake2PlayerInfo) {
	t.mask(name, uint64(m.Bits))
	if m.Mask&message.PlayerBlend != 0 {
		t.mask("blend", uint64(m.BlendBits))
	}
	if m.Mask&message.PlayerFog != 0 {
		t.mask("fog", uint64(m.Fog.Bits))
	}
}

// Bits returns the bits of a mask that were counted.
func (t *Tally) Bits(mask string) (bits uint64) {
	m := t.masks[mask]
	if m == nil {
		return 0
	}
	for i, n := range m {
		if n > 0 {
			bits |= 1 << i
		}
	}
	return bits
}

// HasMask requires that all bits of a mask were counted.
func (t *Tally) HasMask(tt testing.TB, mask string, bits uint64) {
	tt.Helper()
	if t.masks[mask] == nil {
		tt.Errorf("%s: no bit has bytes written by hand", mask)
	} else if missing := bits &^ t.Bits(mask); missing != 0 {
		tt.Errorf("%s: the bits %#x have no bytes written by hand", mask, missing)
	}
}

// Has requires that t counted everything that other counted, so that everything in real files has handwritten bytes.
func (t *Tally) Has(tt testing.TB, other *Tally) {
	tt.Helper()
	for name := range other.messages {
		if t.messages[name] == 0 {
			tt.Errorf("%s has no bytes written by hand", name)
		}
	}
	for name := range other.masks {
		if bits := other.Bits(name); bits != 0 {
			t.HasMask(tt, name, bits)
		}
	}
	for name, kinds := range other.kinds {
		for kind, n := range kinds {
			if n > 0 && (t.kinds[name] == nil || t.kinds[name][kind] == 0) {
				tt.Errorf("%s: kind %d has no bytes written by hand", name, kind)
			}
		}
	}
}

// Lacks lists for people what t counted and other did not: the messages, bits and kinds that only handwritten bytes
// exercise.
func (t *Tally) Lacks(other *Tally) string {
	var list []string
	for name := range t.messages {
		if other.messages[name] == 0 {
			list = append(list, name)
		}
	}
	for name := range t.masks {
		if bits := t.Bits(name) &^ other.Bits(name); bits != 0 {
			list = append(list, fmt.Sprintf("%s %#x", name, bits))
		}
	}
	for name, kinds := range t.kinds {
		var missing []string
		for kind, n := range kinds {
			if n > 0 && (other.kinds[name] == nil || other.kinds[name][kind] == 0) {
				missing = append(missing, fmt.Sprint(kind))
			}
		}
		if len(missing) > 0 {
			list = append(list, name+" "+strings.Join(missing, " "))
		}
	}
	slices.Sort(list)
	return strings.Join(list, ", ")
}

// CoverCorpus requires handwritten bytes for everything in the corpus demos of a format whose names match one of the
// patterns, and logs what only handwritten bytes exercise.
func (t *Tally) CoverCorpus(tt *testing.T, format string, open func(data []byte) message.Decoder, patterns ...string) {
	tt.Helper()
	found := NewTally()
	files := 0
	for _, file := range corpus.Demos(tt, format) {
		if !slices.ContainsFunc(patterns, func(pattern string) bool {
			ok, err := filepath.Match(pattern, filepath.Base(file))
			return ok && err == nil
		}) {
			continue
		}
		files++
		Walk(tt, open(corpus.Read(tt, file)), nil, found.Add)
	}
	if files == 0 || len(found.messages) == 0 {
		tt.Fatalf("%d files match %q", files, patterns)
	}
	t.Has(tt, found)
	tt.Logf("in none of %d files: %s", files, t.Lacks(found))
}
