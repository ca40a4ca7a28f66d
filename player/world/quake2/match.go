package quake2

import (
	"bytes"
	"math"
	"math/bits"
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/layout"
	"demoscope/player/world/prints"
)

// match is what the game has reported about the match. It is copied by assignment.
type match struct {
	begun, over bool
	// board is the last layout that was a scoreboard.
	board  string
	own    ownNumbers
	length float64 // seconds left when last reported
	listed float64 // viewer's time at which listed last read a scoreboard
	// duel holds the names of the sides when both were last the names of players. The match stays a duel if one of them
	// leaves.
	duel [2]string
	// resumed is the viewer's time at which the last time-out ended.
	resumed float64
	flag    tookFlag
}

// tookFlag is the last taken flag, its carrier's slot, and the viewer's time. item is empty if there is none.
type tookFlag struct {
	item  string
	slot  int
	clock float64
}

// ownNumbers are the numbers that the server printed to one player at the end of a match.
type ownNumbers struct {
	clock                              float64 // viewer's time at which they were printed
	slot                               int
	kills, deaths, suicides, teamKills int32
	given, taken                       int32 // damage
	told                               world.ScoreFields
}

func (m *match) hash(h *hash.Hash) {
	h.Bools(m.begun, m.over)
	h.Strings(m.board)
	h.Ints(m.own.slot, int(m.own.kills), int(m.own.deaths), int(m.own.suicides), int(m.own.teamKills),
		int(m.own.given), int(m.own.taken), int(m.own.told))
	h.Floats(m.own.clock, m.length, m.listed, m.resumed, m.flag.clock)
	h.Strings(m.flag.item, m.duel[0], m.duel[1])
	h.Ints(m.flag.slot)
}

// matchStart reports that a match begins.
func (q *base) matchStart(w world.Edit, line []byte) {
	w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody, Text: line})
	if w.Match.Start == w.Time && q.match.begun {
		return // reported twice
	}
	if !q.match.begun || q.match.over {
		w.DropResult() // the result so far is that of the warm-up
	}
	w.BeginResult(w.Clock)
	w.ForgetCounts()
	for i := range w.Players {
		if p := &w.Players[i]; !p.EyeKnown {
			p.Frags = 0 // frags of the warm-up
		}
	}
	q.match = match{begun: true, length: q.match.length, board: q.match.board, duel: q.match.duel}
	w.Match.Start, w.Match.Limit, w.Match.End, w.Match.Phase = w.Time, 0, 0, world.PhaseRunning
}

// matchEnd reports the end of a match, or of a deathmatch level. Several lines may report the same end.
func (q *base) matchEnd(w world.Edit, byScore bool, line []byte) {
	if q.match.over && w.Match.Phase == world.PhaseOver && !w.ResultOpen() {
		return
	}
	w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody, Text: line,
		ByScore: byScore})
	w.Pause(false, world.Nobody, nil)
	q.match.over = true
	w.Match.Start, w.Match.End, w.Match.Phase = 0, 0, world.PhaseOver
	if !w.ResultOpen() {
		return
	}
	r := w.EndResult()
	q.applyBoard(w, r, false)
	if own := &q.match.own; own.clock == w.Clock {
		for i := range r.Players {
			if s := &r.Players[i]; s.Slot == own.slot {
				s.Kills, s.Deaths, s.Suicides, s.TeamKills = own.kills, own.deaths, own.suicides, own.teamKills
				s.DamageGiven, s.DamageTaken = own.given, own.taken
				s.Told |= own.told
			}
		}
	}
}

// timeMatch corrects the time of a match that began or ended in this packet to that of the packet's frame, which came
// after the printed line.
func (q *base) timeMatch(w world.Edit) {
	for i := range w.Events {
		kind := w.Events[i].Kind
		if kind != world.EventMatchStart && kind != world.EventMatchEnd && kind != world.EventIntermission {
			continue
		}
		if r := w.Result(); r != nil {
			at := &r.End
			if kind == world.EventMatchStart {
				at = &r.Start
			}
			if *at == w.PrevFrameClock {
				*at = w.FrameClock
			}
		}
	}
}

