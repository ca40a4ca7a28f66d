package quake2

import (
	"bytes"
	"strconv"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/layout"
)

// setConfigString sets one config string and what depends on it.
func (q *base) setConfigString(w world.Edit, index int, text []byte) {
	n := &w.Level().Texts.Numbering
	switch {
	case index < 0 || index >= n.End:
		return
	case n.ShadowLights > 0 && index >= n.ShadowLights && index < n.Items:
		return // nothing draws shadow lights
	case index >= n.Lights && index < n.Items:
		w.SetLightStyle(uint8(index-n.Lights), text)
		return
	}
	at, s, changed := storeString(w, index, text)
	if !changed {
		return
	}
	l := w.EditLevel()
	switch {
	case index < n.Models:
		q.setHead(w, l, index, s)
	case index == n.Models+1:
		l.Map = s
	case index >= n.PlayerSkins && index < n.General:
		q.playerString(w, w.Player(at), s)
	case n.Names > 0 && index >= n.Names && index < n.Names+len(w.Level().Texts.Skins):
		nameString(w.Player(index-n.Names), s)
	case n.GameStyle > 0 && index == n.GameStyle:
		w.Single.Known = s == "0" // cooperative game or single player
	case index >= n.General:
		q.general(w, at, s)
	}
}

// storeString stores a config string. It returns its index in its list of texts, and whether it was another one before.
func storeString(w world.Edit, index int, text []byte) (at int, s string, changed bool) {
	if list, at := w.Level().TextRange(index); at < len(*list) && (*list)[at] == string(text) {
		return at, (*list)[at], false
	}
	list, at := w.EditLevel().TextRange(index)
	if more := at + 1 - len(*list); more > 0 {
		*list = append(*list, make([]string, more)...)
	}
	s = string(text)
	(*list)[at] = s
	return at, s, true
}

// playerString applies the config string of a player: name, model and skin.
func (q *base) playerString(w world.Edit, p *world.Player, s string) {
	if p == nil {
		return
	}
	if s == "" {
		q.leave(w, p, false)
		p.Leave()
		p.Frags = 0 // a player who comes back starts again
	}
	was := p.Name
	p.Name, p.Skin, _ = strings.Cut(s, `\`)
	p.Skin, _, _ = strings.Cut(p.Skin, `\`) // the re-release adds a dogtag
	if was == "" {
		if c, ok := w.Join(p.Slot, p.Name); ok {
			p.SetCounts(c)
		}
	}
	q.changeTeam(w, p, teamOfSkin(p.Skin), s != "")
}

// nameString applies the config string of a player's name in the re-release.
func nameString(p *world.Player, s string) {
	if p != nil && s != "" && p.Name == "" {
		p.Name = s
	}
}

// setHead applies the first config strings, which describe the level.
func (q *base) setHead(w world.Edit, l *world.Level, index int, s string) {
	n := &l.Texts.Numbering
	switch {
	case index == n.Title:
		l.Title = s
	case index == n.Sky:
		l.SkyBox = s
	case index == n.MaxClients:
		if v, err := strconv.Atoi(s); err == nil && v >= 0 && v <= world.MaxPlayers {
			l.MaxClients = v
		}
		w.Single.Known = w.Single.Known || l.MaxClients == 1
	case index == n.MapChecksum:
		v, err := strconv.ParseInt(s, 10, 64)
		l.Checksum, l.HasChecksum = uint32(v), err == nil
	case index >= n.StatusBar && index < n.AirAcceleration:
		q.barChanged = true
	}
}

// joinTexts updates the status bar after its config strings have changed, at most once per packet.
func (q *base) joinTexts(w world.Edit) {
	if q.barChanged {
		q.barChanged = false
		l := w.EditLevel()
		l.Texts.StatusBar = statusBar(l)
		w.Single.Known = w.Single.Known || l.Texts.Numbering.GameStyle == 0 && againstMonsters(l.Texts.StatusBar)
	}
}

// againstMonsters reports whether a status bar is that of single player or cooperative games: it shows health, and no
// stat after that of the help computer. Deathmatch also shows frags, and mods show more.
func againstMonsters(bar string) bool {
	health := false
	s := layout.NewScanner(bar)
	for word, ok := s.Next(); ok; word, ok = s.Next() {
		switch word {
		case "hnum":
			health = true
			continue
		case "num":
			s.Next() // number of digits
		case "if", "pic", "stat_string":
		default:
			continue
		}
		if stat, _ := s.Next(); info.Number(stat) > world.Quake2StatHelpIcon {
			return false
		}
	}
	return health
}

// statusBar joins the parts of the status bar's program. Each config string is copied to its place, 64 bytes (in the
// re-release 96) after the one before. If a string is longer than that, the next ones repeat its rest.
func statusBar(l *world.Level) string {
	n := &l.Texts.Numbering
	bar := make([]byte, (n.AirAcceleration-n.StatusBar)*n.Piece)
	for i := n.StatusBar; i < min(n.AirAcceleration, len(l.Texts.Head)); i++ {
		if s := l.Texts.Head[i]; s != "" {
			at := (i - n.StatusBar) * n.Piece
			end := at + copy(bar[at:], s)
			if end < len(bar) {
				bar[end] = 0
			}
		}
	}
	text, _, _ := bytes.Cut(bar, []byte{0})
	return string(text)
}
