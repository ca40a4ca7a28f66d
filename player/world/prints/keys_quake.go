package prints

import (
	"bytes"
	"strings"

	"demoscope/player/world"
)

// The progs of the 2021 re-release print keys of a text table, such as $qc_death_sg, with arguments. Engines without
// the table print the key and the arguments without separators. Only players' names show where an argument ends.

const maxKeyed = 1024 // bytes of a text with its arguments

// quakeKeys are the prefixes of the keys of the progs, of maps and of menus.
var quakeKeys = [...]string{"$qc_", "$map_", "$m_"}

// quakeKey returns the position of the first key in a text, and its prefix, or -1 if there is none.
func quakeKey(text []byte) (at int, prefix string) {
	at = -1
	for _, p := range quakeKeys {
		if i := bytes.Index(text, []byte(p)); i >= 0 && (at < 0 || i < at) {
			at, prefix = i, p
		}
	}
	return at, prefix
}

// quakeTexts maps keys, without $qc_, to their texts with the arguments {0} and {1}. The texts of obituaries are
// Quake's.
var quakeTexts = map[string]string{
	"telefragged": "{0} was telefragged by {1}", "satans_power": "Satan's power deflects {0}'s telefrag",
	"discharge_water": "{0} discharges into the water.", "discharge_slime": "{0} discharges into the slime",
	"discharge_lava": "{0} discharges into the lava", "suicide_pin": "{0} tries to put the pin back in",
	"suicide_bored": "{0} becomes bored with life", "suicide_loaded": "{0} checks if his weapon is loaded",
	"suicides": "{0} suicides", "ff_teammate": "{0} mows down a teammate", "ff_glasses": "{0} checks his glasses",
	"ff_otherteam": "{0} gets a frag for the other team", "ff_friend": "{0} loses another friend",
	"changed_teams": "{0} changed teams", "tried_change_teams": "{0} tried to change teams",

	"death_ax": "{0} was ax-murdered by {1}", "death_sg": "{0} chewed on {1}'s boomstick",
	"death_dbl": "{0} ate 2 loads of {1}'s buckshot", "death_nail": "{0} was nailed by {1}",
	"death_sng": "{0} was punctured by {1}", "death_gl1": "{0} was gibbed by {1}'s grenade",
	"death_gl2": "{0} eats {1}'s pineapple", "death_rl1": "{0} was gibbed by {1}'s rocket",
	"death_rl2": "{0} was gibbed by {1}'s rocket", "death_rl3": "{0} rides {1}'s rocket",
	"death_rl_quad1": "{0} was brutalized by {1}'s quad rocket",
	"death_rl_quad2": "{0} was smeared by {1}'s quad rocket",
	"death_lg1":      "{0} accepts {1}'s discharge", "death_lg2": "{0} accepts {1}'s shaft",
	"death_empathy1": "{0} shares {1}'s pain", "death_empathy2": "{0} feels {1}'s pain",
	"death_bomb1": "{0} got too friendly with {1}'s bomb", "death_bomb2": "{0} did the rhumba with {1}'s bomb",
	"death_laser1": "{0} was toasted by {1}'s laser", "death_laser2": "{0} was radiated by {1}'s laser",
	"death_hammer": "{0} was slammed by {1}'s hammer", "death_grappled": "{0} was grappled by {1}",
	"death_burned": "{0} was burned by {1}", "death_fused": "{0} was fused by {1}",
	"death_blasted": "{0} was blasted to bits by {1}", "death_smashed": "{0} was smashed by {1}",
	"death_vengeance": "{0} was purged by the Vengeance Sphere",

	"death_drown1": "{0} sleeps with the fishes", "death_drown2": "{0} sucks it down",
	"death_slime1": "{0} gulped a load of slime", "death_slime2": "{0} can't exist on slime alone",
	"death_lava1": "{0} burst into flames", "death_lava2": "{0} turned into hot slag",
	"death_lava3": "{0} visits the Volcano God", "death_squish": "{0} was squished",
	"death_fall": "{0} fell to his death", "death_died": "{0} died",

	"ks_grunt": "{0} was shot by a Grunt", "ks_fiend": "{0} was eviscerated by a Fiend",
	"ks_rottweiler": "{0} was mauled by a Rottweiler", "ks_dragon": "{0} was fried by a Dragon",
	"ks_dragon1": "{0} was annihilated by the Dragon", "ks_dragon2": "{0} was squashed by the Dragon",
	"ks_enforcer": "{0} was blasted by an Enforcer", "ks_rotfish": "{0} was fed to the Rotfish",
	"ks_deathknight": "{0} was slain by a Death Knight", "ks_knight": "{0} was slashed by a Knight",
	"ks_ogre": "{0} was destroyed by an Ogre", "ks_shub": "{0} became one with Shub-Niggurath",
	"ks_vore": "{0} was exploded by a Vore", "ks_shambler": "{0} was smashed by a Shambler",
	"ks_spawn": "{0} was slimed by a Spawn", "ks_vomitus": "{0} was vomited on by a Vomitus",
	"ks_scrag": "{0} was scragged by a Scrag", "ks_zombie": "{0} joins the Zombies",
	"ks_eel": "{0} was electrified by an Eel", "ks_wrath": "{0} was disintegrated by a Wrath",
	"ks_overlord":  "{0} was obliterated by an Overlord",
	"ks_swordsman": "{0} was slit open by a Phantom Swordsman", "ks_hephaestus": "{0} fries in Hephaestus' fury",
	"ks_guardian": "{0} was crushed by a Guardian", "ks_mummy": "{0} was Mummified",
	"ks_gremlin": "{0} was outsmarted by a Gremlin", "ks_centroid": "{0} was stung by a Centroid",
	"ks_armagon": "{0} was outgunned by Armagon", "ks_blew_up": "{0} blew up", "ks_spiked": "{0} was spiked",
	"ks_lavaball": "{0} ate a lavaball", "ks_tried_leave": "{0} tried to leave",
	"ks_rode_lightning": "{0} rode the lightning", "ks_cleaved": "{0} was cleaved in two",
	"ks_sliced": "{0} was sliced to pieces", "ks_plasma": "{0} was turned to plasma",

	"entered": "{0} entered the game", "left_game": "{0} left the game with {1} frags",
	"exited": "{0} exited the level", "got_item": "You got the {0}",
}

