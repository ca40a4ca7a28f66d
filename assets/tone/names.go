package tone

import "strings"

// rule selects the sounds for a tone: those whose name contains all of a few parts. The name includes the sound's
// folder and extension, and "*" for a sound of a player's own model.
type rule struct {
	parts string // separated by spaces
	Sound
}

// rules are tried in order; the first match counts.
var rules = []rule{
	{"misc/null", Sound{Silence, "", Effects}},

	// Announcements and feedback.
	{"feedback/hit_teammate", Sound{SaysBad, "a team-mate is hit", Effects}},
	{"feedback/hit", Sound{HitBeep, "a hit", Effects}},
	{"feedback/three", Sound{CountDown, "“three”", Announcer}},
	{"feedback/two", Sound{CountDown, "“two”", Announcer}},
	{"feedback/one", Sound{CountDown, "“one”", Announcer}},
	{"feedback/fight", Sound{Fight, "“fight!”", Announcer}},
	{"feedback/prepare", Sound{Says, "“prepare to fight”", Announcer}},
	{"feedback/impressive", Sound{SaysGood, "“impressive”", Announcer}},
	{"feedback/excellent", Sound{SaysGood, "“excellent”", Announcer}},
	{"feedback/humiliation", Sound{SaysGood, "“humiliation”", Announcer}},
	{"feedback/assist", Sound{SaysGood, "“assist”", Announcer}},
	{"feedback/defense", Sound{SaysGood, "“defense”", Announcer}},
	{"feedback/takenlead", Sound{SaysGood, "the lead is taken", Announcer}},
	{"feedback/tiedlead", Sound{Says, "the lead is tied", Announcer}},
	{"feedback/lostlead", Sound{SaysBad, "the lead is lost", Announcer}},
	{"feedback/redleads", Sound{Says, "red leads", Announcer}},
	{"feedback/blueleads", Sound{Says, "blue leads", Announcer}},
	{"feedback/teamstied", Sound{Says, "the teams are tied", Announcer}},
	{"feedback/5_minute", Sound{Says, "five minutes are left", Announcer}},
	{"feedback/1_minute", Sound{Says, "one minute is left", Announcer}},
	{"feedback/sudden_death", Sound{SaysBad, "sudden death", Announcer}},
	{"feedback/1_frag", Sound{Says, "one frag is left", Announcer}},
	{"feedback/2_frag", Sound{Says, "two frags are left", Announcer}},
	{"feedback/3_frag", Sound{Says, "three frags are left", Announcer}},
	{"feedback/", Sound{Says, "the announcer", Announcer}},
	{"flagcapture_yourteam", Sound{SaysGood, "a capture", Announcer}},
	{"flagcapture_opponent", Sound{SaysBad, "the enemy's capture", Announcer}},
	{"flagreturn", Sound{Flag, "a flag is back", Announcer}}, {"voc_blue_returned", Sound{Says, "the blue flag is back",
		Announcer}},
	{"voc_red_returned", Sound{Says, "the red flag is back", Announcer}},
	{"voc_enemy_flag", Sound{SaysBad, "the enemy has the flag", Announcer}},
	{"voc_team_flag", Sound{SaysGood, "the team has the flag", Announcer}},
	{"voc_red_scores", Sound{Says, "red scores", Announcer}},
	{"voc_blue_scores", Sound{Says, "blue scores", Announcer}}, {"teamplay/", Sound{Says, "the announcer", Announcer}},
	{"vo/", Sound{Says, "the announcer", Announcer}}, {"announcer", Sound{Says, "the announcer", Announcer}},
	{"misc/flagtk", Sound{Flag, "a flag is taken", Effects}}, {"misc/flagcap", Sound{SaysGood, "a flag is captured",
		Effects}}, {"ctf/", Sound{Flag, "a flag", Effects}},
	{"misc/talk", Sound{Talk, "chat", Chat}}, {"player/talk", Sound{Talk, "chat", Chat}},

	// Steps, before players.
	{"footsteps/splash", Sound{SplashStep, "splashing", Footsteps}}, {"footsteps/", Sound{Step, "steps", Footsteps}},
	{"player/step", Sound{Step, "steps", Footsteps}},

	// Players.
	{"pain", Sound{Pain, "", Effects}}, // its words are chosen later: monsters' come first
	{"*death", Sound{Death, "a death", Effects}}, {"*fall", Sound{Fall, "a fall", Effects}},
	{"*jump", Sound{Jump, "a jump", Effects}},
	{"*gasp", Sound{Gasp, "a gasp", Effects}}, {"*drown", Sound{Drown, "drowning", Effects}},
	{"*gurp", Sound{Drown, "drowning", Effects}},
	{"*taunt", Sound{Taunt, "a taunt", Effects}}, {"*", Sound{Taunt, "a voice", Effects}},
	{"player/plyrjmp", Sound{Jump, "a jump", Effects}}, {"player/land2", Sound{Fall, "a fall", Effects}},
	{"player/land", Sound{Land, "", Effects}},
	{"player/h2odeath", Sound{Drown, "a death", Effects}}, {"player/death", Sound{Death, "a death", Effects}},
	{"player/teledth", Sound{Death, "a telefrag", Effects}},
	{"udeath", Sound{Gib, "gibs", Effects}}, {"gib", Sound{Gib, "gibs", Effects}},
	{"tornoff", Sound{Gib, "gibs", Effects}},
	{"player/gasp", Sound{Gasp, "a gasp", Effects}}, {"player/drown", Sound{Drown, "drowning", Effects}},
	{"player/u_breath", Sound{Gasp, "", Effects}},
	{"player/lburn", Sound{Burn, "burning", Effects}}, {"player/burn", Sound{Burn, "burning", Effects}},
	{"slimbrn", Sound{Burn, "burning in slime", Effects}},
	{"inlava", Sound{Burn, "into lava", Effects}}, {"lava_in", Sound{Burn, "into lava", Effects}},
	{"player/axhit1", Sound{Strike, "an axe hits", Effects}},
	{"player/axhit", Sound{Tink, "an axe hits a wall", Effects}},
	{"inh2o", Sound{WaterIn, "into water", Effects}}, {"watr_in", Sound{WaterIn, "into water", Effects}},
	{"watr_un", Sound{WaterIn, "under water", Effects}},
	{"watr_out", Sound{WaterOut, "out of water", Effects}}, {"outwater", Sound{WaterOut, "out of water", Effects}},
	{"h2ojump", Sound{WaterOut, "out of water", Effects}},
	{"h2ohit", Sound{WaterIn, "a splash", Effects}}, {"misc/water", Sound{SplashStep, "swimming", Footsteps}},
	{"water", Sound{Drip, "water", Ambience}},

	// Weapons.
	{"weapons/guncock", Sound{Shotgun, "a shotgun", Effects}},
	{"weapons/shotgn2", Sound{SuperShotgun, "a super shotgun", Effects}},
	{"weapons/rocket1i", Sound{Nails, "a nailgun", Effects}},
	{"weapons/spike2", Sound{Nails, "a super nailgun", Effects}}, {"weapons/sgun1", Sound{Rocket, "a rocket", Effects}},
	{"weapons/bounce", Sound{Bounce, "a grenade bounces", Effects}}, {"weapons/ax", Sound{Axe, "an axe", Effects}},
	{"weapons/chain", Sound{Whirr, "a hook's chain", Effects}},
	{"weapons/lstart", Sound{Lightning, "lightning", Effects}},
	{"weapons/lhit", Sound{Lightning, "lightning", Effects}},
	{"weapons/lock", Sound{Ammo, "ammunition", Effects}},
	{"weapons/pkup", Sound{WeaponPickup, "a weapon is taken", Effects}},
	{"weapons/tink", Sound{Tink, "", Effects}}, {"/ric", Sound{Ricochet, "", Effects}},
	{"r_exp", Sound{Explosion, "an explosion", Effects}},
	{"hgrenb", Sound{Bounce, "a grenade bounces", Effects}}, {"grenlb", Sound{Bounce, "a grenade bounces", Effects}},
	{"hgrenc", Sound{Whirr, "a grenade", Effects}},
	{"grenlx", Sound{Explosion, "an explosion", Effects}}, {"rocklx", Sound{Explosion, "an explosion", Effects}},
	{"xpld", Sound{Explosion, "an explosion in water", Effects}},
	{"explo", Sound{Explosion, "an explosion", Effects}}, {"plasmx", Sound{Sizzle, "plasma hits", Effects}},
	{"lashit", Sound{Sizzle, "", Effects}},
	{"lg_hit", Sound{Sizzle, "lightning hits", Effects}}, {"disrupthit", Sound{Sizzle, "a hit", Effects}},
	{"rockfly", Sound{Fly, "a rocket flies", Effects}}, {"lasfly", Sound{Fly, "plasma flies", Effects}},
	{"rg_hum", Sound{Hum, "", Effects}}, {"lg_hum", Sound{Whirr, "lightning", Effects}},
	{"bfg_hum", Sound{Hum, "", Effects}}, {"fsthum", Sound{Hum, "", Effects}},
	{"fstrun", Sound{Whirr, "a gauntlet", Effects}}, {"fstatck", Sound{Strike, "a gauntlet", Effects}},
	{"wvulfire", Sound{Whirr, "a chaingun", Effects}}, {"chngnl", Sound{Whirr, "a chaingun", Effects}},
	{"chngn", Sound{Change, "a chaingun", Effects}},
	{"hyprbl", Sound{Whirr, "a hyperblaster", Effects}}, {"hyprbd", Sound{Change, "", Effects}},
	{"hyprbf", Sound{Plasma, "plasma", Effects}},
	{"rocklr", Sound{Change, "", Effects}}, {"grenlr", Sound{Change, "", Effects}},
	{"shotgr", Sound{Change, "", Effects}},
	{"rocklf", Sound{Rocket, "a rocket", Effects}}, {"grenlf", Sound{Grenade, "a grenade", Effects}},
	{"hgrent", Sound{Axe, "a grenade is thrown", Effects}}, {"hgrena", Sound{Change, "a grenade", Effects}},
	{"weapons/grenade", Sound{Grenade, "a grenade", Effects}}, {"railgf", Sound{Rail, "a railgun", Effects}},
	{"bfg", Sound{BFG, "a BFG", Effects}},
	{"blastf", Sound{Blaster, "a blaster", Effects}}, {"lg_fire", Sound{Lightning, "lightning", Effects}},
	{"tesla", Sound{Lightning, "lightning", Effects}},
	{"sshotf", Sound{SuperShotgun, "a shotgun", Effects}}, {"shotg", Sound{Shotgun, "a shotgun", Effects}},
	{"machg", Sound{MachineGun, "a machine gun", Effects}},
	{"hmgf", Sound{MachineGun, "a machine gun", Effects}}, {"vulcan", Sound{MachineGun, "a chaingun", Effects}},
	{"nail", Sound{Nails, "a nailgun", Effects}},
	{"wstbfire", Sound{Grenade, "a mine", Effects}}, {"rippfire", Sound{Blaster, "an ion ripper", Effects}},
	{"plasshot", Sound{Plasma, "a phalanx", Effects}},
	{"disint", Sound{Blaster, "a disruptor", Effects}}, {"noammo", Sound{NoAmmo, "no ammunition", Effects}},
	{"weapons/change", Sound{Change, "", Effects}}, {"weapons/", Sound{MachineGun, "a weapon", Effects}},

	// Items.
	{"itembk", Sound{Respawn, "an item is back", Effects}}, {"poweruprespawn", Sound{Respawn, "a powerup is back",
		Effects}}, {"respawn", Sound{Respawn, "an item is back", Effects}},
	{"w_pkup", Sound{WeaponPickup, "a weapon is taken", Effects}}, {"am_pkup", Sound{Ammo, "ammunition", Effects}},
	{"ar1_pkup", Sound{ShardPickup, "a shard", Effects}}, {"ar2_pkup", Sound{ArmorPickup, "armor", Effects}},
	{"ar3_pkup", Sound{ArmorPickup, "armor", Effects}},
	{"items/armor", Sound{ArmorPickup, "armor", Effects}}, {"m_health", Sound{MegaHealth, "the megahealth", Effects}},
	{"r_item2", Sound{MegaHealth, "the megahealth", Effects}},
	{"s_health", Sound{ShardPickup, "a little health", Effects}}, {"health", Sound{HealthPickup, "health", Effects}},
	{"r_item", Sound{HealthPickup, "health", Effects}},
	{"items/use_nothing", Sound{NoAmmo, "", Effects}}, {"use_medkit", Sound{MegaHealth, "a medkit", Effects}},
	{"items/holdable", Sound{PowerupPickup, "a holdable", Effects}},
	{"items/damage2", Sound{WearsOff, "the quad ends", Effects}},
	{"items/protect2", Sound{WearsOff, "the pentagram ends", Effects}},
	{"items/inv2", Sound{WearsOff, "the ring ends", Effects}},
	{"items/suit2", Sound{WearsOff, "the suit ends", Effects}}, {"wearoff", Sound{WearsOff, "a powerup ends", Effects}},
	{"items/damage3", Sound{PowerupSound, "quad damage", Effects}},
	{"items/protect3", Sound{PowerupSound, "protected", Effects}}, {"items/inv3", Sound{PowerupSound, "", Effects}},
	{"items/damage", Sound{PowerupPickup, "the quad is taken", Effects}},
	{"items/quaddamage", Sound{PowerupPickup, "the quad is taken", Effects}},
	{"items/protect", Sound{PowerupPickup, "protection is taken", Effects}},
	{"items/inv", Sound{PowerupPickup, "invisibility is taken", Effects}},
	{"items/suit", Sound{PowerupPickup, "a suit is taken", Effects}}, {"items/flight", Sound{Fly, "flight", Effects}},
	{"items/regen", Sound{PowerupPickup, "regeneration", Effects}},
	{"items/haste", Sound{PowerupPickup, "haste is taken", Effects}},
	{"misc/power", Sound{PowerupSound, "a power shield", Effects}},
	{"doors/ try", Sound{NoAmmo, "a locked door", Effects}}, {"rune", Sound{PowerupSound, "a rune", Effects}},
	{"key", Sound{Key, "a key", Effects}}, {"items/", Sound{PowerupPickup, "an item", Effects}},

	// The map.
	{"r_tele", Sound{Teleport, "a teleporter", Effects}}, {"telein", Sound{Teleport, "a teleporter", Effects}},
	{"teleout", Sound{Teleport, "a teleporter", Effects}},
	{"tele", Sound{Teleport, "a teleporter", Effects}}, {"jumppad", Sound{JumpPad, "a jump pad", Effects}},
	{"secret", Sound{Secret, "a secret", Effects}},
	{"misc/trigger", Sound{Secret, "something opens", Effects}}, {"buttons/", Sound{Button, "a button", Effects}},
	{"switches/", Sound{Button, "a switch", Effects}},
	{"doors/ use", Sound{Key, "a key turns", Effects}},
	{"doors/ 2.", Sound{DoorEnds, "a door", Effects}}, {"doors/drclos", Sound{DoorEnds, "a door", Effects}},
	{"doors/ end", Sound{DoorEnds, "a door", Effects}},
	{"doors/doormv", Sound{LiftRuns, "a door", Effects}}, {"doors/", Sound{Door, "a door", Effects}},
	{"plats/ mid", Sound{LiftRuns, "a lift", Effects}}, {"plats/ 2.", Sound{DoorEnds, "a lift stops", Effects}},
	{"plats/ end", Sound{DoorEnds, "a lift stops", Effects}},
	{"plats/ 1.", Sound{LiftRuns, "a lift", Effects}}, {"plats/", Sound{Lift, "a lift", Effects}},
	{"movers/", Sound{Door, "something moves", Effects}},
	{"ambience/fire", Sound{Fire, "fire", Ambience}}, {"world/ fire", Sound{Fire, "fire", Ambience}},
	{"ambience/drip", Sound{Drip, "dripping", Ambience}},
	{"ambience/swamp", Sound{Drip, "a swamp", Ambience}}, {"wind", Sound{Wind, "wind", Ambience}},
	{"ambience/suck", Sound{Wind, "wind", Ambience}},
	{"comp", Sound{Computer, "a computer", Ambience}}, {"ambience/", Sound{Hum, "humming", Ambience}},
	{"hum", Sound{Hum, "humming", Ambience}}, {"drone", Sound{Hum, "droning", Ambience}},
	{"buzz", Sound{Whirr, "buzzing", Ambience}}, {"klaxon", Sound{SaysBad, "an alarm", Ambience}},
	{"world/spark", Sound{Sizzle, "sparks", Ambience}},
	{"world/electro", Sound{Lightning, "electricity", Ambience}}, {"zap", Sound{Lightning, "electricity", Ambience}},
	{"world/", Sound{Something, "something in the level", Ambience}},

	// Monsters, by what they do.
	{"wizard/hit", Sound{Sizzle, "a scrag's spit hits", Effects}},
	{"hknight/hit", Sound{Sizzle, "a fireball hits", Effects}},
	{"idle", Sound{Growl, "a monster", Ambience}}, {"sight", Sound{Wakes, "a monster wakes", Effects}},
	{"wake", Sound{Wakes, "a monster wakes", Effects}},
	{"ogdrag", Sound{Growl, "an ogre", Ambience}}, {"death", Sound{MonsterDeath, "a monster dies", Effects}},
	{"dth", Sound{MonsterDeath, "a monster dies", Effects}},
	{"hurt", Sound{MonsterPain, "a monster is hurt", Effects}},
	{"infatck", Sound{MachineGun, "a machine gun", Effects}}, {"solatck", Sound{Shotgun, "a soldier shoots", Effects}},
	{"soldier/sattck", Sound{Shotgun, "a soldier shoots", Effects}},
	{"enfire", Sound{Blaster, "an enforcer shoots", Effects}}, {"tnkatk", Sound{MachineGun, "a tank shoots", Effects}},
	{"tank/rocket", Sound{Rocket, "a rocket", Effects}},
	{"chkatck2", Sound{Rocket, "a rocket", Effects}}, {"gunatck3", Sound{Grenade, "a grenade", Effects}},
	{"gunatck", Sound{MachineGun, "a gunner shoots", Effects}},
	{"sboom", Sound{Explosion, "lightning bursts", Effects}},
	{"shambler/sattck", Sound{Lightning, "a shambler's lightning", Effects}},
	{"shalrath/attack", Sound{BFG, "a vore shoots", Effects}},
	{"wattack", Sound{Plasma, "a scrag spits", Effects}}, {"land", Sound{Land, "", Effects}},
	{"z_fall", Sound{Land, "a zombie falls", Effects}},
	{"z_shot", Sound{Axe, "a zombie throws", Effects}}, {"z_hit", Sound{Gib, "flesh hits", Effects}},
	{"z_miss", Sound{Land, "flesh misses", Effects}},
	{"att", Sound{Strike, "a monster attacks", Effects}}, {"atck", Sound{Blaster, "a monster shoots", Effects}},
	{"atk", Sound{Strike, "a monster attacks", Effects}},
	{"sword", Sound{Strike, "a sword", Effects}}, {"slash", Sound{Strike, "a sword", Effects}},
	{"melee", Sound{Strike, "a monster strikes", Effects}}, {"smack", Sound{Strike, "a monster strikes", Effects}},
	{"hit", Sound{Strike, "a monster strikes", Effects}}, {"saw", Sound{Strike, "a chainsaw", Effects}},
	{"blaster", Sound{Blaster, "a blaster", Effects}},
	{"jump", Sound{Jump, "a jump", Effects}},
	{"misc/chink", Sound{Tink, "", Effects}}, {"misc/crash", Sound{Explosion, "a crash", Effects}},
	{"crash", Sound{Explosion, "a crash", Effects}},
}

