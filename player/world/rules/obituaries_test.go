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
	{"A ate 2 loads of B's buckshot", 1, 0, "super shotgun"},
	{"A ate 8 loads of B's buckshot", 1, 0, "super shotgun"},
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
	{"A rides B' rocket", 1, 0, "rocket launcher"},
	{"A chewed on B' boomstick", 1, 0, "shotgun"},
	{"A was literally stomped into particles by B", 1, 0, "stomp"},
	{"A was disembowled by B's shotgun", 1, 0, "shotgun"},
	{"A was disemboweled by B's shotgun", 1, 0, "shotgun"},
	{"A was disemboweled by B", 1, 0, "grapple"},
	{"A eats 2 scoops of B's lead shot", 1, 0, "super shotgun"},
	{"A was blown to chunks by B's grenade", 1, 0, "grenade launcher"},
	{"A gets intimate with B's grenade", 1, 0, "grenade launcher"},
	{"A was blown to chunks by B's rocket", 1, 0, "rocket launcher"},
	{"A is shish-kebabed by B's rocket", 1, 0, "rocket launcher"},
	{"A gets a warm fuzzy feeling from B", 1, 0, "thunderbolt"},
	{"A squishes B", 0, 1, "squish"},
	{"A stomps B", 0, 1, "stomp"},
	{"Satan's power deflects A's telefrag", 0, 0, "telefrag"},
	{"A was telefragged by B's Satan's power", 0, 0, "telefrag"},

	{"A was telefragged", nobody, 0, "telefrag"},

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
	{"A railcutes herself", 0, 0, "discharge"},
	{"A electrocutes itself", 0, 0, "discharge"},
	{"A somehow becomes bored with life", 0, 0, ""},
	{"A couldn't resist the shiny spawn point", 0, 0, "telefrag"},
	{"A got too close to the baby factory", 0, 0, "telefrag"},
	{"A was fragged by poor life choices", 0, 0, "telefrag"},
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
	{"A fell to its death", nobody, 0, "fall"},
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
	{"A was blasted by B", 1, 0, "super shotgun"},
	{"A was shredded by B's rocket", 1, 0, "rocket launcher"},
	{"A was shredded by B", 1, 0, "super shotgun"},
	{"A was sent home in a box by B", 1, 0, "super shotgun"},
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

	{"A took a toaster bath", 0, 0, "discharge"},
	{"A didn't launch the grenade far enough", 0, 0, "grenade launcher"},
	{"A played with explosives", 0, 0, "rocket launcher"},
	{"A blew himself up", 0, 0, "rocket launcher"},
	{"A blew herself up", 0, 0, "rocket launcher"},
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

