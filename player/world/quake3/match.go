package quake3

import (
	"bytes"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// Quake Live's match configstrings.
const (
	csFirstName = 659 // names, with clan tags, of the players whose scores are in 6 and 7
	csPauseLive = 669 // time at which a time-out started; empty or 0 if there is none
)

// csWarmUp is the configstring with the time at which the warm-up ends: -1 while waiting for players, 0 or empty if
// there is no warm-up. Quake Live writes it as ime\N.
const csWarmUp = 5

// CPMA's match configstrings hold \key\value pairs. The first has t (game type), ts (start of the match or round), td
// (how long time-outs have delayed it since), te (match time at which a time-out started), tw (end of the warm-up or of
// the pause between rounds; -1 while waiting for players, 0 if there is none) and tl (time limit in minutes). Both have
// sb and sr: the scores of the blue and red team, or of the first and second player.
const (
	csGameInfoCPMA  = 672
	csRoundInfoCPMA = 710
)

// forfeitScore is the score of a player who has forfeited a duel.
const forfeitScore = -999

// ending is how a match ends, other than by time or score.
type ending struct {
	// says is [prints.Forfeits] if a player has forfeited, and [prints.Stops] if the match ends without a result.
	says prints.Meaning
	// said is set if a printed message announced the ending. The match ends with that message.
	said bool
}

// match is what is known about the match beyond [world.Match].
type match struct {
	*game
	scores scores
	flags  flags

	running     bool // the match is being played
	resultShown bool // the last snapshot was from the intermission
	ending      ending

	// restarted is set when the match restarts, fresh by a gamestate. Both last until the packet ends.
	restarted, fresh bool

	// levelClock is the viewer's clock at the first snapshot of the level, in seconds. began is the server's time at
	// which the match clock started, in milliseconds.
	levelClock float64
	began      int32
	// warmUp and beganCPMA are CPMA's tw and ts. playedCPMA is the ts of the match that is over.
	warmUp, beganCPMA, playedCPMA int32
	limitCPMA                     int32 // minutes
	timeLimit                     int32 // minutes, from the server info

	overtime int32 // seconds added to the time limit
	extended bool  // the match is in overtime
}

// newMatch returns the match of a new level.
func newMatch() match {
	return match{scores: scores{changed: true}, fresh: true, flags: flags{took: nobody, bringer: nobody}}
}

// begin forgets what is known from the previous packet.
func (m *match) begin() {
	m.scores.packet = packetScores{}
	m.flags.took, m.flags.brought, m.flags.bringer = nobody, [3]bool{}, nobody
}

// setString applies a match configstring.
func (m *match) setString(w world.Edit, index int, s string) {
	is := &w.Match
	switch {
	case index == m.numbers.intermission:
		w.Intermission = isSet(s)
	case index == m.numbers.levelStart:
		m.levelStart(w, int32(info.Number(s)))
	case m.cpma() && (index == csGameInfoCPMA || index == csRoundInfoCPMA):
		m.setInfoCPMA(w, index, s)
	case !m.cpma() && (index == csScores1 || index == csScores2):
		score := int32(info.Number(s))
		if index == csScores1 && !is.Teams && is.Known {
			m.announceFrags(w, is.Scores[0], score)
		}
		is.Scores[index-csScores1], is.Known = score, true
	case m.live() && index == csPauseLive:
		w.Pause(info.Number(s) > 0, world.Nobody, nil)
	case index == m.flagStatus(w.Level()):
		was := [...]world.Flag{w.Match.Flags[0], w.Match.Flags[1], w.Match.White.Flag}
		m.flags.set(w, s)
		for i := range was {
			m.flags.moved(w, i, was[i])
		}
	case index != csWarmUp && index != csFirstName && index != csFirstName+1:
		return
	}
	m.scores.changed = true
}

// gameType applies the game type and the time limit from the server info.
func (m *match) gameType(w world.Edit, serverInfo string) {
	reported := m.cpma() && info.Value(w.Level().ConfigString(csGameInfoCPMA), "t") != "" // see setInfoCPMA
	if s := info.Value(serverInfo, "g_gametype"); s != "" && !reported {
		m.setGameType(w, int32(info.Number(s)))
	}
	m.timeLimit = int32(info.Number(info.Value(serverInfo, "timelimit")))
	m.scores.changed = true
}

// setGameType sets the game type and its name, and clears what belongs to the previous type.
func (m *match) setGameType(w world.Edit, kind int32) {
	if name := m.typeName(w.Level(), kind); name != w.Level().GameType {
		w.EditLevel().GameType = name
	}
	if m.scores.kind == kind {
		return
	}
	m.scores.kind = kind
	w.Match.Flags, w.Match.White, w.Match.Obelisks = [2]world.Flag{}, world.WhiteFlag{}, [2]world.Obelisk{}
	if i := m.flagStatus(w.Level()); i >= 0 {
		m.flags.set(w, w.Level().ConfigString(i))
	}
	w.Match.Teams = kind >= firstTeamGame && !soloTypes[w.Level().GameType]
}

// levelStart applies the time at which the match clock started. A restart sets it to now. A time-out moves it forward:
// in Quake Live once, at its end and by its length; in OSP and related mods repeatedly, by a little each time.
func (m *match) levelStart(w world.Edit, ms int32) {
	const loading = 5000 // longest age of a clock that has just started, in milliseconds
	timeOut := m.running && (m.live() || ms > m.began && int32(1000*w.Time)-ms > loading)
	if ms != m.began && ms > 0 && !m.fresh && !timeOut {
		m.restarted = true
	}
	m.began = ms
}

// setInfoCPMA applies a configstring of CPMA with the scores of both sides. That of the game also has the clock.
func (m *match) setInfoCPMA(w world.Edit, index int, s string) {
	is := &w.Match
	if index == csGameInfoCPMA {
		m.setGameCPMA(w, s)
	}
	blue, red := info.Value(s, "sb"), info.Value(s, "sr")
	if blue == "" || red == "" {
		return
	}
	is.Scores, is.Known = [2]int32{int32(info.Number(blue)), int32(info.Number(red))}, true
	if is.Teams {
		is.Scores[0], is.Scores[1] = is.Scores[1], is.Scores[0]
	}
	if is.Scores[0] == world.NoScore || is.Scores[1] == world.NoScore {
		if m.running {
			m.ending.says = prints.Forfeits
		}
	}
}

// setGameCPMA applies the clock, limits and type of a game of CPMA.
func (m *match) setGameCPMA(w world.Edit, s string) {
	waits := !played(m.phase(w))
	m.warmUp, m.beganCPMA = int32(info.Number(info.Value(s, "tw"))), int32(info.Number(info.Value(s, "ts")))
	if v := info.Value(s, "tl"); v != "" {
		m.limitCPMA = int32(info.Number(v))
	}
	if v := info.Value(s, "t"); v != "" {
		m.setGameType(w, int32(info.Number(v)))
	}
	if v := info.Value(s, "te"); v != "" {
		w.Pause(info.Number(v) != 0, world.Nobody, nil)
	}
	if waits && !m.running && !m.fresh && played(m.phase(w)) {
		m.scores.reset(w) // restarts without a map_restart; what follows belongs to the new match
	}
	switch {
	case !m.running && !w.Intermission && info.Value(s, "ts") != "":
		m.began = m.beganCPMA
	case m.running && m.warmUp == 0 && !m.rounds():
		m.began = m.playedCPMA + int32(info.Number(info.Value(s, "td")))
	}
}

// rounds reports whether CPMA plays rounds, each with its own clock and time limit: clan arena, freeze tag or capture
// strike.
func (m *match) rounds() bool { return m.cpma() && m.scores.kind >= 5 && m.scores.kind <= 7 }

// idle reports whether a match is between two rounds, when CPMA counts neither kills nor deaths.
func (m *match) idle() bool { return m.rounds() && m.running && m.warmUp != 0 }

// phase returns the phase of the match.
func (m *match) phase(w world.Edit) world.Phase {
	switch {
	case w.Intermission:
		return world.PhaseOver
	case m.cpma():
		return m.phaseCPMA()
	case m.scores.over && !m.restarted && !(m.ending.said && m.waiting(w.Level()) != 0):
		return world.PhaseOver
	case !m.reportsMatch(w.Level()):
		return world.PhaseUnknown
	}
	return m.phaseAfter(m.waiting(w.Level()))
}

// phaseCPMA is phase for CPMA.
func (m *match) phaseCPMA() world.Phase {
	switch {
	case m.warmUp == 0 && m.scores.over && m.beganCPMA == m.playedCPMA:
		return world.PhaseOver
	case m.warmUp == 0 && m.beganCPMA <= 0:
		return world.PhaseUnknown
	case m.warmUp > 0 && (m.running || m.fresh && m.rounds() && m.beganCPMA > 0):
		return m.phaseAfter(0) // next round
	}
	return m.phaseAfter(m.warmUp)
}

// phaseAfter returns the phase of a match that is not over. wait is the end of the countdown, 0 if the match runs, and
// negative in the warm-up.
func (m *match) phaseAfter(wait int32) world.Phase {
	switch {
	case wait < 0:
		return world.PhaseWarmUp
	case wait > 0:
		return world.PhaseCountdown
	case m.extended:
		return world.PhaseOvertime
	}
	return world.PhaseRunning
}

// played reports whether a match is being played in a phase.
func played(p world.Phase) bool { return p == world.PhaseRunning || p == world.PhaseOvertime }

// step starts and ends matches at the end of a packet, when everything that belongs together has arrived, and updates
// the match result. begun reports whether the level has a snapshot.
func (m *match) step(w world.Edit, begun bool) {
	phase, before := m.phase(w), w.Match.Phase
	if m.restarted {
		m.running, m.scores.over = false, false
	}
	switch {
	case m.running && m.ending.said:
		m.end(w, before)
		phase = m.phase(w)
	case played(phase):
		if !m.running {
			m.start(w, begun)
		}
		phase = m.phase(w) // overtime ends with the match
	case phase == world.PhaseOver:
		if !m.scores.over {
			m.end(w, before)
		}
	case phase == world.PhaseWarmUp, phase == world.PhaseCountdown:
		if m.running && m.ending.says == prints.Forfeits {
			m.end(w, before)
		} else if m.running {
			stop(w)
		}
		m.running, m.scores.over = false, false
	}
	w.Match.Phase, w.Match.FragsCount = phase, m.scores.fragIsPoint()
	w.Match.Start, w.Match.Limit = m.clock(w, phase), m.limit()
	m.scores.bound(w)
	m.scores.nameScores(w)
	m.scores.setKills(w)
	m.fillResult(w)
	m.scores.changed, m.restarted, m.fresh = false, false, false
}

func (m *match) start(w world.Edit, begun bool) {
	m.running, m.scores.over, m.scores.ended, m.ending = true, false, false, ending{}
	m.overtime, m.extended = 0, false
	m.playedCPMA = m.beganCPMA
	m.scores.forget(w)
	if m.cpma() && !m.fresh && !m.scores.packet.reset {
		m.scores.reset(w) // restarts without a map_restart
	}
	if begun && w.Recorder >= 0 && !w.Players[w.Recorder].Spectator {
		w.Players[w.Recorder].FragsReported = true
	}
	start := float64(world.Unknown)
	if begun {
		start = m.startClock(w)
	}
	w.BeginResult(start)
	if !m.fresh {
		w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
	}
}

// showResult starts or ends the intermission as seen in the recorder's view. The configstring can keep its value when
// the next match begins.
func (m *match) showResult(w world.Edit, on bool) {
	m.resultShown, m.scores.changed = on, true
	w.Intermission = on
	if !on {
		return
	}
	w.Event(world.Event{Kind: world.EventIntermission, Player: world.Nobody, Other: world.Nobody})
	if m.scores.over && m.scores.ended {
		// The game announced the end a second earlier. What happened since then belongs to the result.
		r := w.Result()
		m.scores.board.final = m.scores.board.final || m.scores.packet.list
		m.standings(w, r)
		r.Last = w.Clock
	}
}

// isSet reports whether a configstring is true, in either of the games' spellings.
func isSet(s string) bool { return s == "1" || s == "qtrue" }

// startClock returns the viewer's clock at the start of the match, which is now, or [world.Unknown] if the match clock
// started before the recording.
func (m *match) startClock(w world.Edit) float64 {
	if w.Clock+float64(m.began)/1000-w.Time < m.levelClock {
		return world.Unknown
	}
	return w.Clock
}

// firstSnapshot records when the level begins for the viewer. A match that started with the level starts then, if the
// recording includes the change of level.
func (m *match) firstSnapshot(w world.Edit) {
	m.levelClock = w.Clock
	const loading = 10 // longest time that a level may run before its first snapshot, in seconds
	if age := w.Time - float64(m.began)/1000; m.running && w.LevelCount > 1 && age >= 0 && age < loading {
		w.Result().Start = w.Clock
		w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
	}
}

// stop ends the match without a result.
func stop(w world.Edit) {
	w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody})
	w.SealResult()
}

