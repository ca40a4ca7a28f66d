package render

import (
	"fmt"
	"strings"

	"demoscope/internal/humanize"
	"demoscope/player"
	"demoscope/player/scan"
	"demoscope/render/hud"
)

// damageKept is how long the sentence about a damaged place stays, in viewer's seconds
// from there. Places that are closer together are one sentence.
const damageKept = 6.0

// damageNotices are what is said of damage.
type damageNotices struct {
	sum timedText // of the whole demo, once it has been read
	// here is the sentence about the places that key names: it is made once.
	here string
	key  damageKey
}

// damageKey is what a sentence about damaged places depends on.
type damageKey struct {
	first, end int // indices of the gaps
	last       scan.Gap
}

// add adds what is to be said of damage: the sum of it at first, a sentence at each
// place, and a sign while things may be out of place.
func (n *damageNotices) add(p *player.Player, say func(text string, kind hud.MessageKind)) {
	gaps, losses := p.Timeline().Gaps()
	if _, complete := p.Duration(); complete && n.sum.text == "" {
		switch err := p.Timeline().Err(); {
		case err != nil:
			n.sum = timedText{err.Error(), longKept}
		case losses.Count > 0:
			n.sum = timedText{sumOfDamage(gaps, losses), longKept}
		}
	}
	first, end := gapsHere(gaps, p.Clock())
	switch m := p.Moment(); {
	case first < end:
		if key := (damageKey{first, end, gaps[end-1]}); key != n.key {
			n.key, n.here = key, describeGaps(gaps[first:end])
		}
		say(n.here, hud.MessageWarning)
	case n.sum.visible():
		say(n.sum.text, hud.MessageWarning)
	case m.World != nil && m.World.Uncertain.Places():
		say("Positions may be wrong", hud.MessageSign)
	}
}

// gapsHere returns which of the damaged places the clock, in viewer's seconds, has just
// passed: those of the last seconds, and others before as long as they are as close
// together.
func gapsHere(gaps []scan.Gap, clock float64) (first, end int) {
	for end = len(gaps); end > 0 && (gaps[end-1].Start > clock || gaps[end-1].Count == 0); {
		end--
	}
	last := clock
	for first = end; first > 0 && gaps[first-1].End+damageKept >= last; {
		first--
		last = gaps[first].Start
	}
	return first, end
}

// sumOfDamage says in a line how much of a demo is damaged.
func sumOfDamage(gaps []scan.Gap, losses scan.Losses) string {
	if k := gaps[len(gaps)-1]; losses.Count == 1 && k.Last {
		return "Demo damaged at its end: " + k.Damage.Err.Error()
	}
	return inWords("Demo damaged", losses, "")
}

// inWords returns the number of damaged places and their losses in words.
func inWords(what string, losses scan.Losses, end string) string {
	if losses.Count > 1 {
		what += fmt.Sprintf(" in %d places", losses.Count)
	}
	if lost := losses.Text(); lost != "" {
		what += ": " + lost
	}
	return what + end
}

// describeGaps says in a sentence or two what is lost at damaged places that follow
// each other, and until when things may be out of place.
func describeGaps(gaps []scan.Gap) string {
	var b strings.Builder
	var losses scan.Losses
	for i := range gaps {
		losses = losses.Plus(gaps[i].Losses)
	}
	k, end := &gaps[len(gaps)-1], ""
	switch {
	case k.Last && losses.Text() == "":
		end = ": " + k.Damage.Err.Error()
	case k.Last:
		end = ", and nothing follows"
	}
	b.WriteString(inWords("Damaged here", losses, end) + ".")
	switch {
	case k.Last:
	case k.Lasting:
		b.WriteString(" Positions may be wrong from here on.")
	case k.Until-k.End >= shortest:
		fmt.Fprintf(&b, " Positions may be wrong until %s.", humanize.Clock(k.Until))
	}
	return b.String()
}

// shortest is how long things must be uncertain to be worth a sentence, in seconds.
const shortest = 1.0
