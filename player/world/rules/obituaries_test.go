package rules_test

import (
	"testing"

	"demoscope/player/world"
)

// obituaryTest is a line in which a game tells of a death, and who killed
// whom: "A" is slot 0 and "B" slot 1.
type obituaryTest struct {
	line           string
	killer, victim int
	weapon         string
}

const nobody = -1

// quakeWorldObituaries are the lines of id's QuakeWorld, of KTX and its
// forebears and of capture the flag.
var quakeWorldObituaries = []obituaryTest{
	{"A chewed on B's boomstick", 1, 0, "shotgun"},
	{"A was lead poisoned by B", 1, 0, "shotgun"},
	{"A ate 2 loads of B's buckshot", 1, 0, "double-barrelled shotgun"},
	{"A ate 8 loads of B's buckshot", 1, 0, "double-barrelled shotgun"},
	{"A was body pierced by B", 1, 0, "nailgun"},
	{"A was nailed by B", 1, 0, "nailgun"},
	{"A was perforated by B", 1, 0, "super nailgun"},
	{"A was punctured by B", 1, 0, "super nailgun"},
	{"A was ventilated by B", 1, 0, "super nailgun"},
	{"A was straw-cuttered by B", 1, 0, "super nailgun"},
	{"A eats B's pineapple", 1, 0, "grenade launcher"},
	{"A was gibbed by B's grenade", 1, 0, "grenade launcher"},
	{"A rides B's rocket", 1, 0, "rocket launcher"},
	{"A rides B's Quad rocket", 1, 0, "rocket launcher"},
	{"A was gibbed by B's rocket", 1, 0, "rocket launcher"},
	{"A was gibbed by B's Quad rocket", 1, 0, "rocket launcher"},
	{"A was brutalized by B's quad rocket", 1, 0, "rocket launcher"},
	{"A was smeared by B's quad rocket", 1, 0, "rocket launcher"},
	{"A rips B a new one", 0, 1, "rocket launcher"},
	{"A accepts B's shaft", 1, 0, "thunderbolt"},
	{"A gets a natural disaster from B", 1, 0, "thunderbolt"},
	{"A accepts B's discharge", 1, 0, "discharge"},
	{"A drains B's batteries", 1, 0, "discharge"},
	{"A was ax-murdered by B", 1, 0, "axe"},
	{"A was axed to pieces by B", 1, 0, "axe"},
	{"A was hooked by B", 1, 0, "grapple"},
	{"A was disembowled by B", 1, 0, "grapple"},
	{"A was railed by B", 1, 0, "railgun"},
	{"A was instagibbed by B", 1, 0, "railgun"},
	{"A was destroyed by B's Quad rocket", 1, 0, "rocket launcher"},
	{"A was destroyed by B", 1, 0, ""},
	{"A was killed by B", 1, 0, ""},
	{"A was telefragged by B", 1, 0, "telefrag"},
	{"A was crushed by B", 1, 0, "stomp"},
	{"A was jumped by B", 1, 0, "stomp"},
	{"A tried to catch B", 1, 0, "stomp"},
	{"A softens B's fall", 1, 0, "stomp"},
	{"A softens B' fall", 1, 0, "stomp"},
	{"A squishes B", 0, 1, "squish"},
	{"A stomps B", 0, 1, "stomp"},
	{"Satan's power deflects A's telefrag", 0, 0, "telefrag"},

	{"A was telefragged by his teammate", nobody, 0, "telefrag"},
	{"A was telefragged by her teammate", nobody, 0, "telefrag"},
	{"A was crushed by his teammate", nobody, 0, "stomp"},
	{"A was crushed by her teammate", nobody, 0, "stomp"},
	{"A was jumped by his teammate", nobody, 0, "stomp"},
	{"A was jumped by her teammate", nobody, 0, "stomp"},
	{"A was telefragged", nobody, 0, "telefrag"},
	{"A mows down a teammate", 0, nobody, ""},
	{"A squished a teammate", 0, nobody, "squish"},
	{"A checks his glasses", 0, nobody, ""},
	{"A checks her glasses", 0, nobody, ""},
	{"A gets a frag for the other team", 0, nobody, ""},
	{"A loses another friend", 0, nobody, ""},

	{"A becomes bored with life", 0, 0, "rocket launcher"},
	{"A discovers blast radius", 0, 0, "rocket launcher"},
	{"A tries to put the pin back in", 0, 0, "grenade launcher"},
	{"A discharges into the water.", 0, 0, "discharge"},
	{"A discharges into the water", 0, 0, "discharge"},
	{"A discharges into the slime", 0, 0, "discharge"},
	{"A discharges into the lava", 0, 0, "discharge"},
	{"A heats up the water", 0, 0, "discharge"},
	{"A electrocutes himself.", 0, 0, "discharge"},
	{"A electrocutes himself", 0, 0, "discharge"},
	{"A electrocutes herself.", 0, 0, "discharge"},
	{"A railcutes himself", 0, 0, "discharge"},
	{"A suicides", 0, 0, "suicide"},

	{"A burst into flames", nobody, 0, "lava"},
	{"A turned into hot slag", nobody, 0, "lava"},
	{"A visits the Volcano God", nobody, 0, "lava"},
	{"A gulped a load of slime", nobody, 0, "slime"},
	{"A can't exist on slime alone", nobody, 0, "slime"},
	{"A sleeps with the fishes", nobody, 0, "water"},
	{"A sucks it down", nobody, 0, "water"},
	{"A cratered", nobody, 0, "fall"},
	{"A fell to his death", nobody, 0, "fall"},
	{"A fell to her death", nobody, 0, "fall"},
	{"A was squished", nobody, 0, "squish"},
	{"A tried to leave", nobody, 0, ""},
	{"A blew up", nobody, 0, "explosion"},
	{"A was spiked", nobody, 0, "trap"},
	{"A was zapped", nobody, 0, "trap"},
	{"A ate a lavaball", nobody, 0, "trap"},
	{"A died", nobody, 0, ""},
}