// end ends the match. before is the previous phase; it distinguishes the end of a match from the end of a warm-up.
func (m *match) end(w world.Edit, before world.Phase) {
	m.scores.ended = false
	switch {
	case m.running && m.ending.says == prints.Stops:
		stop(w)
	case m.running:
		r := w.EndResult()
		m.standings(w, r)
		if m.ending.says == prints.Forfeits && !w.Match.Teams {
			comeBack(r)
		}
		m.scores.ended = true
	case before == world.PhaseUnknown,
		before == world.PhaseWarmUp && w.Clock == m.levelClock && w.Match.Scores != [2]int32{}:
		// The recording starts after the end. CPMA waits for the next match of capture strike by then.
		m.standings(w, world.AddPastResult(w))
		m.scores.ended = true
	}
	m.running, m.scores.over, m.scores.endedIn = false, true, w.Block
	m.scores.board.final = m.scores.packet.list
}

// serverStart is [world.Match].Start of a match that started with the server's clock. 0 would mean no match.
const serverStart = 1e-9

// clock returns when the match clock started, in seconds of the demo's own clock. In a countdown it returns when it
// will start, in the warm-up 0.
func (m *match) clock(w world.Edit, phase world.Phase) float64 {
	l := w.Level()
	switch {
	case phase == world.PhaseWarmUp:
		return 0
	case phase == world.PhaseCountdown && m.cpma():
		return float64(m.warmUp) / 1000
	case phase == world.PhaseCountdown:
		return float64(warmUpEnd(l)) / 1000
	case m.began == 0 && phase != world.PhaseUnknown && info.Value(l.ServerInfo, "g_gametype") != "" && !m.cpma():
		if w.LevelCount == 0 {
			return 0 // the demo lacks the gamestate that has it
		}
		return serverStart
	}
	return float64(m.began) / 1000
}