// fortressObituaries are the lines of Team Fortress.
var fortressObituaries = []obituaryTest{
	{"A got up-close and personal with B's grenade", 1, 0, "hand grenade"},
	{"A played catch with B's grenade", 1, 0, "hand grenade"},
	{"A received a pineapple enema from B", 1, 0, "hand grenade"},
	{"A fetched B's pineapple", 1, 0, "hand grenade"},
	{"A caught too much shrapnel from B's grenade", 1, 0, "hand grenade"},
	{"A tried to pick up B's hot potato", 1, 0, "hand grenade"},
	{"A thought B was tossing him a spare grenade", 1, 0, "hand grenade"},
	{"A stops to ponder the technical details of B's grenade", 1, 0, "hand grenade"},
	{"A surfs on a grenade from B", 1, 0, "hand grenade"},
	{"A gets flayed by B's nail grenade", 1, 0, "nail grenade"},
	{"A gets perforated by B's nail grenade", 1, 0, "nail grenade"},
	{"A does a dance on B's Mirv grenade", 1, 0, "mirv grenade"},
	{"A gets spammed by B's Mirv grenade", 1, 0, "mirv grenade"},
	{"A gets juiced by B's Mirv grenade", 1, 0, "mirv grenade"},
	{"A is caught by B's pipebomb trap", 1, 0, "pipebomb"},
	{"A fell victim to B's fireworks", 1, 0, "pipebomb"},
	{"A gags on B's noxious gasses", 1, 0, "gas grenade"},
	{"A's ammo detonates him as B's EMP fries it", 1, 0, "EMP grenade"},
	{"A stands near some ammo as B's EMP nukes it", 1, 0, "EMP grenade"},
	{"A stepped on too many of B's caltrops", 1, 0, "caltrops"},
	{"A is charred by B's flash grenade", 1, 0, "flash grenade"},
	{"A reaches orbit via B's detpack", 1, 0, "detpack"},
	{"A cut the red wire of B's detpack", 1, 0, "detpack"},
	{"A dies from B's mysterious tropical disease", 1, 0, "medikit"},
	{"A escapes infection from B by dying first", 1, 0, "medikit"},
	{"A is burned up by B's flame", 1, 0, "flamethrower"},
	{"A is fried by B's fire", 1, 0, "flamethrower"},
	{"A feels B's fire of wrath", 1, 0, "flamethrower"},
	{"A is reduced to ashes by B", 1, 0, "flamethrower"},
	{"A is grilled by B's flame", 1, 0, "flamethrower"},
	{"A gets well done by B's incendiary rocket", 1, 0, "incendiary cannon"},
	{"A was knife-murdered by B", 1, 0, "knife"},
	{"A gets knifed from behind by B", 1, 0, "knife"},
	{"A's mellon was split by B", 1, 0, "axe"},
	{"A was put on the chop block by B", 1, 0, "axe"},
	{"A was sliced and diced by B's blade", 1, 0, "axe"},
	{"A is split from crotch to sternum by B's axe swing", 1, 0, "axe"},
	{"A is split in two with a powerful axe blow from B", 1, 0, "axe"},
	{"A's death put another notch on B's axe", 1, 0, "axe"},
	{"A was spanner-murdered by B", 1, 0, "spanner"},
	{"A got too close to B's muzzleflash", 1, 0, "shotgun"},
	{"A practices being B's clay pigeon", 1, 0, "shotgun"},
	{"A was on the receiving end of B's shotgun barrel", 1, 0, "shotgun"},
	{"A was fed a lead diet by B", 1, 0, "shotgun"},
	{"A got blasted by B's last resort", 1, 0, "shotgun"},
	{"A got more than a powderburn from B's shotgun blast", 1, 0, "shotgun"},
	{"A was turned into swiss cheese by B's buckshot", 1, 0, "super shotgun"},
	{"A got a double-dose of B's buckshot", 1, 0, "super shotgun"},
	{"A unfortunately forgot B carried a super-shotgun", 1, 0, "super shotgun"},
	{"A gets ventilated by B's super-shotgun blast", 1, 0, "super shotgun"},
	{"A's body got chuck full of B's lead pellets", 1, 0, "super shotgun"},
	{"A caught one too many nails from B", 1, 0, "nailgun"},
	{"A ran into B's nails", 1, 0, "nailgun"},
	{"A was turned into B's pin-cushion", 1, 0, "nailgun"},
	{"A grappled with B", 1, 0, "grapple"},
	{"A takes a bullet in the chest from B", 1, 0, "sniper rifle"},
	{"A succumbs to sniperfire from B", 1, 0, "sniper rifle"},
	{"A gets a third eye from B", 1, 0, "sniper rifle"},
	{"A gets his head blown off by B", 1, 0, "sniper rifle"},
	{"A is made legless by B", 1, 0, "sniper rifle"},
	{"A gets his legs blown off by B", 1, 0, "sniper rifle"},
	{"A collects B's bullet spray.", 1, 0, "auto rifle"},
	{"A gets sawn in half by B", 1, 0, "assault cannon"},
	{"A is put to sleep by B", 1, 0, "tranquiliser"},
	{"A gets a hole in his heart from B's railgun", 1, 0, "railgun"},
	{"A gets destroyed by B's exploding sentrygun", 1, 0, "sentry gun"},
	{"A hates B's sentry gun", 1, 0, "sentry gun"},
	{"A is mown down by B's sentry gun", 1, 0, "sentry gun"},
	{"A is creamed by B's sentry gun", 1, 0, "sentry gun"},
	{"A didn't insert the correct change into B's dispenser.", 1, 0, "dispenser"},
	{"A got splattered by his own grenade", 0, 0, "hand grenade"},
	{"A sat on his own grenade", 0, 0, "hand grenade"},
	{"A got to know his grenade too well", 0, 0, "hand grenade"},
	{"A caught the end of his own grenade", 0, 0, "hand grenade"},
	{"A got too close to his own grenade", 0, 0, "hand grenade"},
	{"A let his own grenade get the best of him", 0, 0, "hand grenade"},
	{"A tiptoed over his own grenade", 0, 0, "hand grenade"},
	{"A stared at his grenade too long", 0, 0, "hand grenade"},
	{"A grenades himself", 0, 0, "hand grenade"},
	{"A hammers himself", 0, 0, "nail grenade"},
	{"A practiced his own Mirv dance", 0, 0, "mirv grenade"},
	{"A allowed his Mirv to turn against him", 0, 0, "mirv grenade"},
	{"A goes to pieces", 0, 0, "mirv grenade"},
	{"A ambushes himself with his own pipebombs", 0, 0, "pipebomb"},
	{"A tried to juggle his own pipebombs", 0, 0, "pipebomb"},
	{"A chokes on his own gas", 0, 0, "gas grenade"},
	{"A explodes his ammo and body", 0, 0, "EMP grenade"},
	{"A detonates an ammo box too close to him", 0, 0, "EMP grenade"},
	{"A stepped on too many of his own caltrops", 0, 0, "caltrops"},
	{"A is charred by his own flash grenade", 0, 0, "flash grenade"},
	{"A set the detpack and forgot to run", 0, 0, "detpack"},
	{"A died impossibly!", 0, 0, "medikit"},
	{"A checks if his weapon is loaded", 0, 0, ""},
	{"A chars himself with an incendiary rocket", 0, 0, "incendiary cannon"},
	{"A torches himself", 0, 0, "flamethrower"},
	{"A gets too friendly with his sentrygun.", 0, 0, "sentry gun"},
	{"A intercepts his sentry gun's rocket", 0, 0, "sentry gun"},
	{"A crossed his sentry gun's line of fire", 0, 0, "sentry gun"},
	{"A dispenses with himself.", 0, 0, "dispenser"},
	{"A shoots his teammate one too many times.", 0, 0, ""},
}

