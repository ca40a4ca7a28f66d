package world

import (
	"slices"

	"demoscope/formats/quake2"
)

// Texts are Quake II's config strings, without models, sounds and light styles,
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

	Head []string // those below the models
	// Numbering says which index is in which range; all zero in other games.
	Numbering quake2.Numbering
}

func (t *Texts) clone() {
	t.Images = slices.Clone(t.Images)
	t.Items = slices.Clone(t.Items)
	t.Skins = slices.Clone(t.Skins)
	t.General = slices.Clone(t.General)
	t.Head = slices.Clone(t.Head)
}

// ConfigString returns the text that Quake II or Quake III has at an index,
// empty if there is none. Light styles are not among them.
func (l *Level) ConfigString(index int) string {
	list, at := &l.ConfigStrings, index
	if l.Texts.Numbering.End != 0 {
		list, at = l.TextRange(index)
	}
	if list == nil || at < 0 || at >= len(*list) {
		return ""
	}
	return (*list)[at]
}

// TextRange returns the list that a config string of Quake II belongs to, and
// its place there, which need not exist yet; nil for light styles.
func (l *Level) TextRange(index int) (list *[]string, at int) {
	t, n := &l.Texts, &l.Texts.Numbering
	switch {
	case index < n.Models:
		return &t.Head, index
	case index < n.Sounds:
		return &l.Models, index - n.Models
	case index < n.Images:
		return &l.Sounds, index - n.Sounds
	case index < n.Lights:
		return &t.Images, index - n.Images
	case index < n.Items:
		return nil, 0
	case index < n.PlayerSkins:
		return &t.Items, index - n.Items
	case index < n.General:
		return &t.Skins, index - n.PlayerSkins
	}
	return &t.General, index - n.General
}
