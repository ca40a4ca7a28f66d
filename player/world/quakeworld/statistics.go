package quakeworld

import (
	"encoding/json"
	"slices"
	"unicode/utf8"

	"demoscope/player/world"
)

// statistics is the part that is used of the statistics that KTX adds to a server's recording.
type statistics struct {
	Players []playerStatistics
}

// playerStatistics are the numbers of one player.
type playerStatistics struct {
	Name  string
	Team  string
	Stats struct {
		Frags, Deaths, Kills, Suicides int32
		TeamKills                      int32 `json:"tk"`
	}
	// Dmg is damage in points, to and by opponents.
	Dmg   *struct{ Given, Taken int32 }
	Items map[string]struct {
		Took int32
		Time *int32 // seconds that the player had it
	}
	Weapons map[string]struct {
		// Acc counts direct hits of rockets and grenades. Virtual also counts splash hits; KTX prints this number.
		Acc *struct {
			Attacks, Hits int32
			Virtual       *int32
		}
	}
}

// statisticItems are the items in the statistics that the printed table has, too, with their names in the table.
var statisticItems = [...]struct{ key, name string }{
	{"ga", "ga"}, {"ya", "ya"}, {"ra", "ra"}, {"health_100", "mh"}, {"q", "q"}, {"p", "p"}, {"r", "r"},
}

// statisticWeapons are the weapons that have an accuracy.
var statisticWeapons = [...]string{"axe", "sg", "ssg", "ng", "sng", "gl", "rl", "lg"}

// statistics adds numbers to the result that only KTX's statistics have. text is JSON in the game's charset.
func (q *base) statistics(w world.Edit, text []byte) {
	var stats statistics
	if json.Unmarshal(asJSON(text), &stats) != nil || len(stats.Players) == 0 {
		return
	}
	if !q.match.over && q.match.begun {
		q.matchEnd(w, nil) // KTX writes them at the end
	}
	r := tabledResult(w)
	if r == nil {
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
		p.complete(&r.Players[at], q.match.tabled)
		p.addAims(r, name)
		for _, item := range statisticItems {
			if !counted {
				addPickups(r, name, item.name, p.Items[item.key].Took)
			}
		}
	}
}

// complete sets the numbers of a score. tabled is set if it already has those of the printed table.
func (p *playerStatistics) complete(s *world.Score, tabled bool) {
	n := &p.Stats
	s.Kills, s.Told = n.Kills, s.Told|world.ToldKills
	// Suicides only include deaths by the player's own weapons. After other deaths without a killer, the frags
	// don't add up.
	if n.Frags == n.Kills-n.Suicides-n.TeamKills {
		s.Suicides, s.Told = n.Suicides, s.Told|world.ToldSuicides
	}
	if !tabled {
		s.Score = n.Frags
		s.Deaths, s.TeamKills, s.Told = n.Deaths, n.TeamKills, s.Told|world.ToldDeaths|world.ToldTeamKills
	}
	if d := p.Dmg; d != nil && s.Told&world.ToldDamageGiven == 0 { // printed numbers take precedence
		s.DamageGiven, s.DamageTaken = d.Given, d.Taken
		s.Told |= world.ToldDamageGiven | world.ToldDamageTaken
	}
	printed := s.Told&world.ToldPowerupTime != 0
	for _, powerup := range [...]string{"q", "p", "r"} {
		if t := p.Items[powerup].Time; t != nil && !printed {
			s.PowerupTime, s.Told = s.PowerupTime+*t, s.Told|world.ToldPowerupTime
		}
	}
}

// addAims adds the player's shots and hits to a result.
func (p *playerStatistics) addAims(r *world.Result, name string) {
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
}

// aimOf returns a player's aim with a weapon in a result, adding it if necessary, or nil if there are too many.
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

// asJSON converts text in the game's charset to JSON. Each byte of the upper half becomes the code point of the same
// value. Control characters, which may occur in names, are escaped.
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

// bytesOf reverses the conversion of asJSON for a string.
func bytesOf(s string) string {
	out := make([]byte, 0, len(s))
	for _, r := range s {
		out = append(out, byte(r))
	}
	return string(out)
}
