package weapon

// The weapons that players hold, in all games. [Kind.Hand] returns one of them.
const (
	None Kind = iota
	Axe
	Gauntlet
	Blaster
	Shotgun
	SuperShotgun
	Nailgun
	SuperNailgun
	GrenadeLauncher
	RocketLauncher
	LightningGun
	Machinegun
	Chaingun
	HyperBlaster
	Railgun
	BFG
	PlasmaGun
	HandGrenade
	Grapple
	// NumHands is the number of these weapons, including None.
	NumHands
)

// Other names of the same weapons, weapons of mission packs and mods, and other causes of death.
const (
	Thunderbolt Kind = NumHands + iota
	Discharge
	Quake3Machinegun
	HeavyMachinegun
	RailgunHeadshot
	BFG10K
	ProximityLauncher
	Kamikaze

	LavaNailgun
	MultiRockets
	ProximityGun
	LaserCannon
	Mjolnir
	EmpathyShields
	PowerShield
	VengeanceSphere

	IonRipper
	Phalanx
	Chainfist
	Disintegrator
	ETFRifle
	PlasmaBeam
	TeslaMine
	ProximityMine
	AntimatterBomb
	DefenderSphere
	HunterSphere
	Disruptor
	Doppelganger

	Medikit
	SentryGun
	NailGrenade
	MirvGrenade
	Pipebomb
	GasGrenade
	EMPGrenade
	Caltrops
	FlashGrenade
	Detpack
	Flamethrower
	IncendiaryCannon
	Knife
	Spanner
	SniperRifle
	AutoRifle
	AssaultCannon
	Tranquiliser
	Dispenser

	Telefrag
	Stomp
	Squish
	Suicide
	TeamSwitch
	Juiced

	Lava
	Slime
	Water
	Fall
	Falling
	Void
	Trap
	MapTrap
	DeadlyFall
	OutOfMap
	Crush
	Crusher
	Laser
	Exit
	Explosion
	// Monster is a monster, or a trap of a mod. The event has its name.
	Monster
	// Unknown is a cause that the game doesn't know.
	Unknown

	// NumKinds is the number of kinds, including None.
	NumKinds
)