// matchWords applies printed text about the match.
func (q *base) matchWords(w world.Edit, text []byte) {
	for len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		if s, ok := prints.OwnTable(line); ok {
			slot := w.Recorder
			if q.only != 0 {
				slot = bits.TrailingZeros32(q.only)
			}
			q.match.own = ownNumbers{w.Clock, slot, s.Kills, s.Deaths, s.Suicides, s.TeamKills, s.DamageGiven,
				s.DamageTaken, s.Told}
		} else if name, scores, ok := prints.Winner(line); ok {
			q.winner(w, string(name), scores)
		} else {
			q.said(w, prints.Match(world.Quake2, false, w.Players, line), line)
		}
	}
}

// said applies what a line says about the match.
func (q *base) said(w world.Edit, said prints.MatchLine, line []byte) {
	switch said.Meaning {
	case prints.Begins:
		if q.resumes(w) {
			w.Pause(false, world.Nobody, line)
		} else {
			q.matchStart(w, line)
		}
	case prints.Ends, prints.EndsByScore:
		q.matchEnd(w, said.Meaning == prints.EndsByScore, line)
	case prints.Forfeits:
		q.matchEnd(w, false, line)
		q.forfeit(w)
	case prints.Stops:
		if w.ResultOpen() {
			w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody, Text: line})
			w.SealResult()
		}
		w.Pause(false, world.Nobody, nil)
		q.match.over = true
		w.Match.Start, w.Match.End, w.Match.Phase = 0, 0, world.PhaseWarmUp
	case prints.CountdownStops:
		if w.Match.Phase == world.PhaseCountdown {
			w.Match.Phase = world.PhaseWarmUp
		}
	case prints.Pauses:
		w.Pause(true, prints.Caller(w.Players, said.Name), line)
	case prints.Overtime:
		w.Match.Phase = world.PhaseOvertime
		if w.Match.Limit != 0 {
			w.Match.Limit += 60 * said.Number
		}
	}
}

// lateWords is the time in seconds after the end of a match in which lines and layouts still belong to it.
const lateWords = 2

// ended returns the result of the match that has just ended, or nil.
func (q *base) ended(w world.Edit) *world.Result {
	if !q.match.over {
		return nil
	}
	if r := w.Result(); r != nil && r.Complete && w.Clock-r.End <= lateWords {
		return r
	}
	return nil
}

// winner applies the scores of both sides, the winner's first. name is empty for a tie. The sides of a duel have the
// names of their players.
func (q *base) winner(w world.Edit, name string, scores [2]int32) {
	r := q.ended(w)
	if r == nil {
		return
	}
	names := w.Match.Names
	if name == names[1] {
		scores[0], scores[1] = scores[1], scores[0]
	} else if name != "" && name != names[0] {
		return
	}
	if w.Match.Teams {
		r.Teams = append(r.Teams[:0], world.TeamScore{Name: names[0], Score: scores[0]}, world.TeamScore{Name: names[1],
			Score: scores[1]})
		return
	}
	r.Teams = nil
	// Everybody else is a spectator.
	r.Players = slices.DeleteFunc(r.Players, func(s world.Score) bool {
		if s.Name == names[0] || s.Name == names[1] {
			return false
		}
		if !slices.Contains(r.Spectators, s.Name) {
			r.Spectators = append(r.Spectators, s.Name)
		}
		return true
	})
	for i := range r.Players {
		s := &r.Players[i]
		s.Score, s.Told = scores[0], s.Told|world.ToldScore
		if s.Name == names[1] {
			s.Score = scores[1]
		}
	}
}

// forfeit adds a player who has given up a duel to its result again.
func (q *base) forfeit(w world.Edit) {
	r := q.ended(w)
	m := &w.Match
	if r == nil || m.Teams || m.Names[0] == "" || m.Names[1] == "" {
		return
	}
	for i, name := range m.Names {
		called := func(s world.Score) bool { return strings.TrimSpace(s.Name) == name }
		k := slices.IndexFunc(r.Players, called)
		if k < 0 {
			s := world.Score{Slot: world.Nobody, Name: name}
			if left := slices.IndexFunc(r.Left, called); left >= 0 {
				s = r.Left[left]
				r.Left = slices.Delete(r.Left, left, left+1)
			}
			k, r.Players = len(r.Players), append(r.Players, s)
		}
		if m.Known {
			r.Players[k].Score, r.Players[k].Told = m.Scores[i], r.Players[k].Told|world.ToldScore
		}
	}
}

