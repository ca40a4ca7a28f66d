package world

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"demoscope/formats/quake2"
)

// Texts are Quake II's config strings but models, sounds and light styles,
// which every game has. Indices begin with 0 in each range.
type Texts struct {
	Images  []string
	Items   []string // names of what can be carried
	Skins   []string // name\model/skin, by client slot
	General []string // of the game's own use
	// StatusBar is the program of the status bar, in the layout control
	// language.
	StatusBar string
	// LateModels and LateSounds are how many names a multi-view recording
	// added to the complete list that its level began with: they were not
	// precached. Other recordings do not tell when a level is complete.
	LateModels, LateSounds int

	head       []string // those below the models
	barChanged bool     // since StatusBar was made of them
	numbering  *quake2.Numbering
}

func (t *Texts) clone() {
	t.Images = slices.Clone(t.Images)
	t.Items = slices.Clone(t.Items)
	t.Skins = slices.Clone(t.Skins)
	t.General = slices.Clone(t.General)
	t.head = slices.Clone(t.head)
}

// ConfigString returns the text that Quake II or Quake III has at an index,
// empty if there is none. Light styles are not among them.
func (l *Level) ConfigString(index int) string {
	list, at := l.ConfigStrings, index
	if l.Texts.numbering != nil {
		list, at = l.textRange(index)
	}
	if at < 0 || at >= len(list) {
		return ""
	}
	return list[at]
}

// textRange returns the list that a config string of Quake II is in, and its
// place there.
func (l *Level) textRange(index int) (list []string, at int) {
	t, n := &l.Texts, l.Texts.numbering
	switch {
	case index < n.Models:
		return t.head, index
	case index < n.Sounds:
		return l.Models, index - n.Models
	case index < n.Images:
		return l.Sounds, index - n.Sounds
	case index < n.Lights:
		return t.Images, index - n.Images
	case index < n.Items:
		return nil, -1
	case index < n.PlayerSkins:
		return t.Items, index - n.Items
	case index < n.General:
		return t.Skins, index - n.PlayerSkins
	}
	return t.General, index - n.General
}

// beginTexts makes a new level one of Quake II.
func (l *Level) beginTexts(p quake2.Protocol) {
	l.Texts.numbering = p.Numbering()
	l.Models, l.Sounds = make([]string, 1, 64), make([]string, 1, 128)
}

// setConfigString sets one text of Quake II and what follows from it.
func (w *World) setConfigString(index int, text []byte) {
	n := w.Level().Texts.numbering
	if n == nil || index < 0 || index >= n.End {
		return
	}
	if index >= n.Lights && index < n.Items {
		w.setLightStyle(uint8(index-n.Lights), text)
		return
	}
	if list, at := w.Level().textRange(index); at < len(list) && list[at] == string(text) {
		return
	}
	l := w.editLevel()
	t := &l.Texts
	s := string(text)
	late := 0
	if w.format == formatMultiView && w.frameBegan && s != "" && l.ConfigString(index) == "" {
		late = 1
	}
	switch {
	case index < n.Models:
		setAt(&t.head, index, s)
		l.setHead(index, s)
	case index < n.Sounds:
		setAt(&l.Models, index-n.Models, s)
		t.LateModels += late
		if index == n.Models+1 {
			l.Map = s
		}
	case index < n.Images:
		setAt(&l.Sounds, index-n.Sounds, s)
		t.LateSounds += late
	case index < n.Lights:
		setAt(&t.Images, index-n.Images, s)
	case index < n.PlayerSkins:
		setAt(&t.Items, index-n.Items, s)
	case index < n.General:
		setAt(&t.Skins, index-n.PlayerSkins, s)
		w.setSkin(index-n.PlayerSkins, s)
	default:
		setAt(&t.General, index-n.General, s)
	}
}

// setHead takes over what the first config strings say of the level.
func (l *Level) setHead(index int, s string) {
	n := l.Texts.numbering
	switch {
	case index == n.Title:
		l.Title = s
	case index == n.Sky:
		l.SkyBox = s
	case index == n.MaxClients:
		if v, err := strconv.Atoi(s); err == nil && v >= 0 && v <= maxPlayers {
			l.MaxClients = v
		}
	case index == n.MapChecksum:
		v, err := strconv.ParseInt(s, 10, 64)
		l.Checksum, l.HasChecksum = uint32(v), err == nil
	case index >= n.StatusBar && index < n.AirAcceleration:
		l.Texts.barChanged = true
	}
}

// joinTexts makes what consists of several config strings, once a packet.
func (w *World) joinTexts() {
	if w.Level().Texts.barChanged {
		l := w.editLevel()
		l.Texts.StatusBar, l.Texts.barChanged = l.statusBar(), false
	}
}

// statusBar joins the pieces of the status bar's program. It is one text, of
// which each config string is written where its 64 bytes begin; a text longer
// than that goes on, and those after it then repeat its rest.
func (l *Level) statusBar() string {
	n := l.Texts.numbering
	bar := make([]byte, (n.AirAcceleration-n.StatusBar)*quake2.StatusBarPiece)
	for i := n.StatusBar; i < min(n.AirAcceleration, len(l.Texts.head)); i++ {
		if s := l.Texts.head[i]; s != "" {
			at := (i - n.StatusBar) * quake2.StatusBarPiece
			end := at + copy(bar[at:], s)
			if end < len(bar) {
				bar[end] = 0
			}
		}
	}
	text, _, _ := bytes.Cut(bar, []byte{0})
	return string(text)
}

// setSkin takes a client's name and skin from his config string.
func (w *World) setSkin(slot int, s string) {
	p := w.player(slot)
	if p == nil {
		return
	}
	p.Name, p.Skin, _ = strings.Cut(s, `\`)
}

// setAt sets list[i], which begins to exist with it.
func setAt(list *[]string, i int, s string) {
	for i >= len(*list) {
		*list = append(*list, "")
	}
	(*list)[i] = s
}
