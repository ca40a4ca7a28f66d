package prints

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"demoscope/player/world"
)

// The re-release of Quake II writes texts as keys, such as $g_mod_kill_blaster, of a table in the game data, see
// [world.Level.GameTexts]. A key may have arguments, which may be keys, too.

// maxLocalized bounds the bytes of a text with its arguments.
const maxLocalized = 4096

// Localize returns a readable text for one of the re-release. It replaces a key by its text, or without a table by its
// words, and ##P with a number by the name of that player. A text without these is returned unchanged.
func Localize(texts map[string]string, players []world.Player, base []byte, args [][]byte) []byte {
	if len(args) == 0 && !bytes.ContainsAny(base, "$#{") && !bareKey(base) {
		return base
	}
	var values []string
	for _, a := range args[:min(len(args), 8)] {
		values = append(values, string(localized(texts, players, a, nil)))
	}
	return localized(texts, players, base, values)
}

func localized(texts map[string]string, players []world.Player, base []byte, args []string) []byte {
	s := string(base)
	key, isKey := strings.CutPrefix(strings.TrimRight(s, "\n"), "$")
	if isKey = isKey && isKeyName(key); !isKey {
		key, isKey = string(base), bareKey(base)
	}
	var b []byte
	switch text, known := texts[key]; {
	case isKey && known:
		b = format(text, args)
	case isKey:
		b = []byte(words(key, args))
	default:
		b = format(s, args)
	}
	return named(players, b[:min(len(b), maxLocalized)])
}

// isKeyName reports whether s is a valid name of a key.
func isKeyName(s string) bool {
	if s == "" {
		return false
	}
	for i := range len(s) {
		if c := s[i]; c != '_' && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// bareKey reports whether a text is a key without its $, as a q2repro server without the table sends it.
func bareKey(b []byte) bool { return bytes.HasPrefix(b, []byte("g_")) && isKeyName(string(b)) }

// format inserts arguments into the placeholders of a text: {} stands for the next one, {n} for the one with that
// number.
func format(text string, args []string) []byte {
	if len(args) == 0 && !strings.Contains(text, "{") {
		return []byte(text)
	}
	var b []byte
	next := 0
	for i := 0; i < len(text) && len(b) <= maxLocalized; i++ {
		c := text[i]
		if (c == '{' || c == '}') && i+1 < len(text) && text[i+1] == c {
			i++
		} else if end := strings.IndexByte(text[i:], '}'); c == '{' && end > 0 {
			n, err := strconv.Atoi(text[i+1 : i+end])
			if end == 1 {
				n, err = next, nil
				next++
			}
			if err == nil {
				if n >= 0 && n < len(args) {
					b = append(b, args[n]...)
				}
				i += end
				continue
			}
		}
		b = append(b, c)
	}
	return b
}

// named replaces ##P followed by a player's number by the player's name.
func named(players []world.Player, b []byte) []byte {
	mark := []byte("##P")
	if !bytes.Contains(b, mark) {
		return b
	}
	var out []byte
	for {
		before, rest, ok := bytes.Cut(b, mark)
		out = append(out, before...)
		if !ok {
			return out
		}
		digits := 0
		for digits < len(rest) && digits < 3 && rest[digits] >= '0' && rest[digits] <= '9' {
			digits++
		}
		slot, err := strconv.Atoi(string(rest[:digits]))
		switch {
		case err == nil && slot < len(players) && players[slot].Name != "":
			out = append(out, players[slot].Name...)
		case err == nil:
			out = append(out, "player "+strconv.Itoa(slot+1)...)
		default:
			out = append(out, mark...)
		}
		b = rest[digits:]
	}
}

// keyPrefixes are prefixes that say where a key is used, which readers don't need.
var keyPrefixes = []string{"g_", "m_", "item_", "map_", "ctf_", "tip_"}

// words returns a readable form of a key: its words, then its arguments.
func words(key string, args []string) string {
	if d, ok := keyDeaths[key]; ok {
		return d.words(key, args)
	}
	for _, p := range keyPrefixes {
		if rest, ok := strings.CutPrefix(key, p); ok {
			key = rest
			break
		}
	}
	text := strings.TrimSpace(strings.ReplaceAll(key, "_", " "))
	args = slices.DeleteFunc(slices.Clone(args), func(a string) bool { return strings.TrimSpace(a) == "" })
	if len(args) == 0 {
		return text
	}
	return text + ": " + strings.Join(args, ", ")
}

// ItemName returns the Quake II name of an item of the re-release, where the name is a key: $item_quad_damage is Quad
// Damage.
func ItemName(name string) string {
	key, ok := strings.CutPrefix(name, "$item_")
	if !ok {
		return name
	}
	if known, ok := itemKeys[key]; ok {
		return known
	}
	list := strings.Split(key, "_")
	for i, word := range list {
		if word != "" {
			list[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(list, " ")
}

// itemKeys are item names that differ from the words of their keys.
var itemKeys = map[string]string{
	"hyperblaster": "HyperBlaster", "bfg10k": "BFG10K", "ionripper": "Ionripper", "doubledamage": "Double Damage",
	"etf_rifle": "ETF Rifle", "data_cd": "Data CD", "am_bomb": "A-M Bomb", "mega_health": "Megahealth",
	"red_flag": "Red Flag", "blue_flag": "Blue Flag",
}
