package main

import (
	"fmt"
	"maps"
	"math"
	"strings"
)

// state prints the state after a block.
func (f *facts) state(block any, flags ...string) object {
	f.t.Helper()
	args := append([]string{"state", "--json", "--block", fmt.Sprint(block)}, flags...)
	s := output(f.t, append(args, f.path)...)
	f.equal("block", block, s["block"])
	return s
}

// samples calls check with each sample and the state after its block.
func (f *facts) samples(key string, check func(sample, state object)) {
	f.t.Helper()
	states := map[any]object{}
	for _, s := range list(f.object["samples"]) {
		block := s[key]
		if states[block] == nil {
			states[block] = f.state(block)
		}
		check(s, states[block])
	}
	if len(states) == 0 {
		f.t.Error("there is no sample")
	}
}

// entity compares an entity's state.
func (f *facts) entity(sample, state object) {
	f.t.Helper()
	what := fmt.Sprintf("samples: entity %v after block %v", sample["entity"], sample["block"])
	e := find(state["entities"], "number", sample["entity"])
	if e == nil {
		f.t.Errorf("%s: not there", what)
		return
	}
	want := sample["state"].(object)
	f.equal(what, want, part(e, want, nil))
}

// player returns the player of a slot; it is an error if there is none.
func (f *facts) player(what string, state object, slot any) object {
	f.t.Helper()
	p := find(state["players"], "slot", slot)
	if p == nil {
		f.t.Errorf("%s: not there", what)
	}
	return p
}

func (f *facts) checkQuakeStates() {
	f.samples("block", f.entity)
}

func (f *facts) checkQuakeWorldStates() {
	f.samples("block", func(s, state object) {
		if s["kind"] != "playerinfo" {
			f.entity(s, state)
			return
		}
		what := fmt.Sprintf("samples: player %v after block %v", s["entity"], s["block"])
		p := f.player(what, state, s["entity"])
		if p == nil {
			return
		}
		want := without(s["state"].(object), "angles") // of no meaning in these facts
		f.equal(what, want, part(p, want, nil))
		extra, _ := s["extra"].(object)
		for i, axis := range []string{"x", "y", "z"} {
			if v, ok := extra["velocity_"+axis]; ok {
				f.equal(what+" velocity", v, p["velocity"].([]any)[i])
			}
		}
		if v, ok := extra["lmpc_weaponframe"]; ok {
			f.equal(what+" weapon", v, p["weaponframe"])
		}
	})
}

// statNames are the stats of QuakeWorld that the facts name.
var statNames = map[string]string{"activeweapon": "10", "items": "15"}

// inWords returns o with the angles under a key as the 16-bit words of the
// wire: the facts have them rounded to six decimals.
func inWords(o object, key string) object {
	o = maps.Clone(o)
	if v, ok := o[key].([]any); ok {
		words := make([]any, len(v))
		for i := range v {
			words[i] = math.Round(v[i].(float64) * 65536 / 360)
		}
		o[key] = words
	}
	return o
}

// quakeWorldPlayer returns a player of an .mvd in the form of the facts.
func quakeWorldPlayer(p, want object) object {
	stats, _ := p["stats"].(object)
	out := inWords(part(p, want, nil), "angles")
	for name, number := range statNames {
		out[name] = stats[number]
	}
	out["ammo"] = []any{stats["6"], stats["7"], stats["8"], stats["9"]}
	out["dead"] = p["dead"] == true
	return out
}

func (f *facts) checkMVDStates() {
	f.samples("block", func(s, state object) {
		if s["kind"] == "packetentity" {
			f.entity(s, state)
			f.equal("samples entities", s["extra"].(object)["entities_in_frame"], len(list(state["entities"])))
			return
		}
		what := fmt.Sprintf("samples: player %v after block %v", s["slot"], s["block"])
		f.equal(what, s["time"], state["time"])
		if p := f.player(what, state, s["slot"]); p != nil {
			want := without(s["state"].(object), "gib") // unknown
			f.equal(what, inWords(want, "angles"), quakeWorldPlayer(p, want))
		}
	})
	for _, s := range list(f.object["snapshots"]) {
		what := fmt.Sprintf("snapshots: block %v", s["after_block"])
		state := f.state(s["after_block"])
		f.equal(what, s["entities"], len(list(state["entities"])))
		// Those of the facts may have left.
		for _, p := range list(state["players"]) {
			want := find(s["players"], "slot", p["slot"])
			if want == nil {
				f.t.Errorf("%s: player %v is not in the facts", what, p["slot"])
				continue
			}
			want = without(want, "gib")
			f.equal(what, inWords(want, "angles"), quakeWorldPlayer(p, want))
		}
	}
}

func (f *facts) checkQuake2States() {
	f.samples("block", func(s, state object) {
		f.entity(s, state)
		what := fmt.Sprintf("samples: block %v", s["block"])
		extra := s["extra"].(object)
		f.equal(what, extra["entities_in_frame"], len(list(state["entities"])))
		if frame, ok := extra["frame"].(float64); ok {
			f.equal(what+" time", frame/10, state["time"])
		}
		view, ok := state["view"].(object)
		if !ok {
			return // a server's recording
		}
		f.equal(what+" angles", extra["ps_viewangles"], view["angles"])
		stats := state["stats"].(object)
		health := stats["1"]
		if health == nil {
			health = 0 // never set
		}
		f.equal(what+" health", extra["stats_health"], health)
		if p := f.recorder(state, extra["ps_origin"]); p == nil {
			f.t.Errorf("%s: nobody stands at the recorder's place", what)
		} else {
			f.equal(what+" origin", extra["ps_origin"], p["origin"])
			f.equal(what+" angles", extra["ps_viewangles"], p["angles"])
			f.equal(what+" health", extra["stats_health"], p["health"])
		}
	})
}

