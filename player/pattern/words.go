package pattern

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Found is a hit in the form for JSON. Names and texts are readable: see [charset.Plain].
type Found struct {
	Kind   string  `json:"kind"`
	From   float64 `json:"from"` // viewer's time in seconds
	To     float64 `json:"to"`
	Level  int     `json:"level"` // starting at 1
	Map    string  `json:"map"`
	Slot   *int    `json:"slot"` // null for a team or an unknown player
	Player string  `json:"player"`
	// Victims are the killed players, in order.
	Victims []string `json:"victims,omitempty"`
	Weapon  string   `json:"weapon,omitempty"`
	Item    string   `json:"item,omitempty"`
	Text    string   `json:"text,omitempty"`
	// Place is in units, null if unknown.
	Place *report.Vec `json:"place"`
	// Numbers are the known numbers, by the names of their measures.
	Numbers map[string]float64 `json:"numbers"`
	// Seen is set if everything that the pattern needs was in sight. Unjudged names the parts of the query that
	// the demo cannot confirm.
	Seen     bool     `json:"seen"`
	Unjudged []string `json:"unjudged,omitempty"`
	WarmUp   bool     `json:"warmup,omitempty"` // outside of matches
}

// Report returns the hit in the form for JSON.
func (h *Hit) Report(game world.Game) *Found {
	plain := func(s string) string { return charset.Plain(game, s) }
	f := &Found{
		Kind: h.Kind.String(), From: report.Thousandths(h.From), To: report.Thousandths(h.To), Level: h.Level + 1,
		Map: charset.Text(h.Map), Player: plain(h.Name),
		Weapon: h.Weapon.String(), Item: plain(h.Item), Text: plain(h.Text),
		Numbers: map[string]float64{},
		Seen:    h.Seen, Unjudged: h.Unjudged, WarmUp: h.WarmUp,
	}
	if h.Player >= 0 {
		slot := h.Player
		f.Slot = &slot
	}
	for _, name := range h.Victims {
		f.Victims = append(f.Victims, plain(name))
	}
	if h.AtKnown {
		place := report.Vec(h.At)
		f.Place = &place
	}
	for m := range MeasureCount {
		if v, known := h.Get(m); known {
			f.Numbers[m.String()] = report.Thousandths(v)
		}
	}
	return f
}

// Sentence describes the hit in a player's words: "mid-air on Ranger: rocket launcher, 223 units up".
// [Hit.Words] has all numbers.
func (h *Hit) Sentence(game world.Game) string {
	what := h.summary(game)
	if what == "" {
		return h.Words(game)
	}
	return strings.Join(append([]string{what}, h.remarks(game)...), "; ")
}

// summary returns the first part of a sentence, empty for kinds without one.
func (h *Hit) summary(game world.Game) string {
	names := make([]string, len(h.Victims))
	for i, v := range h.Victims {
		names[i] = charset.Plain(game, v)
	}
	victims := strings.Join(names, ", ")
	number := func(format string, m Measure) string {
		if v, known := h.Get(m); known {
			return fmt.Sprintf(format, v)
		}
		return ""
	}
	by := ""
	if h.namesWeapon() {
		by = h.Weapon.String()
	}
	// shot joins a kind with the victim and details.
	shot := func(kind string, more ...string) string {
		more = slices.DeleteFunc(append([]string{by}, more...), func(s string) bool { return s == "" })
		if victims != "" {
			kind += " on " + victims
		}
		if len(more) == 0 {
			return kind
		}
		return kind + ": " + strings.Join(more, ", ")
	}
	kills := func(how string) string {
		text := "a kill" + how
		if n := len(names); n != 1 {
			text = fmt.Sprintf("%d kills%s", n, how)
		}
		if by != "" {
			text += ", " + by
		}
		return text + ": " + victims
	}
	took := fmt.Sprintf(" in %.1f s", h.To-h.From)
	switch h.Kind {
	case Kill:
		if victims == "" {
			return ""
		}
		return strings.TrimSuffix("killed "+victims+", "+by, ", ") + number(", %.0f units away", Distance)
	case Run, Streak, Multi, Quad, Pent, Discharge:
		if len(names) == 0 {
			return ""
		}
		return kills(map[Kind]string{Multi: " with one shot", Quad: " with quad" + took, Pent: " with pent" + took,
			Discharge: " with a discharge", Run: took, Streak: took}[h.Kind])
	case Midair:
		return shot("mid-air", number("%.0f units up", Height))
	case Direct:
		return shot("direct hit", number("%.0f units away", Distance))
	case Flick:
		return shot("flick shot", number("a turn of %.0f°", Turn))
	case LastSecond:
		return shot("kill", number("%.1f s before the end", Left))
	case RocketJump:
		return "rocket jump" + number(", %.0f units up", Rise)
	case TrickJump:
		return "trick jump" + number(", %.0f units far", Distance) + number(", %.0f units a second", Speed)
	}
	return ""
}

