package main

import (
	"fmt"
	"path"
	"strings"
)

// checkInfo compares info --json with the facts that mean the same.
func (f *facts) checkInfo() {
	info := output(f.t, "info", "--json", f.path)
	for _, key := range []string{
		"file", "size", "format", "game", "protocol", "extensions", "gamedir", "levels", "start", "end",
		"duration", "blocks",
		"messages", "models", "sounds", "players", "recorder", "kills", "damage",
	} {
		if _, ok := info[key]; !ok {
			f.t.Errorf("info lacks the key %q", key)
		}
	}
	f.equal("file", f.path, info["file"])
	f.equal("size", f.object["size"], info["size"])
	f.equal("format", f.format, info["format"])
	f.equal("damage", nil, info["damage"])
	f.equal("game", map[string]string{
		"dem": "quake", "qwd": "quakeworld", "mvd": "quakeworld", "dm2": "quake2", "mvd2": "quake2", "dm3": "quake3",
	}[f.format], info["game"])
	if f.format == "dm3" {
		f.checkInfoOfQuake3(info)
		return
	}
	same := map[string]string{
		"protocol": "protocol", "gamedir": "gamedir", "blocks_total": "blocks",
		"precache_models": "models", "precache_sounds": "sounds",
	}
	for fact, key := range same {
		if want, ok := f.object[fact]; ok {
			f.equal(fact, want, info[key])
		}
	}
	// The facts give times with eight decimals.
	f.equal("first_time", decimals(f.object["first_time"]), decimals(info["start"]))
	f.equal("last_time", decimals(f.object["last_time"]), decimals(info["end"]))
	f.equal("maps", f.object["maps"], column(info["levels"], "map"))
	f.equal("levels", f.object["levels"], column(info["levels"], "title"))
	f.equal("messages", nonZero(f.object["messages"]), nonZero(info["messages"]))
	f.checkPlayers(info)
	f.checkExtensions(info)
	if prints, ok := f.object["obituary_prints"].(object); ok {
		f.equal("kills", prints["count"], info["kills"])
	}
}

func column(v any, key string) []any {
	out := []any{}
	for _, o := range list(v) {
		out = append(out, o[key])
	}
	return out
}

// nonZero drops the counts that are zero.
func nonZero(v any) object {
	out := object{}
	for name, n := range v.(object) {
		if n != 0.0 {
			out[name] = n
		}
	}
	return out
}

// checkPlayers compares names and frags: "slot:name", in Quake II "name\skin".
func (f *facts) checkPlayers(info object) {
	want := f.object["players"].([]any)
	got := []any{}
	for _, p := range list(info["players"]) {
		got = append(got, fmt.Sprintf("%v:%v", p["slot"], p["name"]))
	}
	if f.format == "dm2" {
		for i, p := range want {
			want[i], _, _ = strings.Cut(p.(string), `\`)
		}
		got = column(info["players"], "name")
	}
	if f.format == "mvd2" {
		// The facts name them as when they came, the program as they are last.
		for i, p := range want {
			if slot, name, _ := strings.Cut(p.(string), ":"); name == "" && i < len(got) &&
				strings.HasPrefix(got[i].(string), slot+":") {
				got[i] = p
			}
		}
	}
	f.equal("players", want, got)
	final, _ := f.object["final"].(object)
	frags, _ := final["frags"].(object)
	for slot, n := range frags {
		for _, p := range list(info["players"]) {
			if fmt.Sprint(p["slot"]) == slot {
				f.equal("frags of "+slot, n, p["frags"])
			}
		}
	}
}

// checkExtensions compares the bits of extensions: each is printed as a name
// and a hexadecimal number.
func (f *facts) checkExtensions(info object) {
	want := map[string]float64{}
	ext, _ := f.object["protocol_ext"].(object)
	for fact, name := range map[string]string{"fte": "FTEX", "fte2": "FTE2", "mvd": "MVD1", "mvd1": "MVD1"} {
		if bits, ok := ext[fact].(float64); ok && bits != 0 {
			want[name] = bits
		}
	}
	if flags, ok := f.object["protocol_flags"].(float64); ok && f.object["protocol"] == 999.0 {
		want["protocolflags"] = flags
	}
	got := map[string]float64{}
	for _, e := range info["extensions"].([]any) {
		var name string
		var bits uint32
		if n, err := fmt.Sscanf(e.(string), "%s 0x%x", &name, &bits); n != 2 || err != nil {
			continue // an extension without bits
		}
		got[name] = float64(bits)
	}
	for name, bits := range want {
		f.equal("extensions "+name, bits, got[name])
	}
}

// checkInfoOfQuake3 compares what Quake III's facts have.
func (f *facts) checkInfoOfQuake3(info object) {
	protocol := info["protocol"]
	if protocol == 45.0 || protocol == 43.0 {
		protocol = 3 // as the extension has it
	}
	f.equal("extension_protocol", f.object["extension_protocol"], protocol)
	container, snapshots := f.object["container"].(object), f.object["snapshots"].(object)
	messages := info["messages"].(object)
	f.equal("blocks", container["messages"], info["blocks"])
	f.equal("snapshots", snapshots["count"], messages["snapshot"])
	f.equal("start", snapshots["first_server_time_ms"].(float64)/1000, info["start"])
	f.equal("end", snapshots["last_server_time_ms"].(float64)/1000, info["end"])
	f.equal("kills", f.object["obituaries_raw_entity_events"], info["kills"])
	gamestates := list(f.object["gamestates"])
	f.equal("gamestates", len(gamestates), messages["gamestate"])
	levels := list(info["levels"])
	if len(levels) != len(gamestates) {
		f.t.Errorf("%d levels for %d gamestates", len(levels), len(gamestates))
		return
	}
	for i, g := range gamestates {
		f.equal("map", strings.ToLower(g["map"].(string)),
			strings.ToLower(strings.TrimSuffix(path.Base(levels[i]["map"].(string)), ".bsp")))
	}
	last := f.object["player_configstrings_last"].(object)
	for _, p := range list(info["players"]) {
		text, _ := last[fmt.Sprint(p["slot"])].(string)
		if keys := strings.Split(strings.TrimPrefix(text, `\`), `\`); len(keys) > 1 && keys[0] == "n" {
			f.equal("players", keys[1], p["name"])
		} else {
			f.t.Errorf("no player has the slot %v: %q", p["slot"], text)
		}
	}
}
