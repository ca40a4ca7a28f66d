package rules_test

import (
	"fmt"
	"slices"
	"testing"

	"demoscope/formats/message"
	"demoscope/player/world"
)

// taken lists what the last packet says of items taken: "slot item".
func (s *script) taken() (list []string) {
	for _, e := range s.only(world.EventItem) {
		list = append(list, fmt.Sprint(e.Player, " ", e.Item))
	}
	return list
}

// itemLines are what the games print for items of weight.
var itemLines = []struct{ line, item string }{
	{"You got the Double-barrelled Shotgun", "Double-barrelled Shotgun"},
	{"You got the Double-Barreled Shotgun", "Double-Barreled Shotgun"}, // LibreQuake
	{"You got the nailgun", "Nailgun"},
	{"You got the Super Nailgun", "Super Nailgun"},
	{"You got the Grenade Launcher", "Grenade Launcher"},
	{"You got the Rocket Launcher", "Rocket Launcher"},
	{"You got the Thunderbolt", "Thunderbolt"},
	{"You got the Lightning Gun", "Lightning Gun"},
	{"You got the Green Armor", "Green Armor"},
	{"You got the Yellow Armor", "Yellow Armor"},
	{"You got the Red Armor", "Red Armor"},
	{"You got armor", "armor"},
	{"You got 100 armor", "Green Armor"},
	{"You got 150 armor", "Yellow Armor"},
	{"You got 200 armor", "Red Armor"},
	{"You receive 100 health", "Megahealth"},
	{"You receieve 100 health", "Megahealth"},
	{"You got the Megahealth!", "Megahealth"},
	{"You got the Quad Damage", "Quad Damage"},
	{"You got the Pentagram of Protection", "Pentagram of Protection"},
	{"You got the Ring of Shadows", "Ring of Shadows"},
	{"You got the Biosuit", "Biosuit"},
	{"You got the silver keycard", "silver keycard"},
	{"You got the gold keycard", "gold keycard"},
	{"You got the silver runekey", "silver runekey"},
	{"You got the gold runekey", "gold runekey"},
	{"You got the silver key", "silver key"},
	{"You got the gold key", "gold key"},
	{"You got the rune!", "rune"},
	{"You got the Earth Rune!", "Earth Rune"},
	{"You got the Black Rune!", "Black Rune"},
	{"You got the Elder Rune!", "Elder Rune"},
	{"You got the Hell Rune!", "Hell Rune"},
	{"You got the Rune of Blood", "Rune of Blood"},
	{"You got the Rune of Bone", "Rune of Bone"},
	{"You got the Rune of Mind", "Rune of Mind"},
	{"You got the Rune of Soul", "Rune of Soul"},
	{"You got the Crusher Sigil", "Crusher Sigil"},
	{"You got the Lucifier's Protection", "Lucifier's Protection"},
	{"You got the Eye of Enigma", "Eye of Enigma"},
	{"You got the Diving Suit", "Diving Suit"},
	{"You got the Laser Cannon", "Laser Cannon"},
	{"You got the Mjolnir", "Mjolnir"},
	{"You got the Proximity Gun", "Proximity Gun"},
	{"You got the Empathy Shields", "Empathy Shields"},
	{"You got the Wetsuit", "Wetsuit"},
	{"You got the Horn of Conjuring", "Horn of Conjuring"},
	{"You got the Anti-Grav Belt", "Anti-Grav Belt"},
	{"You got the Power Shield", "Power Shield"},
	{"You get the Rocket Launcher, 5 shells, 3 rockets", "Rocket Launcher"}, // a backpack
	{"You get Rocket Launcher", "Rocket Launcher"},
	{"You got the \xd2\xe5\xe4 \xc1\xf2\xed\xef\xf2", "Red Armor"},
	{"You got the \xf2\xf5\xee\xe5\xa1", "rune"},
	{"You got the QUAD DAMAGE", "Quad Damage"},
}

// noItemLines are what the games print that is no item of weight.
var noItemLines = []string{
	"You got the shells", "You got the nails", "You got the rockets", "You got the cells", "You get 25 shells",
	"You get 5 rockets, 3 cells",
	"You receive 25 health", "You receive 15 health", "You receive 100 healths", "You receive 10 health",
	"You receieve 99 health",
	"You got 50 armor", "You got 1000 armor", "You got the Rocket Launchers", "You got the Rocket", "You got the key",
	"You got the runes", "You lost the Rocket Launcher", "You got", "You ", "You", "you got the Rocket Launcher",
	"A got the Rocket Launcher", "You got the the Rocket Launcher", "You receive the Rocket Launcher",
	"You got 100 health",
}

