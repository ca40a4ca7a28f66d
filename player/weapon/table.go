package weapon

// The weapons that players hold, the same ones for all games. [Kind.Hand] returns one of them.
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
	// NumHands is how many these are, None among them.
	NumHands
)

// The same weapons by other names, those of mission packs and mods, and what kills besides weapons.
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
	// Monster is a monster, or a trap of a mod. The event beside it has its name.
	Monster
	// Unknown is what the game itself does not know.
	Unknown

	// NumKinds is how many kinds there are, None among them.
	NumKinds
)

// table has one row for each kind. Names that two games spell differently are two kinds, so that each output has the
// game's own.
var table = [NumKinds]row{
	Axe: {name: "axe", tag: "Axe", ktx: "axe", words: []string{"axe"}, hand: Axe, figure: "axe"},
	Gauntlet: {name: "gauntlet", tag: "Gaunt", ktx: "gauntlet", words: []string{"gauntlet"}, hand: Gauntlet,
		figure: "gauntlet"},
	Blaster: {name: "blaster", tag: "Blast", ktx: "blaster", words: []string{"blaster"}, hand: Blaster,
		figure:  "blaster",
		missile: Bolt, class: Strike | Flies, speeds: [4]uint16{2: 1000}},
	Shotgun: {name: "shotgun", tag: "SG", ktx: "sg", words: []string{"sg"}, hand: Shotgun, figure: "shotgun",
		class: Flick | OneShot},
	SuperShotgun: {name: "super shotgun", tag: "SSG", ktx: "ssg", hand: SuperShotgun, figure: "super_shotgun",
		words: []string{"ssg", "boomstick", "double-barrelled shotgun"}, // the last one as Quake's manual has it
		class: Flick | OneShot},
	Nailgun: {name: "nailgun", tag: "NG", ktx: "ng", words: []string{"ng"}, word: "nails", hand: Nailgun,
		figure: "nailgun", missile: Nail, class: Strike | Flies, speeds: [4]uint16{1000, 1000, 0, 555}},
	SuperNailgun: {name: "super nailgun", tag: "SNG", ktx: "sng", words: []string{"sng"}, word: "nails",
		hand: SuperNailgun, figure: "super_nailgun", missile: Nail, class: Flies, speeds: [4]uint16{1000, 1000}},
	GrenadeLauncher: {name: "grenade launcher", tag: "GL", ktx: "gl", words: []string{"gl", "nade", "grenade"},
		word: "grenade", hand: GrenadeLauncher, figure: "grenade_launcher", missile: Grenade,
		class: Strike | Midair | OneShot | Bursts | Lobbed | Flies},
	RocketLauncher: {name: "rocket launcher", tag: "RL", ktx: "rl", words: []string{"rl", "rocket", "rockets"},
		word: "rocket", hand: RocketLauncher, figure: "rocket_launcher", missile: Rocket,
		class: Strike | Midair | OneShot | Bursts | Flies, speeds: [4]uint16{1000, 1000, 650, 900}},
	LightningGun: {name: "lightning gun", tag: "LG", ktx: "lg", words: []string{"lg", "shaft"}, word: "lightning",
		hand: LightningGun, figure: "lightning_gun"},
	Machinegun: {name: "machinegun", tag: "MG", ktx: "mg", words: []string{"mg"}, hand: Machinegun,
		figure: "machinegun"},
	Chaingun: {name: "chaingun", tag: "CG", ktx: "cg", words: []string{"cg"}, hand: Chaingun, figure: "chaingun"},
	HyperBlaster: {name: "hyperblaster", tag: "HB", ktx: "hb", words: []string{"hb"}, hand: HyperBlaster,
		figure: "hyperblaster", missile: Bolt, class: Strike | Flies, speeds: [4]uint16{2: 1000}},
	Railgun: {name: "railgun", tag: "RG", ktx: "rail", words: []string{"rail", "rg"}, word: "rail", preview: "railgun",
		hand: Railgun, figure: "railgun", class: Flick | OneShot},
	BFG: {name: "BFG", tag: "BFG", ktx: "bfg", words: []string{"bfg"}, hand: BFG, figure: "bfg", missile: BFGBall,
		class: Strike | Midair | OneShot | Flies, speeds: [4]uint16{3: 2000}},
	PlasmaGun: {name: "plasma gun", tag: "PG", ktx: "pg", words: []string{"pg", "plasma"}, word: "plasma",
		hand: PlasmaGun, figure: "plasma_gun", missile: PlasmaBall, class: Strike | Flies, speeds: [4]uint16{3: 2000}},
	HandGrenade: {name: "hand grenade", tag: "HG", ktx: "hg", words: []string{"nade", "grenade"}, word: "grenade",
		hand: HandGrenade, figure: "hand_grenade", missile: Grenade,
		class: Strike | Midair | OneShot | Lobbed | Flies},
	Grapple: {name: "grapple", tag: "Hook", hand: Grapple, figure: "grapple"},

	// Quake's lightning is three lines beside each other, and each may hit another.
	Thunderbolt: {name: "thunderbolt", ktx: "lg", words: []string{"lg", "shaft"}, word: "lightning",
		hand: LightningGun, class: OneShot},
	Discharge: {name: "discharge", ktx: "lg", words: []string{"discharge"},
		death: Tenses{"dies of a discharge", "died of a discharge"}, own: true},
	Quake3Machinegun: {name: "machine gun", ktx: "mg", words: []string{"mg"}, hand: Machinegun},
	HeavyMachinegun:  {name: "heavy machine gun", ktx: "hmg", words: []string{"hmg"}},
	RailgunHeadshot: {name: "railgun headshot", ktx: "rail", words: []string{"rail", "rg"}, word: "rail headshot",
		preview: "railgun", hand: Railgun, class: Flick | OneShot},
	BFG10K: {name: "bfg10k", ktx: "bfg", words: []string{"bfg"}, word: "BFG", hand: BFG, missile: BFGBall,
		class: Strike | Midair | OneShot | Flies, speeds: [4]uint16{2: 400}},
	ProximityLauncher: {name: "proximity mine launcher", class: OneShot | Lobbed},
	Kamikaze:          {name: "kamikaze", class: OneShot | Lobbed},

	// Quake's mission packs.
	LavaNailgun:     {name: "lava nailgun", word: "nails", hand: Nailgun, missile: Nail, class: Flies},
	MultiRockets:    {name: "multi rockets", word: "rocket", hand: RocketLauncher, missile: Rocket, class: Flies},
	ProximityGun:    {name: "proximity gun"},
	LaserCannon:     {name: "laser cannon"},
	Mjolnir:         {name: "mjolnir"},
	EmpathyShields:  {name: "empathy shields"},
	PowerShield:     {name: "power shield"},
	VengeanceSphere: {name: "vengeance sphere"},

	// Quake II's.
	IonRipper:      {name: "ionripper", missile: IonBolt, speeds: [4]uint16{2: 500}},
	Phalanx:        {name: "phalanx", class: Strike | Midair | OneShot, speeds: [4]uint16{2: 725}},
	Chainfist:      {name: "chainfist"},
	Disintegrator:  {name: "disintegrator"},
	ETFRifle:       {name: "etf rifle"},
	PlasmaBeam:     {name: "plasma beam"},
	TeslaMine:      {name: "tesla mine", class: Lobbed},
	ProximityMine:  {name: "proximity mine", class: Lobbed},
	AntimatterBomb: {name: "antimatter bomb", class: OneShot | Lobbed},
	DefenderSphere: {name: "defender sphere"},
	HunterSphere:   {name: "hunter sphere"},
	Disruptor:      {name: "disruptor", missile: Tracker},
	Doppelganger:   {name: "doppelganger"},

	// Team Fortress's.
	Medikit:          {name: "medikit"},
	SentryGun:        {name: "sentry gun"},
	NailGrenade:      {name: "nail grenade"},
	MirvGrenade:      {name: "mirv grenade"},
	Pipebomb:         {name: "pipebomb"},
	GasGrenade:       {name: "gas grenade"},
	EMPGrenade:       {name: "EMP grenade"},
	Caltrops:         {name: "caltrops"},
	FlashGrenade:     {name: "flash grenade"},
	Detpack:          {name: "detpack"},
	Flamethrower:     {name: "flamethrower"},
	IncendiaryCannon: {name: "incendiary cannon"},
	Knife:            {name: "knife"},
	Spanner:          {name: "spanner"},
	SniperRifle:      {name: "sniper rifle"},
	AutoRifle:        {name: "auto rifle"},
	AssaultCannon:    {name: "assault cannon"},
	Tranquiliser:     {name: "tranquiliser"},
	Dispenser:        {name: "dispenser"},

	// Players, without a weapon.
	Telefrag: {name: "telefrag", words: []string{"telefrag", "tele"}, death: Tenses{"is telefragged",
		"was telefragged"},
		own: true},
	Stomp:   {name: "stomp", death: Tenses{"is stomped", "was stomped"}, own: true},
	Squish:  {name: "squish", death: Tenses{"is crushed", "was crushed"}},
	Suicide: {name: "suicide", death: Tenses{"commits suicide", "committed suicide"}, own: true},
	TeamSwitch: {name: "team switch", death: Tenses{"dies by changing the team", "died by changing the team"},
		own: true},
	Juiced: {name: "juiced"},

	// The level. Trap is what the game says; MapTrap, DeadlyFall and OutOfMap are what it turns out to be.
	Lava:       {name: "lava", death: Tenses{"dies in lava", "died in lava"}},
	Slime:      {name: "slime", death: Tenses{"dies in slime", "died in slime"}},
	Water:      {name: "water", death: Tenses{"drowns", "drowned"}},
	Fall:       {name: "fall", death: Tenses{"falls to death", "fell to death"}},
	Falling:    {name: "falling"},
	Void:       {name: "void"},
	Trap:       {name: "trap", class: Lobbed}, // in Quake II it is a weapon, too
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