// openTDMBoard is a text in every scoreboard of OpenTDM.
const openTDMBoard = "Frags Dths"

// board stores a layout that is a scoreboard. The scoreboard of an intermission belongs to the result.
func (q *base) board(w world.Edit, program string) {
	if !strings.Contains(program, "client ") && !strings.Contains(program, "ctf ") &&
		!strings.Contains(program, openTDMBoard) {
		return
	}
	if program != q.match.board {
		q.match.board = program
		q.listed(w, program)
	}
	if w.Match.Phase == world.PhaseOver && w.ResultOpen() {
		w.EndResult() // the level ended without a line that says so
		q.match.over = true
	}
	if r := q.ended(w); r != nil {
		q.applyBoard(w, r, true)
	}
}

// applyBoard makes the players on the last scoreboard the players of the result. If numbers is set, it is the final
// scoreboard, and its numbers are used.
func (q *base) applyBoard(w world.Edit, r *world.Result, numbers bool) {
	b := layout.ReadBoard(q.match.board, w.Level(), w.Players)
	if len(b.Rows) == 0 {
		return
	}
	was, m := r.Players, &w.Match
	r.Players = make([]world.Score, 0, len(b.Rows))
	for i := range b.Rows {
		row := &b.Rows[i]
		s := world.Score{Slot: row.Slot, Name: row.Name}
		if row.Slot >= 0 {
			s.Counted = w.Players[row.Slot].Counts()
		}
		if k := slices.IndexFunc(was, func(s world.Score) bool { return s.Slot == row.Slot && s.Slot >= 0 }); k >= 0 {
			s = was[k]
		}
		if m.Teams {
			s.Team = row.Team
		}
		if numbers {
			s.Score, s.Told = row.Score, s.Told|world.ToldScore
			// The scoreboard that a recording begins with may be older than its config strings.
			if side := slices.Index(m.Names[:], row.Name); r.Before() && m.Known && !m.Teams && side >= 0 {
				s.Score = m.Scores[side]
			}
			if row.HasDeaths {
				s.Deaths, s.Told = row.Deaths, s.Told|world.ToldDeaths
			}
		}
		r.Players = append(r.Players, s)
	}
	if len(b.Spectators) > 0 {
		r.Spectators = b.Spectators
	} else {
		r.Spectators = slices.DeleteFunc(r.Spectators, func(name string) bool {
			return slices.ContainsFunc(r.Players, func(s world.Score) bool { return s.Name == name })
		})
	}
}

// resumes reports whether a line that usually begins a match means that the match continues after a time-out. Either
// the line or the end of the time-out may come first.
func (q *base) resumes(w world.Edit) bool {
	const near = 1 // seconds
	return w.Paused || q.match.resumed > 0 && w.Clock-q.match.resumed <= near
}

// OpenTDM's general config strings.
const (
	tdmName    = 0 // and 1: the names of the sides
	tdmScore   = 2 // and 3: their scores, or another state
	tdmTime    = 4 // remaining time; does not change in a time-out
	tdmTimeOut = 5 // remaining time-out; 0:00 if there is none
	tdmStatus  = 6
)

// general applies a general config string of OpenTDM.
func (q *base) general(w world.Edit, index int, text string) {
	if index > tdmStatus || !strings.Contains(w.Level().GameDir, "tdm") {
		return
	}
	m := &w.Match
	var buffer [64]byte
	plain := bytes.TrimSpace(prints.Plain(buffer[:0], []byte(text)))
	switch index {
	case tdmName, tdmName + 1:
		m.Names[index-tdmName] = strings.TrimSpace(text)
	case tdmScore, tdmScore + 1:
		n := info.Number(plain)
		m.Scores[index-tdmScore] = int32(n)
		m.Known = m.Known && (string(plain) != "READY" && string(plain) != "NOT READY")
	case tdmTime:
		if bytes.HasPrefix(plain, []byte("Sudden")) {
			m.Phase, m.End = world.PhaseOvertime, 0
			return
		}
		length, ok := clockTime(plain)
		if !ok {
			return
		}
		q.match.length = length
		if m.Start != 0 && m.Start == w.Time {
			m.Limit = length
		}
		q.setClock(w)
	case tdmTimeOut:
		left, ok := clockTime(plain)
		if !ok {
			return
		}
		if left > 0 {
			q.setClock(w)
		} else if w.Paused {
			q.match.resumed = w.Clock
		}
		w.Pause(left > 0, world.Nobody, nil)
	case tdmStatus:
		q.status(w, plain)
	}
	// The sides of a duel have the names of their players.
	if q.player(w, m.Names[0]) && q.player(w, m.Names[1]) {
		q.match.duel = m.Names
	}
	m.Teams = m.Names != q.match.duel
	q.duel(w)
}