// Words describes the hit on one line, with all its numbers.
func (h *Hit) Words(game world.Game) string {
	plain := func(s string) string { return charset.Plain(game, s) }
	var parts []string
	say := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	if len(h.Victims) > 0 {
		names := make([]string, len(h.Victims))
		for i, v := range h.Victims {
			names[i] = plain(v)
		}
		say("killed %s", strings.Join(names, ", "))
	}
	if h.namesWeapon() {
		say("%s", h.Weapon)
	}
	if h.Item != "" && h.Item != h.Kind.String() {
		say("%s", plain(h.Item))
	}
	switch {
	case h.Text == "":
	case h.Kind == Chat:
		say("%s", charset.Said(game, h.Text))
	default:
		say("%s", plain(h.Text))
	}
	for _, m := range h.Kind.Describe().Measures {
		if v, known := h.Get(m); known && !(m == Time && h.Kind == Kill) && m != Left || known && h.Kind == LastSecond {
			say("%s", Quantity(m, v))
		}
	}
	return strings.Join(append(parts, h.remarks(game)...), "; ")
}

// remarks returns the details common to all kinds: the map, warm-up, and what is uncertain.
func (h *Hit) remarks(game world.Game) (parts []string) {
	if h.Map != "" {
		parts = append(parts, charset.MapName(game, h.Map))
	}
	if h.WarmUp {
		parts = append(parts, "outside of a match")
	}
	if !h.Seen {
		parts = append(parts, "partly out of sight")
	}
	if !h.Judged() {
		parts = append(parts, "unknown: "+strings.Join(h.Unjudged, ", "))
	}
	return parts
}

// headlines are the titles of kinds that need no number.
var headlines = [KindCount]string{
	Kill: "a kill", Midair: "a midair hit", Direct: "a direct hit", Quad: "quad damage", Pent: "invulnerable",
	Capture:  "captures the flag",
	Telefrag: "a telefrag", Discharge: "a discharge", RocketJump: "a rocket jump", TrickJump: "a trick jump",
	Comeback: "a comeback",
	Control:  "control", Chat: "chat", FlagLost: "loses the flag", FlagReturned: "returns the flag",
}

// Headline describes the hit in a few words, as for a title: "4 kills in 3.2 s".
func (h *Hit) Headline(game world.Game) string {
	number := func(m Measure) float64 { v, _ := h.Get(m); return v }
	kills := func() string {
		if n := int(number(Kills)); n != 1 {
			return fmt.Sprintf("%d kills", n)
		}
		return "a kill"
	}
	text := headlines[h.Kind%KindCount]
	switch h.Kind {
	case Run, Streak:
		text = fmt.Sprintf("%s in %.1f s", kills(), h.To-h.From)
	case Multi:
		text = kills() + " with one shot"
	case Quad, Pent, Discharge:
		text += ", " + kills()
	case Flick:
		text = fmt.Sprintf("a %.0f° flick shot", number(Turn))
	case Flag:
		text = fmt.Sprintf("a flag run in %.1f s", h.To-h.From)
	case Capture:
		if what := timeline.Captured(h.Item); what != timeline.FlagCapture {
			text = "captures " + what
		}
	case LastSecond:
		text = fmt.Sprintf("%.1f s before the end", number(Left))
	}
	if len(h.Victims) == 1 {
		text += ", " + charset.Plain(game, h.Victims[0])
	}
	if h.namesWeapon() {
		text += ", " + h.Weapon.String()
	}
	return text
}

// namesWeapon reports whether the weapon adds something to the kind of the hit. A telefrag's does not.
func (h *Hit) namesWeapon() bool {
	return h.Weapon != weapon.None && h.Weapon.String() != h.Kind.String()
}

// Quantity formats a number with its name and unit: "height 104", "air 0.52 s".
func Quantity(m Measure, v float64) string {
	digits := 0
	if m.Unit() == "s" {
		digits = 2
	}
	unit := m.Unit()
	if unit != "" && unit != "%" {
		unit = " " + unit
	}
	return m.String() + " " + strconv.FormatFloat(v, 'f', digits, 64) + unit
}
