package tone

import (
	"math"
	"testing"
)

// TestTones: each tone is as loud as it should be, begins and ends at nothing or repeats
// without a step, and no two are the same.
func TestTones(t *testing.T) {
	seen := map[float64]Tone{}
	for tone := Something; tone < toneCount; tone++ {
		s := tone.Make()
		if s.Rate != 48000 || s.Channels != 1 || len(s.Data) < 480 || len(s.Data) > 5*48000 {
			t.Errorf("%s: %d frames at %d", tone, len(s.Data), s.Rate)
			continue
		}
		peak, energy, step := 0.0, 0.0, 0.0
		for i, v := range s.Data {
			peak, energy = max(peak, math.Abs(float64(v))), energy+float64(v)*float64(v)
			if i > 0 {
				step = max(step, math.Abs(float64(v-s.Data[i-1])))
			}
		}
		if peak > 0.5 || peak < 0.05 {
			t.Errorf("%s: the largest value is %.2f", tone, peak)
		}
		first, last := math.Abs(float64(s.Data[0])), math.Abs(float64(s.Data[len(s.Data)-1]))
		if seam := math.Abs(float64(s.Data[0] - s.Data[len(s.Data)-1])); s.Loops() && seam > 1.5*step {
			t.Errorf("%s repeats with a step of %.4f, the largest in it is %.4f", tone, seam, step)
		} else if !s.Loops() && (first > 0.002 || last > 0.002) {
			t.Errorf("%s begins with %.4f and ends with %.4f", tone, first, last)
		}
		if other, ok := seen[energy]; ok {
			t.Errorf("%s sounds like %s", tone, other)
		}
		seen[energy] = tone
		if tone.String() == "" {
			t.Errorf("%d has no name", tone)
		}
	}
	if s := Silence.Make(); len(s.Data) > 0 && s.Data[len(s.Data)/2] != 0 {
		t.Error("silence is heard")
	}
}

// TestOf: names of all games, with the tone and the words that stand for them.
func TestOf(t *testing.T) {
	for name, want := range map[string]Sound{
		"weapons/sgun1.wav": {Rocket, "a rocket", Effects}, "sound/weapons/rocket/rocklf1a.wav": {Rocket,
			"a rocket", Effects},
		"weapons/rocklf1a.wav": {Rocket, "a rocket", Effects}, "weapons/r_exp3.wav": {Explosion,
			"an explosion", Effects},
		"sound/weapons/rocket/rocklx1a.wav": {Explosion, "an explosion", Effects}, "weapons/guncock.wav": {Shotgun,
			"a shotgun", Effects},
		"weapons/shotgn2.wav": {SuperShotgun, "a super shotgun", Effects}, "weapons/lock4.wav": {
			Ammo, "ammunition", Effects},
		"weapons/grenade.wav": {Grenade, "a grenade", Effects}, "sound/weapons/grenade/hgrenb1a.wav": {Bounce,
			"a grenade bounces", Effects},
		"weapons/rocket1i.wav": {Nails, "a nailgun", Effects}, "sound/weapons/rocket/rockfly.wav": {
			Fly, "a rocket flies", Effects},
		"player/pain1.wav": {Pain, "a cry of pain", Effects}, "*pain25_1.wav": {Pain, "a cry of pain", Effects},
		"wizard/wpain.wav": {MonsterPain, "a scrag is hurt", Effects}, "*death2.wav": {Death, "a death", Effects},
		"player/death1.wav":  {Death, "a death", Effects},
		"soldier/death1.wav": {MonsterDeath, "a soldier dies", Effects}, "ogre/ogdth.wav": {MonsterDeath,
			"an ogre dies", Effects},
		"vektar/death.wav": {MonsterDeath, "a monster dies", Effects}, "boss1/sight1.wav": {Wakes, "Chthon wakes",
			Effects}, "bosshovr/bhvunqv1.wav": {Growl, "a monster", Effects},
		"gladiator/x.wav": {Growl, "a gladiator", Effects}, "newmonster/death.wav": {MonsterDeath,
			"a monster dies", Effects},
		"player/plyrjmp8.wav": {Jump, "a jump", Effects}, "player/land.wav": {Land, "", Effects}, "player/step3.wav": {
			Step, "steps", Footsteps},
		"sound/player/footsteps/boot2.wav": {Step, "steps", Footsteps}, "sound/player/footsteps/splash1.wav": {
			SplashStep, "splashing", Footsteps},
		"items/itembk2.wav": {Respawn, "an item is back", Effects}, "items/damage.wav": {PowerupPickup,
			"the quad is taken", Effects},
		"items/damage2.wav": {WearsOff, "the quad ends", Effects}, "items/damage3.wav": {PowerupSound,
			"quad damage", Effects},
		"items/r_item2.wav": {MegaHealth, "the megahealth", Effects}, "items/health1.wav": {HealthPickup,
			"health", Effects},
		"items/armor1.wav": {ArmorPickup, "armor", Effects}, "sound/misc/ar1_pkup.wav": {ShardPickup,
			"a shard", Effects},
		"doors/basesec1.wav": {Door, "a door", Effects}, "doors/basesec2.wav": {DoorEnds, "a door", Effects},
		"doors/runetry.wav":  {NoAmmo, "a locked door", Effects},
		"plats/medplat1.wav": {LiftRuns, "a lift", Effects}, "plats/medplat2.wav": {DoorEnds, "a lift stops", Effects},
		"plats/pt1_mid.wav": {LiftRuns, "a lift", Effects},
		"misc/r_tele3.wav":  {Teleport, "a teleporter", Effects}, "sound/world/telein.wav": {Teleport, "a teleporter",
			Effects}, "misc/tele1.wav": {Teleport, "a teleporter", Effects},
		"misc/talk.wav": {Talk, "chat", Chat}, "misc/null.wav": {Silence, "", Effects}, "stalker/pain.wav": {
			MonsterPain, "a stalker is hurt", Effects},
		"sound/feedback/impressive.wav": {SaysGood, "“impressive”", Announcer}, "sound/feedback/hit.wav": {HitBeep,
			"a hit", Effects},
		"ambience/fire1.wav": {Fire, "fire", Ambience}, "ambience/hum1.wav": {Hum, "humming", Ambience},
		"ambience/water1.wav": {Drip, "water", Ambience},
		"ogre/ogidle.wav":     {Growl, "an ogre", Ambience}, "enforcer/enfire.wav": {Blaster, "an enforcer shoots",
			Effects}, "#players/male/x.wav": {Something, "", Effects},
		"": {Something, "", Effects}, "SOUND\\ITEMS\\DAMAGE3.WAV": {PowerupSound, "quad damage", Effects},
	} {
		if got := Of(name); got != want {
			t.Errorf("%q is %s %+v, not %s", name, got.Tone, got, want.Tone)
		}
	}
	// Every rule can be reached: none stands behind one that takes all that fits it.
	for i := range rules {
		for k := range i {
			if name := rules[i].parts; fits(name, rules[k].parts) && rules[k].parts != "*" {
				t.Errorf("the rule %q stands behind %q", name, rules[k].parts)
			}
		}
	}
}