// clockTime parses "12:34" as seconds. ok is false for other texts.
func clockTime(text []byte) (seconds float64, ok bool) {
	minutes, rest, ok := bytes.Cut(text, []byte{':'})
	return 60*float64(info.Number(minutes)) + float64(info.Number(rest)), ok
}

// setClock sets the clock of a match from the remaining time: time-outs don't count, and the recording may begin during
// the match.
func (q *base) setClock(w world.Edit) {
	m := &w.Match
	if !w.Timed() || m.Phase != world.PhaseRunning && m.Phase != world.PhaseOvertime {
		return
	}
	switch {
	case m.Start == 0:
		m.End = w.Time + q.match.length
	case m.Limit > 0:
		const exact = 1 // in seconds; the game reports whole seconds
		if start := w.Time - (m.Limit - q.match.length); math.Abs(start-m.Start) > exact || w.Paused {
			m.Start = start
		}
	}
}

// player reports whether a player has a name.
func (q *base) player(w world.Edit, name string) bool {
	for i := range w.Players {
		if strings.TrimSpace(w.Players[i].Name) == name {
			return true
		}
	}
	return false
}

// duel sets who plays and who spectates in a duel of OpenTDM, whose sides have the names of the players. It skips
// players whose own state is in the demo.
func (q *base) duel(w world.Edit) {
	m := &w.Match
	if m.Teams || m.Names[0] == "" || m.Names[1] == "" || m.Phase == world.PhaseUnknown ||
		m.Phase == world.PhaseWarmUp {
		return
	}
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.EyeKnown {
			name := strings.TrimSpace(p.Name)
			p.Spectator = name != m.Names[0] && name != m.Names[1]
		}
	}
}

// fullBoard is the length in bytes from which a scoreboard may be too full to show everybody.
const fullBoard = 1000

// listed sets who plays and who spectates, and the scores, from a scoreboard. OpenTDM's scoreboard shows all players;
// config strings may remain of players who left.
func (q *base) listed(w world.Edit, program string) {
	if !q.wantsBoard(w, program) {
		return
	}
	q.match.listed = w.Clock
	b := layout.ReadBoard(program, w.Level(), w.Players)
	if len(b.Rows) == 0 {
		return
	}
	if w.Match.Teams {
		for i := range b.Rows {
			if r := &b.Rows[i]; r.Slot >= 0 && r.HasDeaths {
				w.Players[r.Slot].Team = r.Team
			}
		}
	}
	all := strings.Contains(program, openTDMBoard) && len(program) < fullBoard
	for i := range w.Players {
		p := &w.Players[i]
		if !listable(p) {
			continue
		}
		row := slices.IndexFunc(b.Rows, func(r layout.BoardRow) bool { return r.Slot == i })
		switch {
		case row >= 0:
			p.Spectator = false
			if r := &b.Rows[row]; r.HasDeaths { // OpenTDM's scoreboard
				p.Frags, p.FragsReported, p.Deaths = r.Score, true, r.Deaths
			}
		case all, slices.Contains(b.Spectators, strings.TrimSpace(p.Name)):
			p.Spectator = true
		}
	}
}

// wantsBoard reports whether a scoreboard may say what else is unknown. The recording of all players, whose scoreboards
// change every second, only needs OpenTDM's, and seldom.
func (q *base) wantsBoard(w world.Edit, program string) bool {
	for i := range w.Players {
		if listable(&w.Players[i]) {
			return true
		}
	}
	const often = 10 // seconds
	return strings.Contains(program, openTDMBoard) && w.Match.Teams &&
		(q.match.listed <= 0 || w.Clock-q.match.listed >= often)
}

