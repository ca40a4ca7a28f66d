package tone

// The tones.
const (
	Silence Tone = iota
	Something
	Shotgun
	SuperShotgun
	MachineGun
	Nails
	Rocket
	Grenade
	Bounce
	Rail
	Lightning
	Plasma
	Blaster
	BFG
	Axe
	Explosion
	Ricochet
	Tink
	Sizzle
	HitBeep
	Jump
	Land
	Fall
	Step
	SplashStep
	Pain
	Death
	Gib
	Gasp
	Drown
	Burn
	Taunt
	Ammo
	WeaponPickup
	HealthPickup
	MegaHealth
	ArmorPickup
	ShardPickup
	PowerupPickup
	PowerupSound
	WearsOff
	Respawn
	Key
	Flag
	Door
	DoorEnds
	Lift
	Button
	Secret
	Teleport
	JumpPad
	WaterIn
	WaterOut
	Talk
	Change
	NoAmmo
	Growl
	Wakes
	MonsterPain
	MonsterDeath
	Strike
	Says
	SaysGood
	SaysBad
	CountDown
	Fight
	Hum
	Wind
	Drip
	Fire
	Computer
	Fly
	Whirr
	LiftRuns
	toneCount
)

var names = [toneCount]string{
	"silence", "something", "shotgun", "super shotgun", "machine gun", "nails", "rocket", "grenade", "bounce", "rail",
	"lightning", "plasma", "blaster",
	"BFG", "axe", "explosion", "ricochet", "tink", "sizzle", "hit beep", "jump", "land", "fall", "step", "splash",
	"pain", "death", "gib", "gasp", "drown",
	"burn", "taunt", "ammunition", "weapon pick-up", "health", "megahealth", "armor", "armor shard", "powerup",
	"powerup's sound", "powerup ends",
	"item is back", "key", "flag", "door", "door ends", "lift", "button", "secret", "teleport", "jump pad",
	"into water", "out of water", "talk", "change",
	"no ammunition", "growl", "wakes up", "monster's pain", "monster's death", "strike", "says", "says good",
	"says bad", "count down", "fight", "hum", "wind",
	"drips", "fire", "computer", "flies", "whirrs", "lift runs",
}