// packObituaries are the lines of Quake's mission packs.
var packObituaries = []obituaryTest{
	{"A shares B's pain", 1, 0, "empathy shields"},
	{"A feels B's pain", 1, 0, "empathy shields"},
	{"A got too friendly with B's bomb", 1, 0, "proximity gun"},
	{"A did the rhumba with B's bomb", 1, 0, "proximity gun"},
	{"A was toasted by B's laser", 1, 0, "laser cannon"},
	{"A was radiated by B's laser", 1, 0, "laser cannon"},
	{"A was slammed by B's hammer", 1, 0, "mjolnir"},
	{"A was grappled by B", 1, 0, "grapple"},
	{"A was burned by B", 1, 0, "lava nailgun"},
	{"A was fused by B", 1, 0, "plasma gun"},
	{"A was blasted to bits by B", 1, 0, "multi rockets"},
	{"A was smashed by B", 1, 0, "power shield"},
	{"A was purged by the Vengeance Sphere", nobody, 0, "vengeance sphere"},
	{"A changed teams", 0, 0, "suicide"},
	{"A tried to change teams", 0, 0, "suicide"},
	{"A rode the lightning", nobody, 0, "trap"},
	{"A was cleaved in two", nobody, 0, "trap"},
	{"A was sliced to pieces", nobody, 0, "trap"},
	{"A was turned to plasma", nobody, 0, "trap"},
	{"A was annihilated by the Dragon", nobody, 0, "Dragon"},
	{"A was squashed by the Dragon", nobody, 0, "Dragon"},
	{"A fries in Hephaestus' fury", nobody, 0, "Hephaestus"},
	{"A was Mummified", nobody, 0, "Mummy"},
	{"A was outgunned by Armagon", nobody, 0, "Armagon"},
	{"A was stung by a Centroid", nobody, 0, "Centroid"},
	{"A was electrified by an Eel", nobody, 0, "Eel"},
	{"A was slit open by a Phantom Swordsman", nobody, 0, "Phantom Swordsman"},
}

