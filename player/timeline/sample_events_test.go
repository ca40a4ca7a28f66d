package timeline_test

// sampleEvents are the deaths, and where it says so the items of weight, of our
// own recordings, from the servers' logs and independent decoders: see the
// sample's README. Lines are "time killer > victim weapon" or "time player
// item".
var sampleEvents = map[string]struct {
	start float64 // of the recording, by the clock of the list
	slack float64 // seconds besides a hundredth
	items bool
	list  []string
	taken []string // items of weight without who took them; backpacks are not among them
}{
	"demoscope1.mvd": {list: arena, taken: []string{
		"11.73 Grenade Launcher", "16.73 Yellow Armor", "24.52 Thunderbolt", "39.64 Quad Damage", "41.28 Yellow Armor",
		"41.54 Megahealth",
		"43.60 Rocket Launcher", "44.01 Green Armor", "45.34 Grenade Launcher", "51.24 Double-barrelled Shotgun",
	}},
	"demoscope1.qwd": {start: 8.233 - 7.97, slack: 0.03, list: arena},
	"demoscope1_p15.dem": {start: 1.383, items: true, list: []string{
		"6.14  > Ranger Messenger", "26.46  > Ranger Chosen", "41.27 Ranger Super Nailgun", "52.81 Ranger Nailgun",
	}},
	"demoscope1_p666.dem": {start: 1.374, items: true, list: []string{
		"4.95  > Ranger Gore Hound", "26.12  > Ranger Cyberhunter",
		"41.15 Ranger Super Nailgun", "49.79 Ranger Grenade Launcher", "54.80 Ranger Green Armor",
	}},
	// The list counts by the frame before that in which the player is dead.
	"demoscope1.dm2": {start: -0.1, list: []string{
		"15.90 Quarry > Ranger hyperblaster", "46.80 Quarry > Ranger chaingun", "53.00 Quarry > Ranger railgun",
	}},
	// It began 0.8 s before the .dm2 and was stopped before the third death.
	"demoscope1.mvd2": {start: -0.8, list: []string{"15.90 Quarry > Ranger hyperblaster",
		"46.80 Quarry > Ranger chaingun"}},
	"demoscope1.dm_71": {list: []string{
		"11.10 Sarge > Gargoyle lightning gun", "11.35 Liz > Sarge rocket launcher",
		"18.70 Liz > Assassin lightning gun",
		"20.20 Gargoyle > Liz grenade launcher", "27.05 Liz > Gargoyle rocket launcher",
		"28.00 Assassin > Liz grenade launcher",
		"33.25 Sarge > Liz lightning gun", "38.85 Gargoyle > Liz rocket launcher", "44.70 Assassin > Sarge plasma gun",
		"49.00 Assassin > Liz rocket launcher", "52.35 Gargoyle > Gargoyle grenade launcher",
		"57.30 Gargoyle > Sarge lightning gun",
		"58.80 Gargoyle > Assassin lightning gun", "62.40 Gargoyle > Sarge rocket launcher",
		"64.35 Gargoyle > Liz rocket launcher",
		"65.10 Gargoyle > Gargoyle rocket launcher", "73.05 Liz > Sarge machine gun",
		"73.45 Liz > Gargoyle machine gun",
	}},
}

// arena are the deaths of the match in demoscope1.mvd.
var arena = []string{
	"1.36 Vesper > Quarry shotgun", "3.93 Vesper > Lumen shotgun", "9.14 Lumen > Ranger shotgun",
	"10.41 Vesper > Quarry shotgun", "13.51 Lumen > Vesper super nailgun", "19.83 Quarry > Ranger grenade launcher",
	"23.28 Vesper > Quarry shotgun", "27.31 Quarry > Vesper thunderbolt", "28.04 Quarry > Lumen thunderbolt",
	"30.58 Quarry > Ranger discharge", "30.58 Quarry > Vesper discharge", "30.58 Quarry > Quarry discharge",
	"34.61 Quarry > Vesper shotgun", "38.36 Quarry > Vesper shotgun", "39.68 Lumen > Quarry shotgun",
	"41.78 Vesper > Ranger shotgun", "48.22 Quarry > Lumen rocket launcher", "53.34 Vesper > Quarry shotgun",
	"55.57 Lumen > Vesper super shotgun", "57.48 Vesper > Lumen shotgun", "58.20 Quarry > Vesper rocket launcher",
}
