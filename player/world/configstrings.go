package world

import (
	"slices"

	"demoscope/formats/quake2"
)

// Texts are Quake II's config strings, except for models, sounds and light styles, which are in
// [Level] and [LightStyles] for every game. Indices start at 0 in each range.
type Texts struct {
	Images  []string
	Items   []string // names of the items a player can carry
	Skins   []string // name\model/skin, by client slot
	General []string // for the game's own use
	// StatusBar is the program of the status bar, in the layout control language.
	StatusBar string
	// LateModels and LateSounds count the names that a multi-view recording added after the first
	// frame of its level. Those were not precached. Other recordings do not mark the end of
	// precaching.
	LateModels, LateSounds int

	Head []string // the config strings before the models
	// Numbering has the first index of each range. It is zero in other games.
	Numbering quake2.Numbering
}

func (t *Texts) clone() {
	t.Images = slices.Clone(t.Images)
	t.Items = slices.Clone(t.Items)
	t.Skins = slices.Clone(t.Skins)
	t.General = slices.Clone(t.General)
	t.Head = slices.Clone(t.Head)
}

// ConfigString returns the config string of Quake II or Quake III at an index, or "" if it is not
// set. It does not return Quake II's light styles, which are in [LightStyles].
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

// TextRange returns the list that holds a config string of Quake II, and its index in that list,
// which may be past the end of the list. The list is nil for light styles.
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
