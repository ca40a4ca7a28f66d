// Package tone has fallback sounds, so that viewers can follow a demo by ear without game data. There is one for each
// kind of event, generated on first use. The tones are easy to distinguish, pleasant for a long time, and quieter than
// the sounds of the games.
//
// [Of] returns the tone for a sound of a game, its words for a subtitle, and its kind. The words also apply to the
// game's own sound.
package tone

import "demoscope/assets/audio"

// Kind is a kind of sounds that a viewer can turn on or off.
type Kind uint8

// The kinds.
const (
	Effects Kind = iota // shots, hits, players, monsters, items, doors
	Footsteps
	Ambience  // continuous sounds of a place, and idle monsters
	Announcer // voices that comment on the match
	Chat
	KindCount
)

// String returns the name of the kind.
func (k Kind) String() string {
	return [...]string{"effects", "footsteps", "ambience", "announcer", "chat"}[k%KindCount]
}

// Tone is a fallback sound, or none.
type Tone uint8

// Make generates the samples of a tone, which takes some milliseconds. A silent tone has none.
func (t Tone) Make() *audio.Sample {
	r := &recipes[t%toneCount]
	s := &audio.Sample{Rate: Rate, Channels: 1, Data: r.make()}
	if r.seconds > 0 {
		s.LoopEnd = len(s.Data)
	}
	return s
}

// String returns the name of the tone.
func (t Tone) String() string { return names[t%toneCount] }

// Count is the number of tones.
const Count = int(toneCount)

// Sound describes a sound of a game.
type Sound struct {
	Tone  Tone
	Words string // for a subtitle: "a door"; empty if the sound needs no subtitle
	Kind  Kind
}

// Class is the kind of source of a sound, which has a color.
type Class uint8

// The classes.
const (
	OfWorld   Class = iota // doors, lifts, teleporters, water, and everything else
	OfWeapons              // shots, missiles and their impacts
	OfHurt                 // pain, death
	OfItems
	OfSteps // steps, jumps, landings
	OfVoices
	OfMonsters // that wake, idle and attack
	ClassCount
)

// classes maps tones to classes; others belong to the world.
var classes = [toneCount]Class{
	Shotgun: OfWeapons, SuperShotgun: OfWeapons, MachineGun: OfWeapons, Nails: OfWeapons, Rocket: OfWeapons,
	Grenade: OfWeapons, Bounce: OfWeapons, Rail: OfWeapons,
	Lightning: OfWeapons, Plasma: OfWeapons, Blaster: OfWeapons, BFG: OfWeapons, Axe: OfWeapons, Explosion: OfWeapons,
	Ricochet: OfWeapons, Tink: OfWeapons,
	Sizzle: OfWeapons, HitBeep: OfWeapons, Change: OfWeapons, NoAmmo: OfWeapons, Whirr: OfWeapons,
	Pain: OfHurt, Death: OfHurt, Gib: OfHurt, Gasp: OfHurt, Drown: OfHurt, Burn: OfHurt, Fall: OfHurt,
	MonsterPain: OfHurt, MonsterDeath: OfHurt,
	Ammo: OfItems, WeaponPickup: OfItems, HealthPickup: OfItems, MegaHealth: OfItems, ArmorPickup: OfItems,
	ShardPickup: OfItems, PowerupPickup: OfItems,
	PowerupSound: OfItems, WearsOff: OfItems, Respawn: OfItems, Key: OfItems, Flag: OfItems,
	Jump: OfSteps, Land: OfSteps, Step: OfSteps, SplashStep: OfSteps,
	Taunt: OfVoices, Talk: OfVoices, Says: OfVoices, SaysGood: OfVoices, SaysBad: OfVoices, CountDown: OfVoices,
	Fight: OfVoices,
	Growl: OfMonsters, Wakes: OfMonsters, Strike: OfMonsters,
}

// Class returns the class of the sound's source.
func (s *Sound) Class() Class {
	switch s.Kind {
	case Announcer, Chat:
		return OfVoices
	case Ambience:
		if classes[s.Tone%toneCount] != OfMonsters {
			return OfWorld
		}
	}
	return classes[s.Tone%toneCount]
}