// BenchmarkMake makes all tones once.
func BenchmarkMake(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		for t := range toneCount {
			t.Make()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Milliseconds())/float64(b.N)/float64(toneCount), "ms/tone")
}

// measured are the length of a tone in seconds, until all but a ten-thousandth of its energy is
// over; its frequency in the mean of the energy, in Hz, of which the part of its differences tells;
// when it is nearly as loud as ever, in seconds; and its mean.
func measured(t Tone) (length, frequency, attack, mean float64) {
	d := t.Make().Data
	sum, steps, peak := 0.0, 0.0, 0.0
	for i, v := range d {
		sum += float64(v) * float64(v)
		mean += float64(v) / float64(len(d))
		peak = max(peak, math.Abs(float64(v)))
		if i > 0 {
			steps += math.Pow(float64(v-d[i-1]), 2)
		}
	}
	rest := 0.0
	for end := len(d) - 1; end >= 0 && rest < sum/1e4; end-- {
		rest += float64(d[end]) * float64(d[end])
		length = float64(end) / Rate
	}
	for i, v := range d {
		if math.Abs(float64(v)) > 0.7*peak {
			attack = float64(i) / Rate
			break
		}
	}
	return length, math.Sqrt(steps/sum) * Rate / (2 * math.Pi), attack, mean
}

// TestTonesCanBeToldApart: two weapons differ by a quarter in how long they sound or in how high, or one swells,
// shots and hits are heard at once, and nothing pushes the loudspeaker to one side.
func TestTonesCanBeToldApart(t *testing.T) {
	weapons := []Tone{Shotgun, SuperShotgun, MachineGun, Nails, Rocket, Grenade, Rail, Lightning, Plasma, Blaster, BFG,
		Axe, Explosion}
	for i, a := range weapons {
		lengthA, highA, attack, _ := measured(a)
		if attack > 0.012 && a != BFG && a != Axe { // which swell
			t.Errorf("%s is loud after %.1f ms", a, 1000*attack)
		}
		for _, b := range weapons[:i] {
			lengthB, highB, attackB, _ := measured(b)
			apart := func(x, y float64) bool { return max(x, y)/min(x, y) > 1.25 }
			if !apart(lengthA, lengthB) && !apart(highA, highB) && (attack > 0.012) == (attackB > 0.012) {
				t.Errorf("%s (%.2f s, %.0f Hz) is like %s (%.2f s, %.0f Hz)", a, lengthA, highA, b, lengthB, highB)
			}
		}
	}
	for tone := Something; tone < toneCount; tone++ {
		if _, high, _, mean := measured(tone); math.Abs(mean) > 0.001 || high > 5000 {
			t.Errorf("%s has a mean of %.4f, and %.0f Hz", tone, mean, high)
		}
	}
}

// TestClasses: what makes a sound, by names of all games.
func TestClasses(t *testing.T) {
	for name, want := range map[string]Class{
		"weapons/sgun1.wav": OfWeapons, "weapons/r_exp3.wav": OfWeapons, "weapons/tink1.wav": OfWeapons,
		"sound/weapons/change.wav": OfWeapons,
		"player/pain1.wav":         OfHurt, "*death1.wav": OfHurt, "soldier/death1.wav": OfHurt,
		"player/udeath.wav": OfHurt,
		"items/health1.wav": OfItems, "weapons/lock4.wav": OfItems, "weapons/pkup.wav": OfItems,
		"items/itembk2.wav": OfItems,
		"doors/drclos4.wav": OfWorld, "plats/medplat1.wav": OfWorld, "misc/r_tele1.wav": OfWorld,
		"misc/water1.wav": OfSteps, "ambience/fire1.wav": OfWorld,
		"sound/player/footsteps/boot1.wav": OfSteps, "*jump1.wav": OfSteps, "player/land.wav": OfSteps,
		"misc/talk.wav": OfVoices, "sound/feedback/impressive.wav": OfVoices, "*taunt.wav": OfVoices,
		"dog/idle.wav": OfMonsters, "dog/dsight.wav": OfMonsters, "ogre/ogdrag.wav": OfMonsters,
	} {
		s := Of(name)
		if got := s.Class(); got != want {
			t.Errorf("%s is %d, not %d", name, got, want)
		}
	}
}