// listable reports whether only a scoreboard says whether a player plays.
func listable(p *world.Player) bool { return p.InUse && !p.EyeKnown && p.Name != "" }

// status applies OpenTDM's name of the match's phase.
func (q *base) status(w world.Edit, status []byte) {
	m := &w.Match
	begins := func(s string) bool { return bytes.HasPrefix(status, []byte(s)) }
	switch {
	case string(status) == "Match":
		m.Phase, m.Known = world.PhaseRunning, true
	case begins("Match End"), begins("Scoreboard"):
		m.Phase, m.Known = world.PhaseOver, true
	case begins("Countdown"):
		m.Phase, m.Known = world.PhaseCountdown, false
	case begins("Overtime"), begins("Sudden"):
		m.Phase, m.Known = world.PhaseOvertime, true
	case begins("Warm"), begins("Waiting"):
		m.Phase, m.Known = world.PhaseWarmUp, false
	}
}

// leave records the score of a player who leaves, or becomes a spectator, after taking part.
func (q *base) leave(w world.Edit, p *world.Player, looksOn bool) {
	if p.Spectator || p.Name == "" || p.Frags == 0 && p.Kills == 0 && p.Deaths == 0 {
		return
	}
	s := world.Score{Slot: p.Slot, Name: p.Name, Score: p.Frags, Counted: p.Counts(), LooksOn: looksOn}
	if p.EyeKnown || p.FragsReported {
		s.Told = world.ToldScore
	}
	w.Leave(s)
}

// changeTeam sets a player's team from the skin. In capture the flag, a player without a team is a spectator. As when
// leaving, the server resets the player's score.
func (q *base) changeTeam(w world.Edit, p *world.Player, team string, there bool) {
	was := p.Team
	p.Team = team
	if !there || team != "" == (was != "") || !w.Match.FlagsKnown() {
		return
	}
	if team != "" {
		w.Join(p.Slot, p.Name)
	} else {
		q.leave(w, p, true)
	}
	if !p.EyeKnown {
		p.Frags, p.Spectator = 0, team == ""
	}
}

// teamOfSkin returns the capture the flag team of a skin, or "" for other skins.
func teamOfSkin(skin string) string {
	switch skin[strings.LastIndexByte(skin, '/')+1:] {
	case "ctf_r":
		return "red"
	case "ctf_b":
		return "blue"
	}
	return ""
}

// Stats of capture the flag: the icon of each team's flag, and the captures.
const (
	statRedFlag  = 17
	statRedCaps  = 18
	statBlueFlag = 19
	statBlueCaps = 20
)

// captureTheFlag applies the captures and flags shown in the status bar of capture the flag.
func (q *base) captureTheFlag(w world.Edit) {
	stats := &w.Stats
	if w.Recorder < 0 {
		stats = nil
		for i := range w.Players {
			if p := &w.Players[i]; p.InUse && p.Stats != nil && p.Visible {
				stats = p.Stats // all players have the same
				break
			}
		}
	}
	if stats == nil {
		return
	}
	var flags [2]world.Flag
	for i, team := range [...]struct {
		stat   int
		home   string
		effect uint32
	}{{statRedFlag, "i_ctf1", world.Quake2EffectRedFlag}, {statBlueFlag, "i_ctf2", world.Quake2EffectBlueFlag}} {
		state, shown := strings.CutPrefix(w.Level().Image(stats.Values[team.stat]), team.home)
		if !shown {
			return
		}
		f := &flags[i]
		f.Carrier = world.Nobody
		switch state {
		case "":
			f.State = world.FlagHome
		case "d":
			f.State = world.FlagDropped
		case "t":
			f.State = world.FlagTaken
			for slot := range w.Players {
				if p := &w.Players[slot]; p.Visible && p.Effects&team.effect != 0 {
					f.Carrier = slot
					break
				}
			}
		}
	}
	m := &w.Match
	m.Flags = flags
	m.Teams, m.Known = true, true
	m.Scores = [2]int32{stats.Values[statRedCaps], stats.Values[statBlueCaps]}
}
