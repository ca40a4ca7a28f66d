package id1

import (
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
)

// monsterModels are the monsters of Quake and its mission packs by model, with the first and last frame of their
// deaths. They are 0, 0 if the monster bursts or the frames are unknown. Zombies and monsters that burst become heads,
// see monsterHeads.
var monsterModels = [...]struct {
	model       string
	kind        string
	first, last uint16
}{
	{"progs/soldier.mdl", "Grunt", 8, 28},
	{"progs/dog.mdl", "Rottweiler", 8, 25},
	{"progs/enforcer.mdl", "Enforcer", 41, 65},
	{"progs/knight.mdl", "Knight", 76, 96},
	{"progs/hknight.mdl", "Death Knight", 42, 62},
	{"progs/ogre.mdl", "Ogre", 112, 135},
	{"progs/demon.mdl", "Fiend", 45, 53},
	{"progs/wizard.mdl", "Scrag", 46, 53},
	{"progs/shambler.mdl", "Shambler", 83, 93},
	{"progs/shalrath.mdl", "Vore", 16, 22},
	{"progs/fish.mdl", "Rotfish", 18, 38},
	{"progs/boss.mdl", "Chthon", 48, 56},
	{"progs/tarbaby.mdl", "Spawn", 0, 0},
	{"progs/zombie.mdl", "Zombie", 0, 0},
	{"progs/grem.mdl", "Gremlin", 0, 0},
	{"progs/scor.mdl", "Centroid", 0, 0},
	{"progs/eel2.mdl", "Eel", 0, 0},
	{"progs/wrath.mdl", "Wrath", 0, 0},
	{"progs/s_wrath.mdl", "Overlord", 0, 0},
	{"progs/mummy.mdl", "Mummy", 0, 0},
	{"progs/sword.mdl", "Phantom Swordsman", 0, 0},
	{"progs/lavaman.mdl", "Hephaestus", 0, 0},
}

// monsterHeads are the models that replace monsters that burst.
var monsterHeads = [...]string{
	"progs/h_guard.mdl",
	"progs/h_dog.mdl",
	"progs/h_mega.mdl",
	"progs/h_knight.mdl",
	"progs/h_hellkn.mdl",
	"progs/h_ogre.mdl",
	"progs/h_demon.mdl",
	"progs/h_wizard.mdl",
	"progs/h_shams.mdl",
	"progs/h_shal.mdl",
	"progs/h_zombie.mdl",
}

// explosion is the model that replaces a monster that explodes.
const explosion = "progs/s_explod.spr"

// Monsters finds the kinds of killed monsters from the entities that begin to die in the same frame. It is copied by
// assignment. The zero value is empty.
type Monsters struct {
	// killed is the number of monsters killed since the last frame.
	killed int
	// seen are visible deaths that no message has counted yet. Those of monsters are counted within deathBefore.
	seen  [16]monsterDeath
	count int
}

type monsterDeath struct {
	clock float64 // time of the viewer's clock
	kind  string
}

// Killed counts one monster.
func (m *Monsters) Killed(w world.Edit) {
	w.SetStat(&w.Stats, world.StatMonsters, w.Stats.Values[world.StatMonsters]+1)
	Count(w, world.StatMonsters, w.Single.Kills+1)
	m.killed++
}

// End reports the monsters counted in the packet, after its entities are known.
func (m *Monsters) End(w world.Edit, frame bool) {
	if frame && w.Single.Known {
		m.look(w)
	}
	for ; m.killed > 0; m.killed-- {
		e := world.Event{Kind: world.EventMonster, Player: Alone(w), Other: world.Nobody}
		if m.count > 0 {
			e.Item = m.seen[0].kind
			m.drop()
		}
		w.Event(e)
	}
}

// drop drops the oldest death.
func (m *Monsters) drop() {
	m.count--
	copy(m.seen[:], m.seen[1:])
	m.seen[m.count] = monsterDeath{}
}

// look notes the monsters that begin to die in the current frame.
func (m *Monsters) look(w world.Edit) {
	for m.count > 0 && w.Clock-m.seen[0].clock > deathBefore {
		m.drop()
	}
	w.Settle()
	level := w.Level()
	list, k := w.PrevEntities, 0
	for i := range w.Entities {
		e := &w.Entities[i]
		for k < len(list) && list[k].Number < e.Number {
			k++
		}
		if k == len(list) {
			return
		}
		was := &list[k]
		if was.Number != e.Number {
			continue
		}
		k++
		if was.Model[0] == e.Model[0] && was.Frame == e.Frame {
			continue
		}
		if kind := deathOf(level, was, e); kind != "" && m.count < len(m.seen) {
			m.seen[m.count] = monsterDeath{w.Clock, kind}
			m.count++
		}
	}
}

// deathOf returns the kind of a monster that begins to die between two frames, or "".
func deathOf(l *world.Level, was, is *world.Entity) string {
	model := l.Model(was.Model[0])
	if !strings.HasPrefix(model, "progs/") {
		return ""
	}
	for i := range monsterModels {
		m := &monsterModels[i]
		if m.model != model {
			continue
		}
		dying := func(frame uint16) bool { return m.last > 0 && frame >= m.first && frame <= m.last }
		if dying(was.Frame) {
			return "" // a corpse, which may still burst
		}
		if is.Model[0] == was.Model[0] {
			if dying(is.Frame) {
				return m.kind
			}
			return ""
		}
		now := l.Model(is.Model[0])
		if now == explosion {
			return m.kind
		}
		if slices.Contains(monsterHeads[:], now) {
			return m.kind
		}
		return ""
	}
	return ""
}

// Alone returns the slot of the player in a single-player game, or [world.Nobody].
func Alone(w world.Edit) int {
	if w.Level().MaxClients == 1 {
		return w.Recorder
	}
	return world.Nobody
}

// Count sets a count of monsters or secrets by its stat number. It ignores other stats.
func Count(w world.Edit, stat int, v int32) {
	s := &w.Single
	switch stat {
	case world.StatTotalMonsters:
		s.Monsters = v
		s.Counted |= world.CountedMonsters
		s.Known = s.Known || v > 0
	case world.StatMonsters:
		s.Kills = v
	case world.StatTotalSecrets:
		s.TotalSecrets = v
		s.Counted |= world.CountedSecrets
	case world.StatSecrets:
		s.Secrets = v
	}
}

// Hash adds the state to a hash.
func (m *Monsters) Hash(h *hash.Hash) {
	h.Ints(m.killed, m.count)
	for i := range m.seen {
		h.Floats(m.seen[i].clock)
		h.Strings(m.seen[i].kind)
	}
}
