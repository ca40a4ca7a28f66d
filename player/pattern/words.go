package pattern

import (
	"fmt"
	"strconv"
	"strings"

	"demoscope/player/charset"
	"demoscope/player/report"
	"demoscope/player/timeline"
	"demoscope/player/weapon"
	"demoscope/player/world"
)

// Found is a hit with the names that other programs read. Names are in the game's charset, as
// [charset.Text] spells it.
type Found struct {
	Kind   string  `json:"kind"`
	From   float64 `json:"from"` // viewer's seconds
	To     float64 `json:"to"`
	Level  int     `json:"level"` // the first is 1
	Map    string  `json:"map"`
	Slot   *int    `json:"slot"` // null if the demo does not tell who it was, and for a team
	Player string  `json:"player"`
	// Victims are those who were killed, in order.
	Victims []string `json:"victims,omitempty"`
	Weapon  string   `json:"weapon,omitempty"`
	Item    string   `json:"item,omitempty"`
	Text    string   `json:"text,omitempty"`
	// Place is in units, null if it is not known.
	Place *report.Vec `json:"place"`
	// Numbers are by the names of measures: what is not known is left out.
	Numbers map[string]float64 `json:"numbers"`
	// Seen is set if all that the pattern needs was in sight, and Unjudged names what the demo does
	// not tell of what was asked for.
	Seen     bool     `json:"seen"`
	Unjudged []string `json:"unjudged,omitempty"`
	WarmUp   bool     `json:"warmup,omitempty"` // of no match
}

// Report returns a hit with the names that other programs read.
func (h *Hit) Report() *Found {
	f := &Found{
		Kind: h.Kind.String(), From: report.Thousandths(h.From), To: report.Thousandths(h.To), Level: h.Level + 1,
		Map: charset.Text(h.Map), Player: charset.Text(h.Name),
		Weapon: h.Weapon.String(), Item: charset.Text(h.Item), Text: charset.Text(h.Text),
		Numbers: map[string]float64{},
		Seen:    h.Seen, Unjudged: h.Unjudged, WarmUp: h.WarmUp,
	}
	if h.Player >= 0 {
		slot := h.Player
		f.Slot = &slot
	}
	for _, name := range h.Victims {
		f.Victims = append(f.Victims, charset.Text(name))
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

// Words says in a line for people what a hit of a game is.
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
	if h.Map != "" {
		say("%s", charset.MapName(game, h.Map))
	}
	if h.WarmUp {
		say("outside of a match")
	}
	if !h.Seen {
		say("partly out of sight")
	}
	if !h.Judged() {
		say("unknown: %s", strings.Join(h.Unjudged, ", "))
	}
	return strings.Join(parts, "; ")
}

// headlines are what is said of hits in a title, where no number is.
var headlines = [KindCount]string{
	Kill: "a kill", Midair: "a midair hit", Direct: "a direct hit", Quad: "quad damage", Pent: "invulnerable",
	Capture:  "captures the flag",
	Telefrag: "a telefrag", Discharge: "a discharge", RocketJump: "a rocket jump", TrickJump: "a trick jump",
	Comeback: "a comeback",
	Control:  "control", Chat: "chat", FlagLost: "loses the flag", FlagReturned: "returns the flag",
}

// Headline says in a few words what was done, as a title does: "4 kills in 3.2 s".
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

// namesWeapon reports whether the weapon is more than what the kind of the hit says, as a telefrag's is not.
func (h *Hit) namesWeapon() bool {
	return h.Weapon != weapon.None && h.Weapon.String() != h.Kind.String()
}

// Quantity says a number with its name and unit: "height 104", "air 0.52 s".
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