// recorder returns the player at a place that has a health.
func (f *facts) recorder(state object, origin any) object {
	for _, p := range list(state["players"]) {
		if p["health"] != nil && fmt.Sprint(p["origin"]) == fmt.Sprint(origin) {
			return p
		}
	}
	return nil
}

// multiViewNames are the names of the facts that differ from the contract's.
var multiViewNames = map[string]string{"viewangles": "angles", "gunindex": "weaponmodel", "gunframe": "weaponframe"}

// multiViewPlayer returns a player of an .mvd2 in the form of the facts. Zeros
// are left out there or here.
func multiViewPlayer(p, want object) object {
	out := inWords(part(p, want, multiViewNames), "viewangles")
	stats, _ := p["stats"].(object)
	out["ammo"] = stats["3"]
	offset, _ := p["viewoffset"].([]any)
	if len(offset) == 3 {
		out["viewoffset_z"] = offset[2]
	}
	for k, v := range want {
		if v == 0.0 && out[k] == nil {
			out[k] = v
		}
	}
	return out
}

func (f *facts) checkMultiViewStates() {
	notTold := []string{"pm_type", "rdflags", "gun"}
	f.samples("block", func(s, state object) {
		if s["kind"] == "entity" {
			f.entity(s, state)
			f.equal("samples entities", s["extra"].(object)["entities_in_frame"], len(list(state["entities"])))
			return
		}
		what := fmt.Sprintf("samples: player %v after block %v", s["slot"], s["block"])
		f.equal(what, s["time"], state["time"])
		if p := f.player(what, state, s["slot"]); p != nil {
			want := without(s["state"].(object), notTold...)
			f.equal(what, inWords(want, "viewangles"), multiViewPlayer(p, want))
		}
	})
	for _, s := range list(f.object["snapshots"]) {
		what := fmt.Sprintf("snapshots: block %v", s["block"])
		state := f.state(s["block"])
		f.equal(what, s["entities"], len(list(state["entities"])))
		f.equal(what+" players", len(list(s["players"])), len(list(state["players"])))
		for _, want := range list(s["players"]) {
			if p := f.player(what, state, want["slot"]); p != nil {
				want = without(want, notTold...)
				f.equal(what, inWords(want, "viewangles"), multiViewPlayer(p, want))
			}
		}
	}
}

// quake3Names are the names of the facts that differ from the contract's.
var quake3Names = map[string]string{"eType": "type", "eFlags": "effects", "clientNum": "client"}

func (f *facts) checkQuake3States() {
	f.samples("index", func(s, state object) {
		what := fmt.Sprintf("samples: snapshot %v", s["index"])
		f.equal(what, s["serverTime"].(float64)/1000, state["time"])
		f.equal(what, s["entityNumbers"], column(state["entities"], "number"))
		for _, want := range list(s["entities"]) {
			e := find(state["entities"], "number", want["number"])
			if e == nil {
				f.t.Errorf("%s: entity %v is not there", what, want["number"])
				continue
			}
			fields := part(want, object{"number": 0, "eType": 0, "eFlags": 0, "weapon": 0, "clientNum": 0,
				"modelindex": 0}, nil)
			got := part(e, fields, quake3Names)
			if want["trType"].(float64) <= 1 { // it stands, or waits for the next snapshot
				fields["origin"], got["origin"] = want["trBase"], e["origin"]
			}
			if want["eType"] == 1.0 { // players turn from snapshot to snapshot
				fields["angles"], got["angles"] = want["aposBase"], e["angles"]
			}
			f.equal(what, fields, got)
		}
		f.quake3Player(what, s["ps"].(object), state)
	})
}

// quake3Player compares the player whose eye was recorded.
func (f *facts) quake3Player(what string, ps, state object) {
	f.t.Helper()
	view := state["view"].(object)
	f.equal(what+" view", ps["viewangles"], view["angles"])
	eye := append([]any{}, ps["origin"].([]any)...)
	if ps["pm_type"].(float64) < 5 { // no intermission
		eye[2] = float64(float32(eye[2].(float64)) + float32(ps["viewheight"].(float64)))
	}
	f.equal(what+" eye", eye, view["origin"])
	stats := []any{}
	for _, group := range []string{"stats", "persistant", "ammo", "powerups"} {
		stats = append(stats, ps[group].([]any)...)
	}
	got := make([]any, len(stats))
	for i := range got {
		got[i] = state["stats"].(object)[fmt.Sprint(i)]
	}
	f.equal(what+" stats", stats, got)
	p := find(state["players"], "slot", ps["clientNum"])
	if p == nil {
		if kind := ps["pm_type"].(float64); kind < 5 && kind != 2 {
			f.t.Errorf("%s: the player %v is not there", what, ps["clientNum"])
		}
		return
	}
	want := part(ps, object{"origin": 0, "velocity": 0, "viewangles": 0, "weapon": 0, "health": 0}, nil)
	f.equal(what+" player", want, part(p, want, map[string]string{"viewangles": "angles"}))
	if name := p["name"].(string); strings.TrimSpace(name) == "" {
		f.t.Errorf("%s: the player has no name", what)
	}
}
