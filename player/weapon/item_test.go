package weapon

import (
	"slices"
	"strings"
	"testing"
)

// Every item has names that are its own, and is found by its names, figure and model.
func TestItemTable(t *testing.T) {
	tags := map[string]bool{}
	for i := range NumItems {
		r := &itemTable[i]
		for _, name := range slices.Concat(r.quake, r.others) {
			if ItemNamed(name) != i {
				t.Errorf("%s: %q is a %s", i, name, ItemNamed(name))
			}
		}
		if i.Weapon() != None {
			continue
		}
		if (i == NoItem) != (i.String() == "") {
			t.Errorf("%d is called %q", i, i)
		}
		if f := i.Figure(); f != "" && itemByFigure[f] != i {
			t.Errorf("%s: its figure %s shows a %s", i, f, itemByFigure[f])
		}
		if i.Timed() != (i.Tag() != "" && r.respawn != [4]uint16{}) {
			t.Errorf("%s: tag %q, rank %d, respawns after %v", i, i.Tag(), i.Rank(), r.respawn)
		}
		if tag := i.Tag(); tag != "" && tag != "Suit" && tags[tag] { // each game has its suit
			t.Errorf("two items are called %s", tag)
		}
		tags[i.Tag()] = true
	}
	if i := NumItems; i.String() != "" || i.Weight() != 1 {
		t.Errorf("%d has the row of another item", i)
	}
}

// Games print names of items, of weapons, too, and of what is no item.
func TestItemNamed(t *testing.T) {
	for name, want := range map[string]string{
		"Quad Damage": "quad quad 3 q", "Pentagram of Protection": "pentagram pent 3 p",
		"Battle Suit": "battle suit suit 3 suit", "Speed": "haste haste 3 haste", "Haste": "haste haste 3 haste",
		"Invisibility": "invisibility invis 3 r", "Ring of Shadows": "ring ring 3 r",
		"Red Armor": "red armor ra 2 ra", "Body Armor": "red armor ra 2 ra", "Heavy Armor": "red armor ra 2 ra",
		"Yellow Armor": "yellow armor ya 1 ya", "Combat Armor": "yellow armor ya 1 ya", "Armor": "yellow armor ya 1 ya",
		"Green Armor": "green armor ga 1 ga", "Jacket Armor": "green armor ga 1 ga",
		"Megahealth": "megahealth mh 2 health_100", "Mega Health": "megahealth mh 2 health_100",
		"Rocket Launcher": "rocket launcher  1 ", "Railgun": "railgun  1 ", "Thunderbolt": "lightning gun  1 ",
		"Power Screen": "power screen  2 ", "Earth Rune": "rune  2 ", "silver runekey": "silver key  1 ",
		"Red Flag": "red flag  1 ", "armor": "  1 ", "": "  1 ", "Shells": "  1 ",
	} {
		i := ItemNamed(name)
		got := i.String() + " " + i.Word() + " " + string('0'+rune(i.Weight())) + " " + i.KTX()
		if got != want {
			t.Errorf("%q is %q, not %q", name, got, want)
		}
	}
}

// A weapon by its other names is the weapon in the hand.
func TestItemsInTheHand(t *testing.T) {
	for name, want := range map[string]Kind{"BFG10K": BFG, "Machine Gun": Machinegun, "Railgun": Railgun,
		"HyperBlaster": HyperBlaster, "Grenade Launcher": GrenadeLauncher, "Quad Damage": None} {
		if got := ItemNamed(name).Weapon(); got != want {
			t.Errorf("%s is the weapon %v, not %v", name, got, want)
		}
	}
}

// Powerups decide games most, then what is nearly as good.
func TestWeight(t *testing.T) {
	for weight, names := range map[uint8]string{
		3: "Quad Damage|Pentagram of Protection|Ring of Shadows|Invulnerability|Invisibility|Battle Suit|Haste|Speed|" +
			"Regeneration|Flight|Double Damage|DualFire Damage",
		2: "Red Armor|Heavy Armor|Body Armor|Megahealth|Mega Health|Power Shield|Power Screen|Rune of Blood",
		1: "Yellow Armor|Combat Armor|Green Armor|Jacket Armor|Armor Shard|Rocket Launcher|Nails|Silencer|25 Health|",
	} {
		for _, name := range strings.Split(names, "|") {
			if i := ItemNamed(name); i.Weight() != weight || i.Powerup() != (weight == 3) {
				t.Errorf("%q has weight %d, want %d", name, i.Weight(), weight)
			}
		}
	}
}