// limit returns the match's time limit in seconds, 0 if it is the server's and negative if there is none.
func (m *match) limit() float64 {
	minutes := int32(0)
	switch {
	case m.rounds():
		return -1
	case m.cpma():
		minutes = m.limitCPMA
	case m.overtime > 0:
		minutes = m.timeLimit
	}
	switch {
	case minutes <= 0 && m.cpma():
		return -1
	case minutes <= 0:
		return 0
	}
	return float64(minutes)*60 + float64(m.overtime)
}

// suddenDeath starts overtime in games without any other form of it. It lasts until somebody scores.
func (m *match) suddenDeath(w world.Edit) {
	if w.Match.Phase != world.PhaseRunning || m.cpma() || m.live() {
		return
	}
	const slack = 2 // seconds between the time limit and the intermission
	if m.timeLimit > 0 && w.Match.Start > 0 && w.Time > w.Match.Start+60*float64(m.timeLimit)+slack {
		m.extended = true
		w.Match.Phase = world.PhaseOvertime
	}
}

// announced parses printed or centered text for match announcements.
func (m *match) announced(w world.Edit, text []byte) {
	for m.running && len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		var space [256]byte
		line = bytes.TrimSpace(prints.Uncolored(space[:0], line))
		switch said := prints.Match(world.Quake3, false, w.Players, line); said.Meaning {
		case prints.Forfeits, prints.Stops:
			m.ending, m.scores.changed = ending{said.Meaning, true}, true
		case prints.Overtime:
			m.extended, m.scores.changed = true, true
			if said.HasNumber {
				m.overtime += int32(60 * said.Number)
			} else if m.live() {
				m.overtime += int32(info.Number(info.Value(w.Level().ServerInfo, "g_overtime")))
			}
		case prints.Pauses, prints.Resumes:
			if !m.cpma() && !m.live() { // their configstrings report it
				w.Pause(said.Meaning == prints.Pauses, plainNamed(w.Players, string(said.Name), world.Nobody), nil)
			}
		}
	}
}

// flagStatus returns the configstring with the state of the flags: one digit for red and one for blue, or one for
// white. It returns -1 if the game type has no such flags.
func (m *match) flagStatus(l *world.Level) int {
	switch {
	case m.live() && m.scores.kind == 5:
		return 658
	case m.cpma() && (m.scores.kind == 4 || m.scores.kind == 7):
		return 23
	case m.live() || m.cpma():
		return -1
	case l.GameType != ctf && l.GameType != ctfElimination && l.GameType != oneFlag:
		return -1
	case m.numbers == numbers43:
		return 15
	}
	return 23
}

// findObelisks reads the health of the obelisks in Overload, which are in all snapshots. An obelisk's model index is
// its team's number.
func (s *snapshots) findObelisks(w world.Edit, n *snapshot) {
	if w.Level().GameType != overload {
		return
	}
	for _, e := range n.entities {
		state := &s.states[e.slot]
		if team := state[message.EntityStateModelIndex] - redTeam; state[message.EntityStateType] == etTeam &&
			team >= 0 && team < 2 {
			w.Match.Obelisks[team] = world.Obelisk{Known: true, Health: uint8(state[message.EntityStateModelIndex2])}
		}
	}
}