// teamObituaries are those of team mates, of QuakeWorld's games: some name only one.
var teamObituaries = []obituaryTest{
	{"A was telefragged by his teammate", nobody, 0, "telefrag"},
	{"A was telefragged by her teammate", nobody, 0, "telefrag"},
	{"A was crushed by his teammate", nobody, 0, "stomp"},
	{"A was crushed by her teammate", nobody, 0, "stomp"},
	{"A was jumped by his teammate", nobody, 0, "stomp"},
	{"A was jumped by her teammate", nobody, 0, "stomp"},
	{"A mows down a teammate", 0, nobody, ""},
	{"A squished a teammate", 0, nobody, "squish"},
	{"A checks his glasses", 0, nobody, ""},
	{"A checks her glasses", 0, nobody, ""},
	{"A gets a frag for the other team", 0, nobody, ""},
	{"A loses another friend", 0, nobody, ""},
	{"A was telefragged by its teammate", nobody, 0, "telefrag"},
	{"A was crushed by their teammate", nobody, 0, "stomp"},
	{"A checks its glasses", 0, nobody, ""},
	{"A checks their glasses", 0, nobody, ""},
	{"A mows down teammate B", 0, 1, ""},
	{"A checks his glasses after killing B", 0, 1, ""},
	{"A gets a frag for the other team with B's death", 0, 1, ""},
	{"A killed his supposed friend B", 0, 1, ""},
	{"A didn't survive the operation by B", 1, 0, "medikit"},
	{"A obstructs his team's sentry gun", nobody, 0, "sentry gun"},
}

// libreTeamObituaries are LibreQuake's.
var libreTeamObituaries = []obituaryTest{
	{"A killed a teammate", 0, nobody, ""},
	{"A crushed a teammate", 0, nobody, "squish"},
	{"A friendly-fired", 0, nobody, ""},
	{"A needs an eye exam", 0, nobody, ""},
	{"A betrayed their friend", 0, nobody, ""},
}

// expectKill checks that the last packet told of one death, which was counted.
func expectKill(s *script, o obituaryTest, line string) { expectKillOf(s, o, line, false) }

// expectKillOf is expectKill of a team mate or not.
func expectKillOf(s *script, o obituaryTest, line string, team bool) {
	s.t.Helper()
	kills := s.only(world.EventKill)
	if len(kills) != 1 {
		s.t.Errorf("%q: %d deaths, not 1", line, len(kills))
		return
	}
	if k := kills[0]; k.Player != o.killer || k.Other != o.victim || k.WeaponName() != o.weapon ||
		string(k.Text) != line ||
		k.TeamKill != team {
		s.t.Errorf("%q: slot %d kills %d with %q (%q), not %d %d with %q", line, k.Player, k.Other,
			k.WeaponName(), k.Text,
			o.killer, o.victim, o.weapon)
	}
	for slot := range 2 {
		var want [4]int32 // kills, deaths, suicides, team kills
		switch {
		case o.killer == slot && o.victim == slot:
			want[2] = 1
		case o.killer == slot && team:
			want[3] = 1
		case o.killer == slot:
			want[0] = 1
		}
		if o.victim == slot {
			want[1] = 1
		}
		p := &s.Players[slot]
		if got := [4]int32{p.Kills, p.Deaths, p.Suicides, p.TeamKills}; got != want {
			s.t.Errorf("%q: slot %d has %d kills, deaths, suicides and team kills, not %d", line, slot, got, want)
		}
	}
	for i := range s.Players {
		p := &s.Players[i]
		p.Kills, p.Deaths, p.Suicides, p.TeamKills = 0, 0, 0, 0
	}
}