// Each item that a line of a game names, and lines that name none. The one who
// is told has it.
func TestItemLines(t *testing.T) {
	say := func(s *script, line string) []string {
		s.time += 1 // it is another one
		if s.Game == world.QuakeWorld {
			s.packetTo(1<<1, printAt(0, line+"\n"))
		} else {
			s.packet(printAt(0, line+"\n"))
		}
		return s.taken()
	}
	quake := newQuake(t, "A", "B")
	quake.packet(&message.SetView{Entity: 2})
	client := newQuakeWorld(t, "qwd", "A", "B")
	for _, c := range []struct {
		s    *script
		slot int
	}{{quake, 1}, {client, 0}, {newQuakeWorld(t, "mvd", "A", "B"), 1}} {
		for _, l := range itemLines {
			if got, want := say(c.s, l.line), []string{fmt.Sprint(c.slot, " ", l.item)}; !slices.Equal(got, want) {
				t.Errorf("%v: %q: %q, not %q", c.s.Game, l.line, got, want)
			}
		}
		for _, line := range noItemLines {
			if got := say(c.s, line); len(got) != 0 {
				t.Errorf("%v: %q: %q", c.s.Game, line, got)
			}
		}
	}
	// QuakeWorld prints items at level 0, to one player.
	s := newQuakeWorld(t, "mvd", "A", "B")
	for _, c := range []struct {
		targets uint32
		level   uint8
	}{{everybody, 0}, {3, 0}, {0, 0}, {1, 1}, {1, 2}, {1, 3}} {
		s.time++
		if s.packetTo(c.targets, printAt(c.level, "You got the Quad Damage\n")); len(s.taken()) != 0 {
			t.Errorf("targets %x, level %d: %q", c.targets, c.level, s.taken())
		}
	}
}

// itemPlaces are the models that lie on the map and what they are.
var itemPlaces = []struct {
	model string
	skin  int32
	item  string
}{
	{"progs/g_shot.mdl", 0, "Double-barrelled Shotgun"},
	{"progs/g_nail.mdl", 0, "Nailgun"},
	{"progs/g_nail2.mdl", 0, "Super Nailgun"},
	{"progs/g_rock.mdl", 0, "Grenade Launcher"},
	{"progs/g_rock2.mdl", 0, "Rocket Launcher"},
	{"progs/g_rock2.mdl", 3, "Rocket Launcher"},
	{"progs/g_light.mdl", 0, "Thunderbolt"},
	{"progs/armor.mdl", 0, "Green Armor"},
	{"progs/armor.mdl", 1, "Yellow Armor"},
	{"progs/armor.mdl", 2, "Red Armor"},
	{"progs/armor.mdl", 3, ""},
	{"maps/b_bh100.bsp", 0, "Megahealth"},
	{"progs/quaddama.mdl", 0, "Quad Damage"},
	{"progs/invulner.mdl", 0, "Pentagram of Protection"},
	{"progs/invisibl.mdl", 0, "Ring of Shadows"},
	{"progs/suit.mdl", 0, "Biosuit"},
	{"maps/b_bh25.bsp", 0, ""},
	{"maps/b_shell0.bsp", 0, ""},
	{"", 0, ""},
}