// quakeObituaries are the lines of LibreQuake, and those of monsters.
var quakeObituaries = []obituaryTest{
	{"A was hacked to death by B", 1, 0, "axe"},
	{"A was chopped to bits by B", 1, 0, "axe"},
	{"A's bucket was kicked by B", 1, 0, "axe"},
	{"A sucked on B's muffler", 1, 0, "shotgun"},
	{"A nibbled on B's muffler", 1, 0, "shotgun"},
	{"A was put six feet under by B", 1, 0, "shotgun"},
	{"A was blasted by B's rocket", 1, 0, "rocket launcher"},
	{"A was blasted by B", 1, 0, "double-barrelled shotgun"},
	{"A was shredded by B's rocket", 1, 0, "rocket launcher"},
	{"A was shredded by B", 1, 0, "double-barrelled shotgun"},
	{"A was sent home in a box by B", 1, 0, "double-barrelled shotgun"},
	{"A was pierced by B", 1, 0, "nailgun"},
	{"A was filled with holes by B", 1, 0, "nailgun"},
	{"A's mortal coil was shuffled off by B", 1, 0, "nailgun"},
	{"A was given speed holes by B", 1, 0, "super nailgun"},
	{"A's chips were cashed by B", 1, 0, "super nailgun"},
	{"A tripped over B's grenade", 1, 0, "grenade launcher"},
	{"A stepped on B's grenade", 1, 0, "grenade launcher"},
	{"A's clock was cleaned by B", 1, 0, "grenade launcher"},
	{"A was sent beyond the veil by B", 1, 0, "rocket launcher"},
	{"A was electrocuted by B", 1, 0, "thunderbolt"},
	{"A was given electroshock therapy by B", 1, 0, "thunderbolt"},
	{"A rode B's white horse", 1, 0, "thunderbolt"},
	{"A was given a toaster bath by B", 1, 0, "discharge"},
	{"A was squished by B", 1, 0, "squish"},

	{"A killed a teammate", 0, nobody, ""},
	{"A friendly-fired", 0, nobody, ""},
	{"A needs an eye exam", 0, nobody, ""},
	{"A betrayed their friend", 0, nobody, ""},
	{"A crushed a teammate", 0, nobody, "squish"},

	{"A took a toaster bath", 0, 0, "discharge"},
	{"A didn't launch the grenade far enough", 0, 0, "grenade launcher"},
	{"A played with explosives", 0, 0, "rocket launcher"},
	{"A blew himself up", 0, 0, "rocket launcher"},
	{"A checks if his weapon is loaded", 0, 0, ""},
	{"A committed suicide", 0, 0, "suicide"},
	{"A commited suicide", 0, 0, "suicide"},

	{"A was sent sky high", nobody, 0, "explosion"},
	{"A was crushed", nobody, 0, "squish"},
	{"A was perforated", nobody, 0, "trap"},
	{"A was lasered", nobody, 0, "trap"},
	{"A was hit by a lavaball", nobody, 0, "trap"},
	{"A tried to escape", nobody, 0, ""},
	{"A forgot how to swim", nobody, 0, "water"},
	{"A drowned", nobody, 0, "water"},
	{"A ran out of air", nobody, 0, "water"},
	{"A dissolved in acid", nobody, 0, "slime"},
	{"A was disincorporated", nobody, 0, "slime"},
	{"A fell into lava", nobody, 0, "lava"},
	{"A combusted", nobody, 0, "lava"},
	{"A dove headfirst into hot lava", nobody, 0, "lava"},
	{"A fell off a cliff", nobody, 0, "fall"},
	{"A took a long walk off a short pier", nobody, 0, "fall"},
	{"A fell into space", nobody, 0, "void"},
	{"A's screams went unheard", nobody, 0, "void"},
	{"A fell into the void", nobody, 0, "void"},
	{"A fell out of existence", nobody, 0, "void"},

	{"A was fed to the Rotfish", nobody, 0, "Rotfish"},
	{"A became one with Shub-Niggurath", nobody, 0, "Shub-Niggurath"},
	{"A became one with Shoggoth", nobody, 0, "Shoggoth"},
	{"A joins the Zombies", nobody, 0, "Zombie"},
	{"A was blasted by Cthulhi", nobody, 0, "Cthulhi"},
	{"A was fireballed by Cthon", nobody, 0, "Cthon"},
	{"A was shot by a Grunt", nobody, 0, "Grunt"},
	{"A was eviscerated by a Fiend", nobody, 0, "Fiend"},
	{"A was smashed by a Shambler", nobody, 0, "Shambler"},
	{"A was scragged by a Scrag", nobody, 0, "Scrag"},
	{"A was slimed by a Spawn", nobody, 0, "Spawn"},
	{"A was mauled by a Rottweiler", nobody, 0, "Rottweiler"},
	{"A was exploded by a Vore", nobody, 0, "Vore"},
	{"A was destroyed by an Ogre", nobody, 0, "Ogre"},
	{"A was blasted by an Enforcer", nobody, 0, "Enforcer"},
	{"A was slashed by a Death Knight", nobody, 0, "Death Knight"},
}