// Players fight for the better armors, the megahealth and what makes them deadly or safe.
func TestFoughtItems(t *testing.T) {
	want := []Item{ItemYellowArmor, ItemRedArmor, ItemMegahealth, ItemQuad, ItemPentagram, ItemRing,
		ItemInvulnerability, ItemInvisibility}
	var got []Item
	for i := range NumItems {
		if i.Contested() {
			got = append(got, i)
		}
		if i.Flag() != (i == ItemRedFlag || i == ItemBlueFlag || i == ItemWhiteFlag) ||
			i.Armor() != (i == ItemGreenArmor || i == ItemYellowArmor || i == ItemRedArmor) {
			t.Errorf("%s: flag %v, armor %v", i, i.Flag(), i.Armor())
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("players fight for %v, not %v", got, want)
	}
}

// Players first wait for the red armor, the megahealth, and the powerups with which one kills or cannot be killed.
func TestMajorItems(t *testing.T) {
	want := []Item{ItemRedArmor, ItemMegahealth, ItemQuad, ItemPentagram, ItemRing, ItemInvulnerability, ItemBattleSuit,
		ItemHaste, ItemInvisibility, ItemRegeneration}
	var got []Item
	for i := range NumItems {
		if i.Major() {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, want) {
		t.Errorf("major items are %v, not %v", got, want)
	}
}

// Items are back after the times of the games' code. The megahealth of Quake and Quake II must wear off first.
func TestRespawn(t *testing.T) {
	for _, c := range []struct {
		item  Item
		game  int
		want  float64
		wears bool
	}{
		{ItemRedArmor, 0, 20, false}, {ItemRedArmor, 3, 25, false}, {ItemMegahealth, 1, 20, true},
		{ItemMegahealth, 3, 35, false}, {ItemQuad, 2, 60, false}, {ItemQuad, 3, 120, false}, {ItemRing, 0, 300, false},
		{ItemKamikaze, 3, 60, false}, {ItemPentagram, 3, 0, false}, {Item(RocketLauncher), 0, 0, false},
	} {
		if got, wears := c.item.Respawn(c.game); got != c.want || wears != c.wears {
			t.Errorf("%s of game %d: after %v s, wears off %v", c.item, c.game, got, wears)
		}
	}
}

// Items that one figure shows have names of their own, and so have Quake's armors, which one model shows.
func TestOfModel(t *testing.T) {
	for _, c := range []struct {
		model string
		skin  int
		want  string
	}{
		{"models/powerups/kamikazi.md3", 0, "Kami kamikaze"}, {"progs/invulner.mdl", 0, "Pent pentagram"},
		{"models/powerups/holdable/invulnerability.md3", 0, "Invuln invulnerability"},
		{"models/powerups/holdable/porter.md3", 0, "Portal portal"},
		{"models/powerups/holdable/Teleporter.md3", 0, "Tele teleporter"},
		{"progs/armor.mdl", 0, "GA green armor"}, {"progs/armor.mdl", 1, "YA yellow armor"},
		{"progs/armor.mdl", 2, "RA red armor"}, {"progs/armor.mdl", 3, " "},
		{"progs/armor.mdl", -1, " "}, {"models/items/armor/jacket/tris.md2", 2, "GA green armor"},
		{"maps/b_bh100.bsp", 0, "MH megahealth"}, {"progs/g_rock2.mdl", 0, "RL rocket launcher"},
		{"progs/g_shot.mdl", 0, "SSG super shotgun"}, {"progs/backpack.mdl", 0, " "}, {"", 0, " "},
	} {
		if i := OfModel(c.model, c.skin); i.Tag()+" "+i.String() != c.want {
			t.Errorf("%s with skin %d: %s %s, not %s", c.model, c.skin, i.Tag(), i, c.want)
		}
	}
}

// Quake's lines have names in any case and in either color of its charset.
func TestPrintedNames(t *testing.T) {
	for text, want := range map[string]string{"QUAD DAMAGE": "Quad Damage", "\xf2\xf5\xee\xe5\xa1": "rune",
		"Megahealth!": "Megahealth", "Rocket Launchers": "", "Rocket": "", "Lightning Gun": "Lightning Gun", "": "",
		"Speed": "", "Diving Suit": "Diving Suit"} {
		if got := OfQuake([]byte(text)); got != want {
			t.Errorf("Quake's %q is %q, not %q", text, got, want)
		}
	}
	for text, want := range map[string]string{"Red Armor": "Red Armor", "red armor": "", "Speed": "Speed", "": "",
		"Mega Health": "Mega Health"} {
		if got := OfGame([]byte(text)); got != want {
			t.Errorf("%q is %q, not %q", text, got, want)
		}
	}
}

// Words that people have for items and weapons mean these alone; others are a part of the game's name.
func TestItemCalled(t *testing.T) {
	for _, c := range []struct {
		name, word string
		want       bool
	}{
		{"Red Armor", "ra", true}, {"Body Armor", "ra", true}, {"Yellow Armor", "ra", false}, {"Armor", "ya", true},
		{"red flag", "red", true}, {"Invulnerability", "pent", true}, {"Invisibility", "ring", true},
		{"Quad Damage", "quad", true}, {"Thunderbolt", "lg", true}, {"Lightning Gun", "lg", true},
		{"Rocket Launcher", "rl", true}, {"Rocket Launcher", "gl", false}, {"Railgun", "rail", true},
		{"Grenade Launcher", "nade", true}, {"Armor Shard", "shard", true}, {"", "ra", false}, {"", "", false},
		{"", "shard", false},
	} {
		if got := Called(c.name, c.word); got != c.want {
			t.Errorf("%q is %q: %v", c.name, c.word, got)
		}
	}
}