// table has one row for each kind. A name that two games spell differently is two kinds, so that each output has the
// game's own spelling.
var table = [NumKinds]row{
	Axe: {name: "axe", tag: "Axe", ktx: "axe", words: []string{"axe"}, hand: Axe, figure: "axe"},
	Gauntlet: {name: "gauntlet", tag: "Gaunt", ktx: "gauntlet", words: []string{"gauntlet"}, hand: Gauntlet,
		figure: "gauntlet"},
	Blaster: {name: "blaster", tag: "Blast", ktx: "blaster", words: []string{"blaster"}, hand: Blaster,
		figure: "blaster",
		shot:   Bolt, class: DirectHits | Flies, speeds: [4]uint16{2: 1000}},
	Shotgun: {name: "shotgun", tag: "SG", ktx: "sg", words: []string{"sg"}, hand: Shotgun, figure: "shotgun",
		class: Flick | OneShot},
	SuperShotgun: {name: "super shotgun", tag: "SSG", ktx: "ssg", hand: SuperShotgun, figure: "super_shotgun",
		words: []string{"ssg", "boomstick", "double-barrelled shotgun"}, // the last one is from Quake's manual
		class: Flick | OneShot},
	Nailgun: {name: "nailgun", tag: "NG", ktx: "ng", words: []string{"ng"}, word: "nails", hand: Nailgun,
		figure: "nailgun", shot: Nail, class: DirectHits | Flies, speeds: [4]uint16{1000, 1000, 0, 555}},
	SuperNailgun: {name: "super nailgun", tag: "SNG", ktx: "sng", words: []string{"sng"}, word: "nails",
		hand: SuperNailgun, figure: "super_nailgun", shot: Nail, class: Flies, speeds: [4]uint16{1000, 1000}},
	GrenadeLauncher: {name: "grenade launcher", tag: "GL", ktx: "gl", words: []string{"gl", "nade", "grenade"},
		word: "grenade", hand: GrenadeLauncher, figure: "grenade_launcher", shot: Grenade,
		class: DirectHits | Midair | OneShot | Bursts | Lobbed | Flies},
	RocketLauncher: {name: "rocket launcher", tag: "RL", ktx: "rl", words: []string{"rl", "rocket", "rockets"},
		word: "rocket", hand: RocketLauncher, figure: "rocket_launcher", shot: Rocket,
		class: DirectHits | Midair | OneShot | Bursts | Flies, speeds: [4]uint16{1000, 1000, 650, 900}},
	LightningGun: {name: "lightning gun", tag: "LG", ktx: "lg", words: []string{"lg", "shaft"}, word: "lightning",
		hand: LightningGun, figure: "lightning_gun"},
	Machinegun: {name: "machinegun", tag: "MG", ktx: "mg", words: []string{"mg"}, hand: Machinegun,
		figure: "machinegun"},
	Chaingun: {name: "chaingun", tag: "CG", ktx: "cg", words: []string{"cg"}, hand: Chaingun,
		figure: "chaingun"},
	HyperBlaster: {name: "hyperblaster", tag: "HB", ktx: "hb", words: []string{"hb"}, hand: HyperBlaster,
		figure: "hyperblaster", shot: Bolt, class: DirectHits | Flies, speeds: [4]uint16{2: 1000}},
	Railgun: {name: "railgun", tag: "RG", ktx: "rail", words: []string{"rail", "rg"}, word: "rail", preview: "railgun",
		hand: Railgun, figure: "railgun", class: Flick | OneShot},
	BFG: {name: "BFG", tag: "BFG", ktx: "bfg", words: []string{"bfg"}, hand: BFG, figure: "bfg", shot: BFGBall,
		class: DirectHits | Midair | OneShot | Flies, speeds: [4]uint16{3: 2000}},
	PlasmaGun: {name: "plasma gun", tag: "PG", ktx: "pg", words: []string{"pg", "plasma"}, word: "plasma",
		hand: PlasmaGun, figure: "plasma_gun", shot: PlasmaBall, class: DirectHits | Flies, speeds: [4]uint16{3: 2000}},
	HandGrenade: {name: "hand grenade", tag: "HG", ktx: "hg", words: []string{"nade", "grenade"}, word: "grenade",
		hand: HandGrenade, figure: "hand_grenade", shot: Grenade,
		class: DirectHits | Midair | OneShot | Lobbed | Flies},
	Grapple: {name: "grapple", tag: "Hook", hand: Grapple, figure: "grapple"},

	// Quake's lightning is three parallel lines, and each may hit another player.
	Thunderbolt: {name: "thunderbolt", ktx: "lg", words: []string{"lg", "shaft"}, word: "lightning",
		hand: LightningGun, class: OneShot},
	Discharge: {name: "discharge", ktx: "lg", words: []string{"discharge"},
		death: Tenses{"dies of a discharge", "died of a discharge"}, own: true},
	Quake3Machinegun: {name: "machine gun", ktx: "mg", words: []string{"mg"}, hand: Machinegun},
	HeavyMachinegun:  {name: "heavy machine gun", like: Machinegun, ktx: "hmg", words: []string{"hmg"}},
	RailgunHeadshot: {name: "railgun headshot", ktx: "rail", words: []string{"rail", "rg"}, word: "rail headshot",
		preview: "railgun", hand: Railgun, class: Flick | OneShot},
	BFG10K: {name: "bfg10k", ktx: "bfg", words: []string{"bfg"}, word: "BFG", hand: BFG, shot: BFGBall,
		class: DirectHits | Midair | OneShot | Flies, speeds: [4]uint16{2: 400}},
	ProximityLauncher: {name: "proximity mine launcher", like: ProximityMine, class: OneShot | Lobbed},
	Kamikaze:          {name: "kamikaze", class: OneShot | Lobbed},

	// Quake's mission packs.
	LavaNailgun: {name: "lava nailgun", word: "nails", hand: Nailgun, shot: Nail, class: Flies,
		obituaries: []Obituary{{InQuake, " was burned by ", ""}}},
	MultiRockets: {name: "multi rockets", word: "rocket", hand: RocketLauncher, shot: Rocket, class: Flies,
		obituaries: []Obituary{{InQuake, " was blasted to bits by ", ""}}},
	ProximityGun: {name: "proximity gun", obituaries: []Obituary{
		{InQuake, " got too friendly with ", "'s bomb"},
		{InQuake, " did the rhumba with ", "'s bomb"},
	}},
	LaserCannon: {name: "laser cannon", obituaries: []Obituary{
		{InQuake, " was toasted by ", "'s laser"},
		{InQuake, " was radiated by ", "'s laser"},
	}},
	Mjolnir: {name: "mjolnir", obituaries: []Obituary{{InQuake, " was slammed by ", "'s hammer"}}},
	EmpathyShields: {name: "empathy shields", obituaries: []Obituary{
		{InQuake, " shares ", "'s pain"},
		{InQuake, " feels ", "'s pain"},
	}},
	PowerShield: {name: "power shield", obituaries: []Obituary{{InQuake, " was smashed by ", ""}}},
	VengeanceSphere: {name: "vengeance sphere",
		obituaries: []Obituary{{InQuake2, "was purged by", "'s vengeance sphere"}}},

	// Quake II's.
	IonRipper: {name: "ionripper", shot: IonBolt, speeds: [4]uint16{2: 500},
		obituaries: []Obituary{{InQuake2, "ripped to shreds by", "'s ripper gun"}}},
	Phalanx: {name: "phalanx", class: DirectHits | Midair | OneShot, speeds: [4]uint16{2: 725},
		obituaries: []Obituary{{InQuake2, "was evaporated by", ""}}},
	Chainfist: {name: "chainfist", like: Axe, obituaries: []Obituary{{InQuake2, "was shredded by", "'s ripsaw"}}},
	Disintegrator: {name: "disintegrator",
		obituaries: []Obituary{{InQuake2, "lost his grip courtesy of", "'s disintegrator"}}},
	ETFRifle: {name: "etf rifle", like: Nailgun, obituaries: []Obituary{{InQuake2, "was perforated by", ""}}},
	PlasmaBeam: {name: "plasma beam", like: LightningGun,
		obituaries: []Obituary{{InQuake2, "was scorched by", "'s plasma beam"}}},
	TeslaMine: {name: "tesla mine", like: ProximityMine, class: Lobbed,
		obituaries: []Obituary{{InQuake2, "was enlightened by", "'s tesla mine"}}},
	ProximityMine: {name: "proximity mine", class: Lobbed,
		obituaries: []Obituary{{InQuake2, "got too close to", "'s proximity mine"}}},
	AntimatterBomb: {name: "antimatter bomb", class: OneShot | Lobbed, obituaries: []Obituary{
		{InQuake2, "was nuked by", "'s antimatter bomb"},
		{InQuake2, "should have used a smaller bomb", Self},
	}},
	DefenderSphere: {name: "defender sphere",
		obituaries: []Obituary{{InQuake2, "had a blast with", "'s defender sphere"}}},
	HunterSphere: {name: "hunter sphere", obituaries: []Obituary{
		{InQuake2, "was killed like a dog by", "'s hunter sphere"},
		{InQuake2, "was hunted down by", "'s hunter sphere"},
	}},
	Disruptor: {name: "disruptor", shot: Tracker,
		obituaries: []Obituary{{InQuake2, "was annihilated by", "'s disruptor"}}},
	Doppelganger: {name: "doppelganger", obituaries: []Obituary{
		{InQuake2, "was blown up by", "'s doppleganger"},
		{InQuake2, "was purged by", "'s doppleganger"},
		{InQuake2, "was hunted down by", "'s doppleganger"},
		{InQuake2, "was fooled by its own doppleganger", Self},
		{InQuake2, "was fooled by his own doppleganger", Self},
		{InQuake2, "was fooled by her own doppleganger", Self},
	}},

	// Team Fortress's.
	Medikit: {name: "medikit", obituaries: []Obituary{
		{InQuake, " dies from ", "'s mysterious tropical disease"},
		{InQuake, " escapes infection from ", " by dying first"},
		{InQuake, " died impossibly!", Self},
	}},
	SentryGun: {name: "sentry gun", obituaries: []Obituary{
		{InQuake, " gets destroyed by ", "'s exploding sentrygun"},
		{InQuake, " hates ", "'s sentry gun"},
		{InQuake, " is mown down by ", "'s sentry gun"},
		{InQuake, " is creamed by ", "'s sentry gun"},
		{InQuake, " gets too friendly with " + His + " sentrygun.", Self},
		{InQuake, " intercepts " + His + " sentry gun's rocket", Self},
		{InQuake, " crossed " + His + " sentry gun's line of fire", Self},
	}},
	NailGrenade: {name: "nail grenade", obituaries: []Obituary{
		{InQuake, " gets flayed by ", "'s nail grenade"},
		{InQuake, " gets perforated by ", "'s nail grenade"},
		{InQuake, " hammers " + Himself, Self},
	}},
	MirvGrenade: {name: "mirv grenade", obituaries: []Obituary{
		{InQuake, " does a dance on ", "'s Mirv grenade"},
		{InQuake, " gets spammed by ", "'s Mirv grenade"},
		{InQuake, " gets juiced by ", "'s Mirv grenade"},
		{InQuake, " practiced " + His + " own Mirv dance", Self},
		{InQuake, " allowed " + His + " Mirv to turn against " + Him, Self},
		{InQuake, " goes to pieces", Self},
	}},
	Pipebomb: {name: "pipebomb", obituaries: []Obituary{
		{InQuake, " is caught by ", "'s pipebomb trap"},
		{InQuake, " fell victim to ", "'s fireworks"},
		{InQuake, " ambushes " + Himself + " with " + His + " own pipebombs", Self},
		{InQuake, " tried to juggle " + His + " own pipebombs", Self},
	}},
	GasGrenade: {name: "gas grenade", obituaries: []Obituary{
		{InQuake, " gags on ", "'s noxious gasses"},
		{InQuake, " chokes on " + His + " own gas", Self},
	}},
	EMPGrenade: {name: "EMP grenade", obituaries: []Obituary{
		{InQuake, "'s ammo detonates " + Him + " as ", "'s EMP fries it"},
		{InQuake, " stands near some ammo as ", "'s EMP nukes it"},
		{InQuake, " explodes " + His + " ammo and body", Self},
		{InQuake, " detonates an ammo box too close to " + Him, Self},
	}},
	Caltrops: {name: "caltrops", obituaries: []Obituary{
		{InQuake, " stepped on too many of ", "'s caltrops"},
		{InQuake, " stepped on too many of " + His + " own caltrops", Self},
	}},
	FlashGrenade: {name: "flash grenade", obituaries: []Obituary{
		{InQuake, " is charred by ", "'s flash grenade"},
		{InQuake, " is charred by " + His + " own flash grenade", Self},
	}},
	Detpack: {name: "detpack", obituaries: []Obituary{
		{InQuake, " reaches orbit via ", "'s detpack"},
		{InQuake, " cut the red wire of ", "'s detpack"},
		{InQuake, " set the detpack and forgot to run", Self},
	}},
	Flamethrower: {name: "flamethrower", obituaries: []Obituary{
		{InQuake, " is burned up by ", "'s flame"},
		{InQuake, " is fried by ", "'s fire"},
		{InQuake, " feels ", "'s fire of wrath"},
		{InQuake, " is reduced to ashes by ", ""},
		{InQuake, " is grilled by ", "'s flame"},
		{InQuake, " torches " + Himself, Self},
	}},
	IncendiaryCannon: {name: "incendiary cannon", obituaries: []Obituary{
		{InQuake, " gets well done by ", "'s incendiary rocket"},
		{InQuake, " chars " + Himself + " with an incendiary rocket", Self},
	}},
	Knife: {name: "knife", obituaries: []Obituary{
		{InQuake, " was knife-murdered by ", ""},
		{InQuake, " gets knifed from behind by ", ""},
	}},
	Spanner: {name: "spanner", obituaries: []Obituary{{InQuake, " was spanner-murdered by ", ""}}},
	SniperRifle: {name: "sniper rifle", obituaries: []Obituary{
		{InQuake, " takes a bullet in the chest from ", ""},
		{InQuake, " succumbs to sniperfire from ", ""},
		{InQuake, " gets a third eye from ", ""},
		{InQuake, " gets " + His + " head blown off by ", ""},
		{InQuake, " is made legless by ", ""},
		{InQuake, " gets " + His + " legs blown off by ", ""},
	}},
	AutoRifle:     {name: "auto rifle", obituaries: []Obituary{{InQuake, " collects ", "'s bullet spray."}}},
	AssaultCannon: {name: "assault cannon", obituaries: []Obituary{{InQuake, " gets sawn in half by ", ""}}},
	Tranquiliser:  {name: "tranquiliser", obituaries: []Obituary{{InQuake, " is put to sleep by ", ""}}},
	Dispenser: {name: "dispenser", obituaries: []Obituary{
		{InQuake, " didn't insert the correct change into ", "'s dispenser."},
		{InQuake, " dispenses with " + Himself + ".", Self},
	}},

	// Deaths by players without a weapon.
	Telefrag: {name: "telefrag", words: []string{"telefrag", "tele"}, death: Tenses{"is telefragged",
		"was telefragged"},
		own: true},
	Stomp:   {name: "stomp", death: Tenses{"is stomped", "was stomped"}, own: true},
	Squish:  {name: "squish", death: Tenses{"is crushed", "was crushed"}},
	Suicide: {name: "suicide", death: Tenses{"commits suicide", "committed suicide"}, own: true},
	TeamSwitch: {name: "team switch", death: Tenses{"dies by changing the team", "died by changing the team"},
		own: true},
	Juiced: {name: "juiced"},

	// Deaths by the level. Trap is what the game reports; MapTrap, DeadlyFall and OutOfMap are more precise causes
	// derived from it.
	Lava:       {name: "lava", death: Tenses{"dies in lava", "died in lava"}},
	Slime:      {name: "slime", death: Tenses{"dies in slime", "died in slime"}},
	Water:      {name: "water", death: Tenses{"drowns", "drowned"}},
	Fall:       {name: "fall", death: Tenses{"falls to death", "fell to death"}},
	Falling:    {name: "falling"},
	Void:       {name: "void"},
	Trap:       {name: "trap", class: Lobbed}, // in Quake II also a weapon
	MapTrap:    {name: "map trap", death: Tenses{"dies in a map trap", "died in a map trap"}},
	DeadlyFall: {name: "deadly fall", death: Tenses{"falls to death", "fell to death"}},
	OutOfMap:   {name: "fall out of the map", death: Tenses{"falls out of the map", "fell out of the map"}},
	Crush:      {name: "crush", death: Tenses{"is crushed", "was crushed"}},
	Crusher:    {name: "crusher", death: Tenses{"is crushed", "was crushed"}},
	Laser:      {name: "laser", death: Tenses{"is killed by a laser", "was killed by a laser"}},
	Exit:       {name: "exit", death: Tenses{"dies at an exit", "died at an exit"}},
	Explosion:  {name: "explosion", death: Tenses{"dies in an explosion", "died in an explosion"}, own: true},
	Unknown:    {name: "unknown"},
}
