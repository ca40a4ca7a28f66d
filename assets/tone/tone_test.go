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
		"weapons/sgun1.wav": {Rocket, "a rocket", Effects}, "sound/weapons/rocket/rocklf1a.wav": {Rocket, "a rocket", Effects},
		"weapons/rocklf1a.wav": {Rocket, "a rocket", Effects}, "weapons/r_exp3.wav": {Explosion, "an explosion", Effects},
		"sound/weapons/rocket/rocklx1a.wav": {Explosion, "an explosion", Effects}, "weapons/guncock.wav": {Shotgun, "a shotgun", Effects},
		"weapons/shotgn2.wav": {SuperShotgun, "a super shotgun", Effects}, "weapons/lock4.wav": {Ammo, "ammunition", Effects},
		"weapons/grenade.wav": {Grenade, "a grenade", Effects}, "sound/weapons/grenade/hgrenb1a.wav": {Bounce, "a grenade bounces", Effects},
		"weapons/rocket1i.wav": {Nails, "a nailgun", Effects}, "sound/weapons/rocket/rockfly.wav": {Fly, "a rocket flies", Effects},
		"player/pain1.wav": {Pain, "a cry of pain", Effects}, "*pain25_1.wav": {Pain, "a cry of pain", Effects},
		"wizard/wpain.wav": {MonsterPain, "a monster is hurt", Effects}, "*death2.wav": {Death, "a death", Effects}, "player/death1.wav": {Death, "a death", Effects},
		"soldier/death1.wav": {MonsterDeath, "a monster dies", Effects}, "ogre/ogdth.wav": {MonsterDeath, "a monster dies", Effects},
		"player/plyrjmp8.wav": {Jump, "a jump", Effects}, "player/land.wav": {Land, "", Effects}, "player/step3.wav": {Step, "steps", Footsteps},
		"sound/player/footsteps/boot2.wav": {Step, "steps", Footsteps}, "sound/player/footsteps/splash1.wav": {SplashStep, "splashing", Footsteps},
		"items/itembk2.wav": {Respawn, "an item is back", Effects}, "items/damage.wav": {PowerupPickup, "the quad is taken", Effects},
		"items/damage2.wav": {WearsOff, "the quad ends", Effects}, "items/damage3.wav": {PowerupSound, "quad damage", Effects},
		"items/r_item2.wav": {MegaHealth, "the megahealth", Effects}, "items/health1.wav": {HealthPickup, "health", Effects},
		"items/armor1.wav": {ArmorPickup, "armour", Effects}, "sound/misc/ar1_pkup.wav": {ShardPickup, "a shard", Effects},
		"doors/basesec1.wav": {Door, "a door", Effects}, "doors/basesec2.wav": {DoorEnds, "a door", Effects}, "doors/runetry.wav": {NoAmmo, "a locked door", Effects},
		"plats/medplat1.wav": {LiftRuns, "a lift", Effects}, "plats/medplat2.wav": {DoorEnds, "a lift stops", Effects}, "plats/pt1_mid.wav": {LiftRuns, "a lift", Effects},
		"misc/r_tele3.wav": {Teleport, "a teleporter", Effects}, "sound/world/telein.wav": {Teleport, "a teleporter", Effects}, "misc/tele1.wav": {Teleport, "a teleporter", Effects},
		"misc/talk.wav": {Talk, "chat", Chat}, "misc/null.wav": {Silence, "", Effects}, "stalker/pain.wav": {MonsterPain, "a monster is hurt", Effects},
		"sound/feedback/impressive.wav": {SaysGood, "“impressive”", Announcer}, "sound/feedback/hit.wav": {HitBeep, "a hit", Effects},
		"ambience/fire1.wav": {Fire, "fire", Ambience}, "ambience/hum1.wav": {Hum, "humming", Ambience}, "ambience/water1.wav": {Drip, "water", Ambience},
		"ogre/ogidle.wav": {Growl, "a monster", Ambience}, "enforcer/enfire.wav": {Blaster, "an enforcer shoots", Effects}, "#players/male/x.wav": {Something, "", Effects},
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