// expectKill checks that the last packet told of one death, which was counted.
func expectKill(s *script, o obituaryTest, line string) {
	s.t.Helper()
	kills := s.only(world.EventKill)
	if len(kills) != 1 {
		s.t.Errorf("%q: %d deaths, not 1", line, len(kills))
		return
	}
	if k := kills[0]; k.Player != o.killer || k.Other != o.victim || k.Weapon != o.weapon || string(k.Text) != line {
		s.t.Errorf("%q: slot %d kills %d with %q (%q), not %d %d with %q", line, k.Player, k.Other, k.Weapon, k.Text, o.killer, o.victim, o.weapon)
	}
	for slot := range 2 {
		wantKills, wantDeaths := int32(0), int32(0)
		if o.killer == slot && o.victim != slot {
			wantKills = 1
		}
		if o.victim == slot {
			wantDeaths = 1
		}
		if p := &s.Players[slot]; p.Kills != wantKills || p.Deaths != wantDeaths {
			s.t.Errorf("%q: slot %d has %d kills and %d deaths, not %d and %d", line, slot, p.Kills, p.Deaths, wantKills, wantDeaths)
		}
	}
	for i := range s.Players {
		s.Players[i].Kills, s.Players[i].Deaths = 0, 0
	}
}

// named2 puts two names in the places of A and B of a line.
func named2(line, a, b string) string {
	out := make([]byte, 0, 64)
	for i := range line {
		switch line[i] {
		case 'A':
			out = append(out, a...)
		case 'B':
			out = append(out, b...)
		default:
			out = append(out, line[i])
		}
	}
	return string(out)
}

// obituaryNames are pairs of names that make lines hard to read: with spaces,
// one that begins the other, one that ends as phrases do, in the charset's
// other colour.
var obituaryNames = [][2]string{
	{"A", "B"},
	{"Mr. X", "the big one"},
	{"zed", "zed by"},
	{"zed by", "zed"},
	{"was nailed by", "\xec\xef\xf7 rides"},
	{"\x12\x13 \xe1", "x's rocket"},
}

func testObituaries(t *testing.T, start func(names [2]string) *script, list []obituaryTest) {
	for _, names := range obituaryNames {
		s := start(names)
		for _, o := range list {
			line := named2(o.line, names[0], names[1])
			s.printed(line)
			expectKill(s, o, line)
		}
	}
}