// recipes are the recipes of the tones, a line for each layer: shape, frequency at the beginning and the end, level,
// delay, rise, life, vibrato and its frequency.
var recipes = [toneCount]recipe{
	Silence:   {peak: 0, layers: []layer{{life: 0.01, from: 100}}},
	Something: {peak: 0.12, layers: []layer{{triangle, 330, 300, 1, 0, 0.01, 0.25, 0, 0}}},
	Shotgun: {peak: 0.34, layers: []layer{{noise, 1800, 500, 1, 0, 0, 0.28, 0, 0}, {rumble, 400, 90, 0.9, 0, 0,
		0.3, 0, 0}, {sine, 150, 50, 0.8, 0, 0, 0.2, 0, 0}}},
	SuperShotgun: {peak: 0.4, layers: []layer{{noise, 1300, 300, 1, 0, 0, 0.4, 0, 0}, {rumble, 350, 70, 1, 0, 0, 0.45,
		0, 0}, {sine, 120, 38, 1, 0, 0, 0.3, 0, 0}, {noise, 2500, 900, 0.5, 0.04, 0, 0.2, 0, 0}}},
	MachineGun: {peak: 0.26, layers: []layer{{noise, 1700, 700, 1, 0, 0, 0.11, 0, 0}, {sine, 220, 80, 0.8, 0, 0,
		0.09, 0, 0}}},
	Nails: {peak: 0.2, layers: []layer{{noise, 2600, 1400, 0.6, 0, 0, 0.07, 0, 0}, {triangle, 900, 520, 0.6, 0,
		0, 0.07, 0, 0}, {sine, 180, 90, 0.5, 0, 0, 0.08, 0, 0}}},
	Rocket: {peak: 0.34, layers: []layer{{noise, 500, 1500, 0.9, 0, 0.03, 0.55, 0, 0}, {rumble, 260, 120, 0.9, 0,
		0.01, 0.5, 0, 0}, {sine, 110, 55, 0.8, 0, 0, 0.2, 0, 0}}},
	Grenade: {peak: 0.3, layers: []layer{{sine, 190, 70, 1, 0, 0.005, 0.22, 0, 0}, {noise, 700, 300, 0.6, 0, 0,
		0.14, 0, 0}}},
	Bounce: {peak: 0.16, layers: []layer{{triangle, 780, 690, 1, 0, 0, 0.09, 0, 0}, {sine, 1710, 1650, 0.4, 0, 0,
		0.06, 0, 0}, {sine, 240, 180, 0.6, 0, 0, 0.06, 0, 0}}},
	Rail: {peak: 0.34, layers: []layer{{reed, 1500, 110, 0.9, 0, 0, 0.8, 0, 0}, {noise, 3200, 500, 0.4, 0, 0,
		0.35, 0, 0}, {sine, 90, 45, 0.9, 0, 0, 0.3, 0, 0}}},
	Lightning: {peak: 0.24, layers: []layer{{reed, 118, 122, 0.7, 0, 0.01, 0.5, 0.03, 31},
		{noise, 3000, 2200, 0.6, 0, 0.01, 0.45, 0, 0}, {noise, 1100, 1400, 0.4, 0.05, 0.01, 0.4, 0, 0}}},
	Plasma: {peak: 0.22, layers: []layer{{triangle, 820, 260, 1, 0, 0, 0.16, 0, 0}, {noise, 2400, 900, 0.35, 0, 0,
		0.1, 0, 0}}},
	Blaster: {peak: 0.24, layers: []layer{{reed, 620, 170, 1, 0, 0, 0.26, 0, 0}, {sine, 240, 90, 0.5, 0, 0,
		0.16, 0, 0}}},
	BFG: {peak: 0.36, layers: []layer{{reed, 70, 190, 0.8, 0, 0.25, 0.9, 0.02, 12}, {noise, 400, 2600, 0.5, 0,
		0.3, 0.8, 0, 0}, {sine, 55, 40, 1, 0.3, 0.01, 0.8, 0, 0}}},
	Axe: {peak: 0.16, layers: []layer{{noise, 900, 2100, 1, 0, 0.06, 0.18, 0, 0}}},
	Explosion: {peak: 0.46, layers: []layer{{rumble, 500, 55, 1, 0, 0.004, 1.0, 0, 0}, {sine, 85, 30, 0.9, 0, 0.004,
		0.6, 0, 0}, {noise, 900, 200, 0.5, 0, 0.004, 0.5, 0, 0}}},
	Ricochet: {peak: 0.13, layers: []layer{{sine, 1800, 850, 1, 0, 0.004, 0.32, 0.01, 22},
		{noise, 3000, 1800, 0.4, 0, 0, 0.06, 0, 0}}},
	Tink: {peak: 0.1, layers: []layer{{sine, 3100, 2950, 0.5, 0, 0, 0.06, 0, 0}, {sine, 1870, 1800, 0.6, 0, 0,
		0.05, 0, 0}}},
	Sizzle: {peak: 0.18, layers: []layer{{noise, 1900, 800, 1, 0, 0, 0.22, 0, 0}, {triangle, 520, 240, 0.7, 0, 0,
		0.12, 0, 0}}},
	HitBeep: {peak: 0.14, layers: []layer{{sine, 1046, 1046, 1, 0, 0.004, 0.12, 0, 0}}},
	Jump: {peak: 0.14, layers: []layer{{triangle, 190, 330, 1, 0, 0.015, 0.14, 0, 0}, {noise, 700, 900, 0.25, 0,
		0.02, 0.1, 0, 0}}},
	Land: {peak: 0.18, layers: []layer{{sine, 120, 60, 1, 0, 0, 0.12, 0, 0}, {noise, 380, 200, 0.5, 0, 0,
		0.09, 0, 0}}},
	Fall: {peak: 0.26, layers: []layer{{sine, 140, 48, 1, 0, 0, 0.2, 0, 0}, {noise, 500, 200, 0.6, 0, 0, 0.14,
		0, 0}, {triangle, 330, 190, 0.5, 0.03, 0.01, 0.25, 0, 0}}},
	Step: {peak: 0.09, layers: []layer{{noise, 420, 240, 1, 0, 0, 0.07, 0, 0}, {sine, 105, 70, 0.7, 0, 0,
		0.06, 0, 0}}},
	SplashStep: {peak: 0.12, layers: []layer{{noise, 1400, 700, 1, 0, 0.01, 0.18, 0, 0}, {sine, 420, 760, 0.25, 0.02,
		0.01, 0.1, 0, 0}}},
	Pain: {peak: 0.22, layers: []layer{{reed, 260, 180, 1, 0, 0.01, 0.26, 0.03, 9},
		{noise, 900, 500, 0.2, 0, 0.01, 0.15, 0, 0}}},
	Death: {peak: 0.26, layers: []layer{{reed, 230, 75, 1, 0, 0.02, 0.8, 0.04, 7}, {noise, 700, 250, 0.25, 0.1,
		0.05, 0.5, 0, 0}}},
	Gib: {peak: 0.28, layers: []layer{{noise, 650, 180, 1, 0, 0, 0.4, 0, 0}, {rumble, 300, 100, 0.8, 0, 0,
		0.35, 0, 0}, {sine, 210, 60, 0.5, 0.02, 0, 0.2, 0, 0}}},
	Gasp: {peak: 0.16, layers: []layer{{noise, 700, 1700, 1, 0, 0.12, 0.25, 0, 0}}},
	Drown: {peak: 0.2, layers: []layer{{sine, 240, 420, 0.9, 0, 0.02, 0.14, 0, 0}, {sine, 210, 380, 0.8, 0.13,
		0.02, 0.14, 0, 0}, {sine, 180, 330, 0.7, 0.27, 0.02, 0.16, 0, 0}}},
	Burn: {peak: 0.2, layers: []layer{{noise, 1500, 800, 1, 0, 0.02, 0.45, 0, 0}, {reed, 240, 190, 0.4, 0, 0.02,
		0.25, 0.03, 9}}},
	Taunt: {peak: 0.18, layers: []layer{{reed, 220, 260, 1, 0, 0.01, 0.16, 0, 0}, {reed, 260, 330, 1, 0.14, 0.01,
		0.2, 0, 0}, {reed, 330, 220, 1, 0.32, 0.01, 0.3, 0, 0}}},
	Ammo: {peak: 0.16, layers: []layer{{triangle, 520, 520, 1, 0, 0, 0.07, 0, 0},
		{triangle, 392, 392, 0.8, 0.06, 0, 0.1, 0, 0}}},
	WeaponPickup: {peak: 0.2, layers: []layer{{noise, 1500, 700, 0.5, 0, 0, 0.06, 0, 0}, {triangle, 330, 330, 1, 0, 0,
		0.1, 0, 0}, {noise, 2200, 1200, 0.4, 0.11, 0, 0.06, 0, 0}, {triangle, 494, 494, 1, 0.11, 0, 0.2, 0, 0}}},
	HealthPickup: {peak: 0.18, layers: []layer{{sine, 659, 659, 1, 0, 0.004, 0.16, 0, 0},
		{sine, 880, 880, 1, 0.09, 0.004, 0.28, 0, 0}}},
	MegaHealth: {peak: 0.22, layers: []layer{{sine, 523, 523, 1, 0, 0.004, 0.25, 0, 0},
		{sine, 659, 659, 1, 0.09, 0.004, 0.25, 0, 0}, {sine, 784, 784, 1, 0.18, 0.004, 0.3, 0, 0},
		{sine, 1047, 1047, 1, 0.27, 0.004, 0.6, 0, 0}}},
	ArmorPickup: {peak: 0.2, layers: []layer{{triangle, 440, 440, 1, 0, 0, 0.3, 0, 0}, {sine, 1190, 1190, 0.5, 0, 0,
		0.35, 0, 0}, {sine, 2150, 2150, 0.25, 0, 0, 0.3, 0, 0}, {noise, 1800, 900, 0.3, 0, 0, 0.05, 0, 0}}},
	ShardPickup: {peak: 0.13, layers: []layer{{sine, 1320, 1320, 1, 0, 0, 0.14, 0, 0}, {sine, 2910, 2910, 0.3, 0, 0,
		0.1, 0, 0}}},
	PowerupPickup: {peak: 0.28, layers: []layer{{reed, 131, 262, 0.8, 0, 0.05, 0.9, 0.01, 6},
		{triangle, 392, 392, 0.6, 0.12, 0.02, 0.6, 0, 0}, {triangle, 523, 523, 0.6, 0.24, 0.02, 0.7, 0, 0},
		{triangle, 784, 784, 0.5, 0.36, 0.02, 0.8, 0, 0}}},
	PowerupSound: {peak: 0.22, layers: []layer{{reed, 98, 131, 1, 0, 0.02, 0.4, 0.02, 8}, {triangle, 196, 262, 0.6, 0,
		0.02, 0.4, 0, 0}}},
	WearsOff: {peak: 0.16, layers: []layer{{triangle, 587, 587, 1, 0, 0.004, 0.14, 0, 0},
		{triangle, 440, 440, 1, 0.13, 0.004, 0.22, 0, 0}}},
	Respawn: {peak: 0.13, layers: []layer{{sine, 440, 880, 1, 0, 0.06, 0.35, 0, 0}, {sine, 660, 1320, 0.5, 0.05,
		0.06, 0.35, 0, 0}}},
	Key: {peak: 0.2, layers: []layer{{sine, 1175, 1175, 1, 0, 0, 0.3, 0, 0}, {sine, 1568, 1568, 0.9, 0.12, 0,
		0.5, 0, 0}, {sine, 3140, 3140, 0.2, 0.12, 0, 0.3, 0, 0}}},
	Flag: {peak: 0.24, layers: []layer{{reed, 294, 294, 1, 0, 0.02, 0.25, 0, 0}, {reed, 392, 392, 1, 0.17, 0.02,
		0.25, 0, 0}, {reed, 494, 494, 1, 0.34, 0.02, 0.5, 0, 0}}},
	Door: {peak: 0.2, layers: []layer{{rumble, 180, 240, 1, 0, 0.08, 0.8, 0, 0}, {noise, 700, 1000, 0.3, 0,
		0.08, 0.6, 0, 0}, {reed, 62, 75, 0.4, 0, 0.1, 0.7, 0, 0}}},
	DoorEnds: {peak: 0.2, layers: []layer{{sine, 95, 55, 1, 0, 0, 0.2, 0, 0}, {noise, 500, 250, 0.6, 0, 0, 0.12, 0,
		0}, {rumble, 200, 100, 0.5, 0, 0, 0.25, 0, 0}}},
	Lift: {peak: 0.2, layers: []layer{{sine, 110, 62, 1, 0, 0, 0.2, 0, 0}, {reed, 58, 82, 0.6, 0.05, 0.1, 0.5,
		0, 0}, {noise, 450, 300, 0.4, 0, 0, 0.15, 0, 0}}},
	Button: {peak: 0.2, layers: []layer{{noise, 1600, 900, 0.8, 0, 0, 0.05, 0, 0}, {triangle, 250, 210, 1, 0, 0,
		0.08, 0, 0}, {triangle, 330, 330, 0.8, 0.1, 0, 0.12, 0, 0}}},
	Secret: {peak: 0.22, layers: []layer{{triangle, 392, 392, 1, 0, 0.01, 0.3, 0, 0},
		{triangle, 466, 466, 1, 0.14, 0.01, 0.3, 0, 0}, {triangle, 587, 587, 1, 0.28, 0.01, 0.3, 0, 0},
		{triangle, 784, 784, 1, 0.42, 0.01, 0.7, 0, 0}}},
	Teleport: {peak: 0.26, layers: []layer{{sine, 300, 1500, 0.7, 0, 0.03, 0.5, 0.06, 17},
		{sine, 1800, 420, 0.6, 0.05, 0.03, 0.5, 0.04, 23}, {noise, 1200, 2800, 0.5, 0, 0.05, 0.45, 0, 0}}},
	JumpPad: {peak: 0.24, layers: []layer{{sine, 130, 520, 1, 0, 0.01, 0.4, 0, 0}, {noise, 500, 1800, 0.4, 0, 0.03,
		0.35, 0, 0}}},
	WaterIn: {peak: 0.2, layers: []layer{{noise, 1600, 350, 1, 0, 0.01, 0.4, 0, 0}, {sine, 380, 160, 0.5, 0.03,
		0.02, 0.25, 0, 0}}},
	WaterOut: {peak: 0.16, layers: []layer{{noise, 600, 1900, 1, 0, 0.04, 0.3, 0, 0}, {sine, 300, 620, 0.3, 0.04,
		0.02, 0.14, 0, 0}}},
	Talk: {peak: 0.12, layers: []layer{{sine, 880, 880, 1, 0, 0.004, 0.08, 0, 0}, {sine, 1175, 1175, 1, 0.07,
		0.004, 0.14, 0, 0}}},
	Change: {peak: 0.1, layers: []layer{{noise, 1500, 1100, 1, 0, 0, 0.04, 0, 0}, {noise, 2100, 1500, 0.8, 0.07,
		0, 0.05, 0, 0}}},
	NoAmmo: {peak: 0.12, layers: []layer{{noise, 2400, 2000, 1, 0, 0, 0.03, 0, 0}, {sine, 280, 240, 0.7, 0, 0,
		0.05, 0, 0}}},
	Growl: {peak: 0.14, layers: []layer{{reed, 78, 66, 1, 0, 0.1, 0.7, 0.09, 19}, {noise, 340, 280, 0.4, 0, 0.1,
		0.6, 0, 0}}},
	Wakes: {peak: 0.22, layers: []layer{{reed, 105, 165, 1, 0, 0.05, 0.55, 0.08, 23},
		{noise, 500, 800, 0.3, 0, 0.05, 0.4, 0, 0}}},
	MonsterPain: {peak: 0.2, layers: []layer{{reed, 185, 120, 1, 0, 0.01, 0.3, 0.08, 27},
		{noise, 600, 400, 0.3, 0, 0.01, 0.2, 0, 0}}},
	MonsterDeath: {peak: 0.24, layers: []layer{{reed, 150, 48, 1, 0, 0.02, 0.9, 0.08, 16}, {rumble, 250, 90, 0.4, 0.2,
		0.05, 0.6, 0, 0}}},
	Strike: {peak: 0.22, layers: []layer{{noise, 1100, 1900, 0.7, 0, 0.04, 0.16, 0, 0},
		{sine, 170, 80, 1, 0.06, 0, 0.15, 0, 0}}},
	Says: {peak: 0.18, layers: []layer{{triangle, 523, 523, 1, 0, 0.006, 0.22, 0, 0},
		{triangle, 659, 659, 1, 0.16, 0.006, 0.4, 0, 0}}},
	SaysGood: {peak: 0.2, layers: []layer{{triangle, 523, 523, 1, 0, 0.006, 0.2, 0, 0},
		{triangle, 659, 659, 1, 0.11, 0.006, 0.2, 0, 0}, {triangle, 784, 784, 1, 0.22, 0.006, 0.5, 0, 0}}},
	SaysBad: {peak: 0.18, layers: []layer{{triangle, 494, 494, 1, 0, 0.006, 0.22, 0, 0},
		{triangle, 392, 392, 1, 0.15, 0.006, 0.22, 0, 0}, {triangle, 330, 330, 1, 0.3, 0.006, 0.5, 0, 0}}},
	CountDown: {peak: 0.2, layers: []layer{{triangle, 587, 587, 1, 0, 0.004, 0.3, 0, 0}}},
	Fight: {peak: 0.24, layers: []layer{{triangle, 1175, 1175, 1, 0, 0.004, 0.7, 0, 0},
		{triangle, 587, 587, 0.7, 0, 0.004, 0.6, 0, 0}}},
	Hum: {peak: 0.1, seconds: 2, layers: []layer{{reed, 60, 0, 1, 0, 0, 0, 0, 0}, {sine, 120, 0, 0.5, 0, 0, 0,
		0.01, 1}, {noise, 400, 0, 0.06, 0, 0, 0, 0, 0}}},
	Wind: {peak: 0.12, seconds: 4, layers: []layer{{noise, 420, 0, 1, 0, 0, 0, 0, 0},
		{rumble, 160, 0, 0.6, 0, 0, 0, 0, 0}}},
	Drip: {peak: 0.1, seconds: 3, layers: []layer{{noise, 900, 0, 0.12, 0, 0, 0, 0, 0},
		{rumble, 240, 0, 0.2, 0, 0, 0, 0, 0}}},
	Fire: {peak: 0.12, seconds: 3, layers: []layer{{rumble, 300, 0, 1, 0, 0, 0, 0, 0},
		{noise, 1500, 0, 0.25, 0, 0, 0, 0, 0}}},
	Computer: {peak: 0.08, seconds: 2, layers: []layer{{sine, 784, 0, 0.4, 0, 0, 0, 0.02, 4},
		{sine, 120, 0, 0.8, 0, 0, 0, 0, 0}, {sine, 1175, 0, 0.2, 0, 0, 0, 0.03, 7}}},
	Fly: {peak: 0.2, seconds: 1, layers: []layer{{noise, 600, 0, 1, 0, 0, 0, 0, 0},
		{reed, 92, 0, 0.35, 0, 0, 0, 0.02, 9}}},
	Whirr: {peak: 0.14, seconds: 1, layers: []layer{{reed, 165, 0, 1, 0, 0, 0, 0.01, 11},
		{noise, 1300, 0, 0.35, 0, 0, 0, 0, 0}}},
	LiftRuns: {peak: 0.14, seconds: 2, layers: []layer{{reed, 66, 0, 1, 0, 0, 0, 0.01, 3},
		{rumble, 200, 0, 0.7, 0, 0, 0, 0, 0}}},
}