// QuakeText replaces the keys of the 2021 re-release in a text by their texts, or by their words if they are unknown.
// texts are those of the game data, see [world.Level.GameTexts]. Built-in texts take precedence, because obituaries are
// parsed from them. A text without a key is returned unchanged.
func QuakeText(texts map[string]string, players []world.Player, text []byte) []byte {
	if len(text) > maxKeyed || bytes.IndexByte(text, '$') < 0 {
		return text
	}
	at, prefix := quakeKey(text)
	if at < 0 {
		return text
	}
	b := bytes.Clone(text[:at])
	rest := string(text[at+1:])
	n := len(rest) - len(strings.TrimLeft(rest, "abcdefghijklmnopqrstuvwxyz0123456789_"))
	for known := n; known > 0; known-- { // nothing separates a key from its argument
		name, progs := strings.CutPrefix(rest[:known], "qc_")
		if format, ok := quakeTexts[name]; ok && progs {
			return append(b, quakeSentence(texts, players, format+"\n", rest[known:])...)
		}
		if format, ok := texts[rest[:known]]; ok {
			return append(b, quakeSentence(texts, players, format, rest[known:])...)
		}
	}
	b = append(b, strings.ReplaceAll(rest[len(prefix)-1:n], "_", " ")...)
	rest = rest[n:]
	if at, _ := quakeKey([]byte(rest)); at == 0 {
		b = append(b, ' ')
	}
	return append(b, QuakeText(texts, players, []byte(rest))...)
}

// quakeSentence inserts the arguments, which have no separator, into a sentence. If the sentence has no place for them,
// they follow it.
func quakeSentence(texts map[string]string, players []world.Player, format, rest string) string {
	rest = string(QuakeText(texts, players, []byte(rest))) // an argument may be a key
	if !strings.Contains(format, "{") {
		return format + rest
	}
	end := ""
	if strings.HasSuffix(format, "\n") || strings.HasSuffix(rest, "\n") {
		end = "\n"
	}
	format, rest = strings.TrimSuffix(format, "\n"), strings.TrimSuffix(rest, "\n")
	first, second := rest, ""
	if strings.Contains(format, "{1}") {
		for i := range players {
			name := players[i].Name
			behind, ok := strings.CutPrefix(rest, name)
			switch {
			case name == "" || !ok:
			case isName(players, behind):
				return quakeArguments(format, name, behind) + end
			case first == rest || len(name) > len(first): // if two names match, the longer
				first, second = name, behind
			}
		}
	}
	return quakeArguments(format, first, second) + end
}

// quakeArguments inserts two arguments into a text.
func quakeArguments(text, first, second string) string {
	return string(format(text, []string{first, second}))
}

// isName reports whether a player has the name.
func isName(players []world.Player, name string) bool {
	for i := range players {
		if players[i].Name == name && name != "" {
			return true
		}
	}
	return false
}