// KTX's note of a pick-up names the entity that lay there: by what it is now,
// or was in the beginning.
func TestTookNotes(t *testing.T) {
	for _, format := range []string{"qwd", "mvd"} {
		for _, now := range []bool{false, true} {
			for _, c := range itemPlaces {
				s := newQuakeWorld(t, format, "A", "B")
				d := message.EntityDelta{Number: 40, Mask: message.FieldModel | message.FieldSkin, Model: 2,
					Skin: c.skin}
				s.packet(&message.QWList{Names: texts("maps/dm3.bsp", c.model, "progs/h_player.mdl")})
				if now {
					s.packet(&message.SpawnBaseline{EntityDelta: message.EntityDelta{Number: 40,
						Mask: message.FieldModel, Model: 3}},
						&message.PacketEntities{Entities: []message.EntityDelta{d}})
				} else {
					s.packet(&message.SpawnBaseline{EntityDelta: d},
						&message.PacketEntities{Entities: []message.EntityDelta{
							{Number: 40, Mask: message.FieldModel}}})
				}
				s.packet(&message.StuffText{Text: []byte("//ktx took 40 20 2\n")})
				want := []string{"1 " + c.item}
				if c.item == "" {
					want = nil
				}
				if got := s.taken(); !slices.Equal(got, want) {
					t.Errorf("%s: %s with skin %d, there %v: %q, not %q", format, c.model, c.skin, now, got, want)
				}
				for _, note := range []string{
					"//ktx took 40 20 0\n", "//ktx took 40 20 3\n", "//ktx took 40 20 -1\n", "//ktx took 40 20\n",
					"//ktx took 40 20 2 1\n",
					"//ktx took 41 20 2\n", "//ktx took -1 20 2\n", "ktx took 40 20 2\n", "//ktx drop 40 20 2\n",
				} {
					s.time++
					if s.packet(&message.StuffText{Text: []byte(note)}); len(s.taken()) != 0 {
						t.Errorf("%q: %q", note, s.taken())
					}
				}
			}
		}
	}
}

// The same item of the same player within a quarter of a second is the same.
func TestItemTwice(t *testing.T) {
	for _, c := range []struct {
		after float64
		slot  uint
		item  string
		want  int
	}{
		{0, 1, "Quad Damage", 0}, {0.25, 1, "Quad Damage", 0}, {0.265625, 1, "Quad Damage", 1},
		{0, 0, "Quad Damage", 1}, {0, 1, "Biosuit", 1}, {0.25, 0, "Biosuit", 1},
	} {
		s := newQuakeWorld(t, "mvd", "A", "B")
		s.time = 10
		s.packetTo(1<<1, printAt(0, "You got the Quad Damage\n"))
		s.time = 10 + c.after
		s.packetTo(1<<c.slot, printAt(0, "You got the "+c.item+"\n"))
		if n := len(s.taken()); n != c.want {
			t.Errorf("%+v: %d, not %d", c, n, c.want)
		}
		// A new level remembers nothing.
		s.time = 10.25
		s.packet(&message.QWServerData{Protocol: 28}, &message.QWUpdateUserInfo{Player: 1, Text: []byte(`\name\B`)})
		if s.packetTo(1<<1, printAt(0, "You got the Quad Damage\n")); len(s.taken()) != 1 {
			t.Errorf("%+v: in a new level it is another one", c)
		}
	}
	// Sixteen are remembered.
	for _, between := range []int{15, 16} {
		s := newQuakeWorld(t, "mvd", "A", "B", "C", "D", "E", "F", "G", "H", "I", "J", "K", "L", "M", "N",
			"O", "P", "Q")
		quad := func(slot int) {
			s.time = 10
			s.packetTo(1<<slot, printAt(0, "You got the Quad Damage\n"))
		}
		for slot := range between + 1 {
			quad(slot)
		}
		if quad(0); len(s.taken()) != between-15 {
			t.Errorf("after %d others: %q", between, s.taken())
		}
	}
}