// aMonster begins the words of a sound that some unknown monster makes.
const aMonster = "a monster"

// monsters maps folders of monster sounds to the monsters. "boss1/" and the like share a prefix.
var monsters = [...]struct{ folder, name string }{
	{"blob/", "a spawn"}, {"boss1/", "Chthon"}, {"boss2/", "Shub-Niggurath"}, {"boss", aMonster}, {"demon/", "a fiend"},
	{"dog/", "a rottweiler"},
	{"enforcer/", "an enforcer"}, {"fish/", "a rotfish"}, {"hknight/", "a death knight"}, {"knight/", "a knight"},
	{"ogre/", "an ogre"},
	{"shalrath/", "a vore"}, {"shambler/", "a shambler"}, {"soldier/", "a soldier"}, {"vektar/", aMonster},
	{"wizard/", "a scrag"}, {"zombie/", "a zombie"},
	{"berserk/", "a berserker"}, {"bosshovr/", aMonster}, {"brain/", "a brain"}, {"chick/", "an iron maiden"},
	{"flipper/", "a barracuda shark"},
	{"floater/", "a technician"}, {"flyer/", "a flyer"}, {"gladiator/", "a gladiator"}, {"gunner/", "a gunner"},
	{"hover/", "an icarus"},
	{"infantry/", "an enforcer"}, {"insane/", "a marine"}, {"makron/", "the Makron"}, {"medic/", "a medic"},
	{"mutant/", "a mutant"},
	{"parasite/", "a parasite"}, {"tank/", "a tank"}, {"gek/", "a gekk"}, {"fixbot/", aMonster},
	{"stalker/", "a stalker"}, {"turret/", "a turret"},
	{"widow/", "the Black Widow"}, {"oldone/", aMonster}, {"wrath/", "a wrath"}, {"eel/", "an eel"},
	{"dragon/", "a dragon"},
}

// Of describes the sound with a game path. A name that matches no rule is [Something].
func Of(path string) Sound {
	name := strings.ToLower(strings.ReplaceAll(path, "\\", "/"))
	name = strings.TrimPrefix(name, "#")
	name = strings.TrimPrefix(name, "sound/")
	monster := ""
	for i := range monsters {
		if strings.HasPrefix(name, monsters[i].folder) {
			monster = monsters[i].name
			break
		}
	}
	for i := range rules {
		r := &rules[i]
		if !fits(name, r.parts) {
			continue
		}
		s := r.Sound
		if r.parts == "pain" {
			if s.Words = "a cry of pain"; monster != "" {
				s.Tone, s.Words = MonsterPain, "a monster is hurt"
			}
		}
		if does, ok := strings.CutPrefix(s.Words, aMonster); ok && monster != "" {
			s.Words = monster + does
		}
		return s
	}
	if monster != "" {
		return Sound{Growl, monster, Effects}
	}
	return Sound{Something, "", Effects}
}

// fits reports whether a name contains all parts.
func fits(name, parts string) bool {
	for part := range strings.SplitSeq(parts, " ") {
		if !strings.Contains(name, part) {
			return false
		}
	}
	return true
}