// named2 puts two names in the places of A and B of a line.
func named2(line, a, b string) string {
	out := make([]byte, 0, 64)
	for i := range line {
		inWord := i+1 < len(line) && line[i+1] >= 'a' && line[i+1] <= 'z'
		switch {
		case line[i] == 'A' && !inWord:
			out = append(out, a...)
		case line[i] == 'B' && !inWord:
			out = append(out, b...)
		default:
			out = append(out, line[i])
		}
	}
	return string(out)
}

// obituaryNames are pairs of names that make lines hard to read: with spaces,
// one that begins the other, one that ends as phrases do, in the charset's
// other color.
var obituaryNames = [][2]string{
	{"A", "B"},
	{"Mr. X", "the big one"},
	{"zed", "zed by"},
	{"zed by", "zed"},
	{"was nailed by", "\xec\xef\xf7 rides"},
	{"\x12\x13 \xe1", "x's rocket"},
}

func testObituaries(t *testing.T, start func(names [2]string) *script, list []obituaryTest, team bool) {
	for _, names := range obituaryNames {
		s := start(names)
		for _, o := range list {
			line := named2(o.line, names[0], names[1])
			s.printed(line)
			expectKillOf(s, o, line, team)
			s.time += 10 // nothing is beside it
		}
	}
}

// Each line of each game tells who killed whom with what.
func TestObituaries(t *testing.T) {
	quake := func(n [2]string) *script { return newQuake(t, n[0], n[1]) }
	for _, list := range [][]obituaryTest{quakeWorldObituaries, quakeObituaries, fortressObituaries, packObituaries} {
		testObituaries(t, quake, list, false)
	}
	testObituaries(t, quake, teamObituaries, true)
	testObituaries(t, quake, libreTeamObituaries, true)
	for _, format := range []string{"qwd", "mvd"} {
		start := func(n [2]string) *script { return newQuakeWorld(t, format, n[0], n[1]) }
		testObituaries(t, start, quakeWorldObituaries, false)
		testObituaries(t, start, fortressObituaries, false)
		testObituaries(t, start, teamObituaries, true)
	}
}

// The games' own words may be in the charset's other color; names are not the
// same in another.
func TestObituariesColored(t *testing.T) {
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
	for _, s := range []*script{newQuake(t, "A", "B", "Bob"), newQuakeWorld(t, "qwd", "A", "B", "Bob"),
		newQuakeWorld(t, "mvd", "A", "B", "Bob")} {
		for _, line := range []string{
			"", "A", "B", "rides", " rides B's rocket", "A rides", "A rides B", "A rides 's rocket",
			"A rides B's rocket!",
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
			"Satan's power deflects A's rocket", "Satan's power deflects A's quadfrag",
			"Santa's power deflects A's telefrag",
			"A entered the game", "A left the game with 5 frags", "A changed name to B",
		} {
			s.printed(line)
			if k := s.only(world.EventKill); len(k) != 0 {
				t.Errorf("%v: %q is read as a death: %+v", s.Game, line, k)
			}
		}
	}
	q := newQuake(t, "A", "", "B")
	for _, line := range []string{"A got shot by a Grunt", "A is loved by a Grunt", "A was shot by Grunt",
		"A was shot by the Grunt", "Was A shot by a Grunt"} {
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