// Each bit of the items that is one of weight (DEM table 5), and those that are
// not.
func TestItemBits(t *testing.T) {
	const shotgun, axe = 1, 1 << 12
	items := map[int]string{
		1: "Double-barrelled Shotgun", 2: "Nailgun", 3: "Super Nailgun", 4: "Grenade Launcher", 5: "Rocket Launcher",
		6:  "Thunderbolt",
		17: "silver key", 18: "gold key", 19: "Ring of Shadows", 20: "Pentagram of Protection", 21: "Biosuit",
		22: "Quad Damage",
	}
	armor := map[int]string{13: "Green Armor", 14: "Yellow Armor", 15: "Red Armor"}
	set := func(index uint8, value int32) message.Message {
		return &message.UpdateStat{Index: index, Value: value, Long: value > 255}
	}
	const health, armorValue, itemStat = 0, 4, 15
	for _, format := range []string{"qwd", "mvd"} {
		slot := uint(0)
		if format == "mvd" {
			slot = 2
		}
		start := func() *script {
			s := newQuakeWorld(t, format, "A", "B", "C")
			s.packetTo(1<<slot, set(itemStat, shotgun|axe), set(health, 100), set(armorValue, 0))
			return s
		}
		expect := func(s *script, what string, want ...string) {
			t.Helper()
			for i := range want {
				want[i] = fmt.Sprint(slot, " ", want[i])
			}
			if got := s.taken(); !slices.Equal(got, want) {
				t.Errorf("%s: %s: %q, not %q", format, what, got, want)
			}
		}
		for bit := range 31 {
			s := start()
			s.packetTo(1<<slot, set(itemStat, shotgun|axe|1<<bit))
			if name := items[bit]; name != "" {
				expect(s, fmt.Sprint("bit ", bit), name)
			} else {
				expect(s, fmt.Sprint("bit ", bit))
			}
			s = start()
			s.packetTo(1<<slot, set(itemStat, shotgun|axe|1<<bit), set(armorValue, 50))
			switch {
			case armor[bit] != "":
				expect(s, fmt.Sprint("armor, bit ", bit), armor[bit])
			case items[bit] != "":
				expect(s, fmt.Sprint("armor, bit ", bit), items[bit])
			default:
				expect(s, fmt.Sprint("armor, bit ", bit))
			}
		}
		// Two at once were taken, three are what a player begins with.
		s := start()
		s.packetTo(1<<slot, set(itemStat, shotgun|axe|2|4))
		expect(s, "two", "Double-barrelled Shotgun", "Nailgun")
		s = start()
		s.packetTo(1<<slot, set(itemStat, shotgun|axe|2|4|8))
		expect(s, "three")
		s.packetTo(1<<slot, set(itemStat, shotgun|axe|2|4|8|32))
		expect(s, "then one", "Rocket Launcher")
		// A rise of health is a megahealth only if the bit that it gives says so: runes
		// and mods raise health above 100, too.
		const mega = 1 << 16
		for _, c := range []struct {
			was, now       int32
			wasBit, nowBit int32
			want           bool
		}{
			{50, 100, 0, 0, false}, {50, 101, 0, 0, false}, {100, 200, 0, 0, false}, {145, 150, 0, 0, false},
			{50, 150, 0, mega, true}, {100, 200, 0, mega, true}, {1, 101, 0, mega, true}, {20, 99, 0, mega, true},
			{150, 250, mega, mega, true}, {150, 200, mega, mega, true}, {150, 199, mega, mega, false},
			{150, 155, mega, mega, false},
			{200, 150, mega, mega, false}, {101, 100, mega, 0, false}, {100, 150, mega, 0, false},
			{150, 150, 0, mega, false}, {0, 150, 0, mega, false},
		} {
			s = start()
			s.packetTo(1<<slot, set(health, c.was), set(itemStat, shotgun|axe|c.wasBit))
			s.time++
			s.packetTo(1<<slot, set(health, c.now), set(itemStat, shotgun|axe|c.nowBit))
			what := fmt.Sprintf("health from %d to %d, bits %x to %x", c.was, c.now, c.wasBit, c.nowBit)
			if c.want {
				expect(s, what, "Megahealth")
			} else {
				expect(s, what)
			}
		}
		// The dead have taken nothing, whatever their stats say.
		s = start()
		s.packetTo(1<<slot, set(health, 0), set(itemStat, shotgun|axe|32))
		expect(s, "dies")
		s.packetTo(1<<slot, set(health, 100), set(itemStat, shotgun|axe|32|64))
		expect(s, "lives again")
		s.packetTo(1<<slot, set(itemStat, shotgun|axe|32|64|16))
		expect(s, "and takes", "Grenade Launcher")
		s.packetTo(1<<slot, set(health, 1))
		s.packetTo(1<<slot, set(itemStat, shotgun|axe|32|64|16|2))
		expect(s, "hardly lives and takes", "Double-barrelled Shotgun")
		// A new level forgets what anybody had.
		s.packet(&message.QWServerData{Protocol: 28}, &message.QWUpdateUserInfo{Player: uint8(slot),
			Text: []byte(`\name\X`)})
		s.packetTo(1<<slot, set(itemStat, shotgun|32), set(health, 100))
		expect(s, "begins a level")
	}
	// Without items nothing can be new: armor and health before them are what
	// the player had.
	s := newQuakeWorld(t, "mvd", "A")
	s.packetTo(1, set(health, 50))
	if s.packetTo(1, set(health, 150)); len(s.taken()) != 0 {
		t.Errorf("before the items: %q", s.taken())
	}
}
