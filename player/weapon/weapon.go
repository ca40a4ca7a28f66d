// Package weapon is the vocabulary of what kills: the weapons of all games and their mods, and the causes of death
// that are no weapons, such as lava. One table has everything about them that does not depend on a demo.
package weapon

import (
	"cmp"
	"strings"
)

// Kind is a weapon or another cause of death. The zero value, None, is an unknown one.
type Kind uint8

// Class is a set of properties of a weapon.
type Class uint8

// What may be true of a weapon.
const (
	// Flick is set for a weapon that hits at once, one shot at a time.
	Flick Class = 1 << iota
	// Strike is set for a weapon whose missiles are known to strike a body directly.
	Strike
	// Midair is set for a weapon with which a hit of somebody in the air is a feat.
	Midair
	// OneShot is set for a weapon of which one shot may kill several.
	OneShot
	// Bursts is set for a weapon whose missiles explode beside their victims, too.
	Bursts
	// Lobbed is set for a weapon whose missiles fly in bows.
	Lobbed
	// Flies is set for a weapon whose shots fly: the shooter may hold another one when they kill.
	Flies
)

// Shot is a kind of missile.
type Shot uint8

// The missiles.
const (
	NoShot Shot = iota
	Rocket
	Grenade
	Nail
	PlasmaBall
	BFGBall
	Bolt
	IonBolt
	Tracker
	// NumShots is how many there are, NoShot among them.
	NumShots
)

// row describes a kind. Empty fields are explained at the methods that return them.
type row struct {
	name    string   // what the game calls it
	tag     string   // what players call it, of those in hand
	ktx     string   // KTX's name
	words   []string // what people type for it
	word    string   // one short word
	preview string   // the word of the kill preview, if that is another one
	hand    Kind
	figure  string // kind of the figure that shows it
	shot    Shot
	class   Class
	speeds  [4]uint16 // of its missiles, in units a second, by game; 0 is unknown
	death   Tenses
	own     bool // the death has these words only where no other player is named
	// obituaries are those of a weapon that only some mods have. Package prints has the others.
	obituaries []Obituary
	like       Kind // whose icon shows it
}

// Obituary is what mods print about a kill with a weapon: the victim's name, Phrase, the killer's name and Rest, or for
// a suicide the name and Phrase. Quake's phrases begin with a space or an apostrophe, and end with a space before the
// killer's name.
type Obituary struct {
	In     Engine
	Phrase string
	Rest   string // [Self] for a suicide
}

// Engine is whose mods print an obituary.
type Engine uint8

// The engines.
const (
	InQuake Engine = iota // and QuakeWorld
	InQuake2
)

// Placeholders in a Phrase for the pronouns of any gender, and the Rest of a suicide.
const (
	His     = "\x01"
	Himself = "\x02"
	Him     = "\x03"
	Self    = "\x04"
)

func (k Kind) row() *row {
	if k >= NumKinds {
		k = None
	}
	return &table[k]
}

// String returns what the game calls a weapon or cause, "" for None.
func (k Kind) String() string { return k.row().name }

// Tag returns what players call a weapon that can be in a hand, such as "RL"; otherwise "".
func (k Kind) Tag() string { return k.row().tag }

// KTX returns the short name that KTX's statistics have for a weapon, such as "rl", or a like one for a weapon of
// another game. It is "" for what is no weapon, and for those of mods.
func (k Kind) KTX() string { return k.row().ktx }

// Word returns a short word for what hits the victim, such as "rocket".
func (k Kind) Word() string {
	if r := k.row(); r.word != "" {
		return r.word
	}
	return k.String()
}

// Preview returns the word of the kill preview.
func (k Kind) Preview() string {
	if r := k.row(); r.preview != "" {
		return r.preview
	}
	return k.Word()
}

// Hand returns the weapon that a player holds who kills with k, which is the same one for the names of different
// games; None for what nobody holds.
func (k Kind) Hand() Kind { return k.row().hand }

// Figure returns the kind of the figure that shows a weapon in a hand, "" if there is none.
func (k Kind) Figure() string { return k.row().figure }

// Shot returns what the weapon shoots, by default as that in the hand.
func (k Kind) Shot() Shot { return cmp.Or(k.row().shot, k.Hand().row().shot) }

// Like returns the kind whose icon shows k: the weapon in the hand, or one like it, or k itself.
func (k Kind) Like() Kind { return cmp.Or(k.row().like, k.Hand(), k) }

// Obituaries returns those of a weapon that only some mods have.
func (k Kind) Obituaries() []Obituary { return k.row().obituaries }

// Is reports whether everything in a class is true of a weapon.
func (k Kind) Is(c Class) bool { return k.row().class&c == c }

// Speed returns how fast the missiles of a weapon fly in a game, numbered as in package world, in units a second; 0 if
// that is unknown or they hit at once.
func (k Kind) Speed(game int) float64 { return float64(k.row().speeds[game&3]) }

// Tenses are the words for what happens to somebody, as a sentence continues after the name: before it comes, such as
// "falls out of the map", and since.
type Tenses struct{ Comes, Came string }

// At returns the words for an event that comes in some seconds. The number is negative if the event is past.
func (t Tenses) At(in float32) string {
	if in < 0 {
		return t.Came
	}
	return t.Comes
}

// Death returns what happens to a victim of k. It is false for weapons. Some causes, such as a discharge, are weapons
// unless the victim is alone: no other player is named.
func (k Kind) Death(alone bool) (d Tenses, ok bool) {
	r := k.row()
	return r.death, r.death.Comes != "" && (alone || !r.own)
}

// Called reports whether people mean k by a word in lower case: one of those that players have for weapons, or
// otherwise a part of the game's name.
func (k Kind) Called(word string) bool {
	if list, ok := byWord[word]; ok {
		return list[k]
	}
	return k != None && strings.Contains(strings.ToLower(k.String()), word)
}

// Named returns the kind with a game's name, None if there is none.
func Named(name string) Kind { return byName[name] }

// OfFigure returns the weapon that a figure shows, by its kind; None if it is none.
func OfFigure(kind string) Kind {
	for k := range NumHands {
		if table[k].figure == kind {
			return k
		}
	}
	return None
}

var byName, byWord = func() (map[string]Kind, map[string]*[NumKinds]bool) {
	names, words := map[string]Kind{}, map[string]*[NumKinds]bool{}
	for k := range NumKinds {
		if name := k.String(); name != "" {
			names[name] = k
		}
		for _, word := range table[k].words {
			if words[word] == nil {
				words[word] = new([NumKinds]bool)
			}
			words[word][k] = true
		}
	}
	return names, words
}()
