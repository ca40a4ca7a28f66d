// Package weapon is the vocabulary of causes of death: the weapons of all games and their mods, and other causes such
// as lava. One table has everything about them that doesn't depend on a demo.
package weapon

import (
	"cmp"
	"strings"
)

// Kind is a weapon or another cause of death. The zero value, None, is an unknown cause.
type Kind uint8

// Class is a set of properties of a weapon.
type Class uint8

// The properties of weapons.
const (
	// Flick is set for a weapon that hits instantly, one shot at a time.
	Flick Class = 1 << iota
	// DirectHits is set for a weapon whose direct missile hits are recognized, for the pattern "direct".
	DirectHits
	// Midair is set for a weapon with which hitting a player in midair is a feat.
	Midair
	// OneShot is set for a weapon that may kill several players with one shot.
	OneShot
	// Bursts is set for a weapon whose missiles also do splash damage.
	Bursts
	// Lobbed is set for a weapon whose missiles fly in an arc.
	Lobbed
	// Flies is set for a weapon whose shots take time to fly, so that the shooter may have another weapon when they
	// kill.
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
	// NumShots is the number of missiles, including NoShot.
	NumShots
)

// row describes a kind. The methods that return the fields say what an empty field means.
type row struct {
	name    string   // the game's name
	tag     string   // players' short name, for weapons that can be held
	ktx     string   // KTX's name
	words   []string // words that people type for it
	word    string   // a single short word
	preview string   // word in the kill preview, if it differs
	hand    Kind
	figure  string // kind of the fallback figure that shows it
	shot    Shot
	class   Class
	speeds  [4]uint16 // speeds of its missiles in units per second, by game; 0 if unknown
	death   Tenses
	own     bool // death only applies if no other player is named
	// obituaries are those of a weapon that only mods have. Package prints has the others.
	obituaries []Obituary
	like       Kind // kind whose icon it uses
}

// Obituary is the obituary of a kill with a mod's weapon: the victim's name, Phrase, the killer's name and Rest, or for
// a suicide the name and Phrase. Quake's phrases begin with a space or an apostrophe, and end with a space if the
// killer's name follows.
type Obituary struct {
	In     Engine
	Phrase string
	Rest   string // [Self] for a suicide
}

// Engine is the engine whose mods print an obituary.
type Engine uint8

// The engines.
const (
	InQuake Engine = iota // and QuakeWorld
	InQuake2
)

// Placeholders in a Phrase for pronouns of any gender, and the Rest of a suicide.
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

// String returns the game's name of a weapon or cause, or "" for None.
func (k Kind) String() string { return k.row().name }

// Tag returns the players' short name of a weapon that can be held, such as "RL", or "".
func (k Kind) Tag() string { return k.row().tag }

// KTX returns the short name of a weapon in KTX's statistics, such as "rl", or a similar name for a weapon of another
// game. It returns "" for other causes and for weapons of mods.
func (k Kind) KTX() string { return k.row().ktx }

// Word returns a short word for what hits the victim, such as "rocket".
func (k Kind) Word() string {
	if r := k.row(); r.word != "" {
		return r.word
	}
	return k.String()
}

// Preview returns the word for the kill preview.
func (k Kind) Preview() string {
	if r := k.row(); r.preview != "" {
		return r.preview
	}
	return k.Word()
}

// Hand returns the weapon that a player holds to kill with k, which is the same for different names of a weapon. It
// returns None if k can't be held.
func (k Kind) Hand() Kind { return k.row().hand }

// Figure returns the kind of the fallback figure that shows a weapon in the hand, or "".
func (k Kind) Figure() string { return k.row().figure }

// Shot returns the missile of a weapon, by default that of the weapon in the hand.
func (k Kind) Shot() Shot { return cmp.Or(k.row().shot, k.Hand().row().shot) }

// Like returns the kind whose icon k uses: a similar weapon, the weapon in the hand, or k itself.
func (k Kind) Like() Kind { return cmp.Or(k.row().like, k.Hand(), k) }

// Obituaries returns the obituaries of a weapon that only mods have.
func (k Kind) Obituaries() []Obituary { return k.row().obituaries }

// Is reports whether a weapon has all properties of a class.
func (k Kind) Is(c Class) bool { return k.row().class&c == c }

// Speed returns the speed of a weapon's missiles in a game, numbered as in package world, in units per second. It
// returns 0 if the speed is unknown, or the weapon hits instantly.
func (k Kind) Speed(game int) float64 { return float64(k.row().speeds[game&3]) }

// Tenses are two forms of a phrase that follows a player's name: before the event, such as "falls out of the map", and
// after it.
type Tenses struct{ Comes, Came string }

// At returns the phrase for an event in the given number of seconds, negative if the event is past.
func (t Tenses) At(in float32) string {
	if in < 0 {
		return t.Came
	}
	return t.Comes
}

// Death returns what happens to a victim of k. ok is false for weapons. Some causes, such as a discharge, are weapons
// unless the victim is alone, which means that no other player is named.
func (k Kind) Death(alone bool) (d Tenses, ok bool) {
	r := k.row()
	return r.death, r.death.Comes != "" && (alone || !r.own)
}

// Called reports whether a word in lower case means k. A word that people type for weapons only means these weapons.
// Any other word means the kinds whose name contains it.
func (k Kind) Called(word string) bool {
	if list, ok := byWord[word]; ok {
		return list[k]
	}
	return k != None && strings.Contains(strings.ToLower(k.String()), word)
}

// Named returns the kind with a game's name, or None.
func Named(name string) Kind { return byName[name] }

// OfFigure returns the weapon that a kind of fallback figure shows, or None.
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
