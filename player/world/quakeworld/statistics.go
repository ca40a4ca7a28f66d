package quakeworld

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"demoscope/player/world"
)

// statistics are those that KTX adds to a server's recording, as far as they are used.
type statistics struct {
	Players []struct {
		Name  string
		Team  string
		Stats struct {
			Frags, Deaths, Kills, Suicides int32
			TeamKills                      int32 `json:"tk"`
		}
		// Dmg are points of damage, from and to opponents.
		Dmg   *struct{ Given, Taken int32 }
		Items map[string]struct {
			Took int32
			Time *int32 // for how many seconds the player had it
		}
		Weapons map[string]struct {
			// Acc counts direct hits of rockets and grenades; Virtual ones, which KTX prints, are those by splash, too.
			Acc *struct {
				Attacks, Hits int32
				Virtual       *int32
			}
		}
	}
}

// statisticItems are the items of the statistics that a table counts, too, with their
// names there.
var statisticItems = [...]struct{ key, name string }{
	{"ga", "ga"}, {"ya", "ya"}, {"ra", "ra"}, {"health_100", "mh"}, {"q", "q"}, {"p", "p"}, {"r", "r"},
}

// statisticWeapons are those with which one aims.
var statisticWeapons = [...]string{"axe", "sg", "ssg", "ng", "sng", "gl", "rl", "lg"}

// statistics adds to the result what only KTX's statistics tell. Text is JSON in the
// game's charset.
func (q *base) statistics(w world.Edit, text []byte) {
	var stats statistics
	if json.Unmarshal(asJSON(text), &stats) != nil || len(stats.Players) == 0 {
		return
	}
	if !q.match.over && q.match.begun {
		q.matchEnd(w, nil) // they are made at the end
	}
	r := w.Result()
	if r == nil || !r.Complete || w.Clock-r.End > tableTime {
		return
	}
	counted := len(r.Pickups) > 0
	for i := range stats.Players {
		p := &stats.Players[i]
		name := bytesOf(p.Name)
		at := slices.IndexFunc(r.Players, func(s world.Score) bool { return s.Name == name })
		if at < 0 {
			continue
		}
		s := &r.Players[at]
		n := &p.Stats
		s.Kills, s.Told = n.Kills, s.Told|world.ToldKills
		// Suicides are those by own weapons: whoever died otherwise has lost frags that
		// stand nowhere.
		if n.Frags == n.Kills-n.Suicides-n.TeamKills {
			s.Suicides, s.Told = n.Suicides, s.Told|world.ToldSuicides
		}
		if !q.match.tabled {
			s.Score = n.Frags
			s.Deaths, s.TeamKills, s.Told = n.Deaths, n.TeamKills, s.Told|world.ToldDeaths|world.ToldTeamKills
		}
		if d := p.Dmg; d != nil && s.Told&world.ToldDamageGiven == 0 { // what was printed wins
			s.DamageGiven, s.DamageTaken = d.Given, d.Taken
			s.Told |= world.ToldDamageGiven | world.ToldDamageTaken
		}
		printed := s.Told&world.ToldPowerupTime != 0
		for _, powerup := range [...]string{"q", "p", "r"} {
			if t := p.Items[powerup].Time; t != nil && !printed {
				s.PowerupTime, s.Told = s.PowerupTime+*t, s.Told|world.ToldPowerupTime
			}
		}
		for _, weapon := range statisticWeapons {
			acc := p.Weapons[weapon].Acc
			if acc == nil {
				continue
			}
			if a := aimOf(r, name, weapon); a != nil {
				a.Attacks, a.Hits = acc.Attacks, acc.Hits
				if n := acc.Virtual; a.Printed < 0 && n != nil && *n >= 0 && *n <= acc.Attacks && acc.Attacks > 0 {
					a.Printed = int32((1000*int64(*n) + int64(acc.Attacks)/2) / int64(acc.Attacks))
				}
			}
		}
		for _, item := range statisticItems {
			if !counted && len(r.Pickups) < world.MaxPickups {
				r.Pickups = append(r.Pickups, world.PickupCount{Name: name, Item: item.name,
					Count: p.Items[item.key].Took})
			}
		}
	}
}

// aimOf returns the aim of a player with a weapon in a result, a new one if there is none; nil if there are too many.
func aimOf(r *world.Result, name, weapon string) *world.WeaponAim {
	for i := range r.Aims {
		if a := &r.Aims[i]; a.Name == name && a.Weapon == weapon {
			return a
		}
	}
	if len(r.Aims) >= world.MaxAims {
		return nil
	}
	r.Aims = append(r.Aims, world.WeaponAim{Name: name, Weapon: weapon, Printed: -1})
	return &r.Aims[len(r.Aims)-1]
}

// asJSON returns text in the game's charset as JSON: each byte of the upper half as the
// code point with its value. Control characters, which names may have, are escaped.
func asJSON(text []byte) []byte {
	const digits = "0123456789abcdef"
	out := make([]byte, 0, len(text)+len(text)/8)
	quoted := false
	for i, c := range text {
		switch {
		case c == '"' && (i == 0 || text[i-1] != '\\'):
			quoted = !quoted
			out = append(out, c)
		case c >= utf8.RuneSelf:
			out = utf8.AppendRune(out, rune(c))
		case c < ' ' && quoted:
			out = append(out, '\\', 'u', '0', '0', digits[c>>4], digits[c&15])
		default:
			out = append(out, c)
		}
	}
	return out
}

// bytesOf returns code points as the bytes that asJSON made them of.
func bytesOf(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		out = append(out, byte(r))
	}
	return string(out)
}