// Each line of each game tells who killed whom with what.
func TestObituaries(t *testing.T) {
	quake := func(n [2]string) *script { return newQuake(t, n[0], n[1]) }
	testObituaries(t, quake, quakeWorldObituaries)
	testObituaries(t, quake, quakeObituaries)
	for _, format := range []string{"qwd", "mvd"} {
		testObituaries(t, func(n [2]string) *script { return newQuakeWorld(t, format, n[0], n[1]) }, quakeWorldObituaries)
	}
}

// The games' own words may be in the charset's other colour; names are not the
// same in another.
func TestObituariesColoured(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A", "B"), newQuakeWorld(t, "qwd", "A", "B")} {
		line := "A \xf2\xe9\xe4\xe5\xf3 B\xa7\xf3\xa0rocket"
		s.printed(line)
		expectKill(s, obituaryTest{"", 1, 0, "rocket launcher"}, line)
		for _, line := range []string{"\xc1 rides B's rocket", "A rides \xc2's rocket"} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 0 {
				t.Errorf("%q: %+v", line, k)
			}
		}
	}
}

// What looks like a death and is none.
func TestNoObituaries(t *testing.T) {
	for _, s := range []*script{newQuake(t, "A", "B", "Bob"), newQuakeWorld(t, "qwd", "A", "B", "Bob"), newQuakeWorld(t, "mvd", "A", "B", "Bob")} {
		for _, line := range []string{
			"", "A", "B", "rides", " rides B's rocket", "A rides", "A rides B", "A rides 's rocket", "A rides B's rocket!",
			"A rides B's rockets", "A rides B's Rocket", "A rides  B's rocket", "A ridesB's rocket",
			"Zed rides B's rocket",          // nobody's name
			"A rides Zed's rocket",          // nor this one
			"A was nailed by Bo",            // the beginning of a name
			"A was nailed by Bobby",         // a name and more
			"AA suicides",                   // more than a name
			"a suicides",                    // another name
			"A: A suicides",                 // said, not told
			"A suicides.",                   //
			"A suicides twice",              //
			"A was telefragged by teammate", //
			"A rips B",                      //
			"A rips B a new two",            //
			"A discharges into the mud",     //
			"A ate 3 loads of B's buckshot", //
			"Satan's power deflects 's telefrag",
			"Satan's power deflects Zed's telefrag",
			"Satan's power deflects A's rocket", "Satan's power deflects A's quadfrag", "Santa's power deflects A's telefrag",
			"A entered the game", "A left the game with 5 frags", "A changed name to B",
		} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 0 {
				t.Errorf("%v: %q is read as a death: %+v", s.Game, line, k)
			}
		}
	}
	q := newQuake(t, "A", "", "B")
	for _, line := range []string{"A got shot by a Grunt", "A is loved by a Grunt", "A was shot by Grunt", "A was shot by the Grunt", "Was A shot by a Grunt"} {
		if q.printed(line); len(q.only(world.EventKill)) != 0 {
			t.Errorf("%q is read as a death: %+v", line, q.Events)
		}
	}
	// LibreQuake's words and monsters are Quake's only.
	s := newQuakeWorld(t, "qwd", "A", "B")
	for _, o := range quakeObituaries {
		s.printed(o.line)
		if k := s.only(world.EventKill); len(k) != 0 {
			t.Errorf("%q is read as a death of QuakeWorld: %+v", o.line, k)
		}
	}
	// In QuakeWorld only what everybody is told, at the levels of deaths and
	// of the match, is one.
	for level, want := range []int{0, 1, 1, 0} {
		s.packet(printAt(uint8(level), "A rides B's rocket\n"))
		if n := len(s.only(world.EventKill)); n != want {
			t.Errorf("at level %d: %d deaths, not %d", level, n, want)
		}
	}
	m := newQuakeWorld(t, "mvd", "A", "B")
	m.packetTo(1<<1, printAt(1, "A rides B's rocket\n"))
	if k := m.only(world.EventKill); len(k) != 0 {
		t.Errorf("what one player is told is a death: %+v", k)
	}
	// Who has no name has no part in it.
	n := newQuakeWorld(t, "qwd", "", "B")
	for _, line := range []string{"B was nailed by ", "B rides 's rocket", " suicides", " rides B's rocket"} {
		if n.printed(line); len(n.only(world.EventKill)) != 0 {
			t.Errorf("%q: somebody without a name has a part in it", line)
		}
	}
	// Nor has who left.
	for _, line := range []string{" suicides", "A rides 's rocket"} {
		if q.printed(line); len(q.only(world.EventKill)) != 0 {
			t.Errorf("%q: an empty slot died", line)
		}
	}
}
