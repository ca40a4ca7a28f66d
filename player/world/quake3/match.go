package quake3

import (
	"bytes"
	"strings"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// firstTeamGame is the first number of g_gametype with teams, but for soloTypes, in the games that we know.
const firstTeamGame = 3

// Game types that differ in what they have.
const (
	ctf            = "ctf"
	ctfElimination = "ctfelim"
	oneFlag        = "oneflag"
	overload       = "overload"
	harvester      = "harvester"
	lastMan        = "lastman"
	possession     = "possession"
	redRover       = "redrover"
	jump           = "jump"
	gunGame        = "gungame"
)

// soloTypes are the types without teams, or in which the teams have no scores, though their numbers are behind
// firstTeamGame. Configstrings 6 and 7 are the scores of the two best players there, as in the types before it.
var soloTypes = map[string]bool{lastMan: true, possession: true, redRover: true, jump: true, gunGame: true}

// What the numbers of g_gametype mean. The same number is another game in another mod.
var (
	commonTypes = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf}
	cpmaTypes   = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: "arena", 6: "freeze", 7: ctf}
	liveTypes   = map[int32]string{
		0: "ffa", 1: "duel", 2: "race", 3: "team", 4: "arena", 5: ctf, 6: oneFlag, 8: harvester, 9: "freeze",
		10: "domination", 11: "attack", 12: redRover,
	}
	missionTypes   = map[int32]string{0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: oneFlag, 6: overload, 7: harvester}
	openArenaTypes = map[int32]string{
		0: "ffa", 1: "duel", 3: "team", 4: ctf, 5: oneFlag, 6: overload, 7: harvester,
		8: "elimination", 9: ctfElimination, 10: lastMan, 11: "doubledom", 12: "domination",
		13: possession,
	}
	urbanTerrorTypes = map[int32]string{1: lastMan, 9: jump, 11: gunGame} // its 4 has no flags
)

// typeName returns what a number of g_gametype means, empty if that is not known.
func (q *rules) typeName(l *world.Level, kind int32) string {
	folder := gameFolder(l)
	switch {
	case q.live():
		return liveTypes[kind]
	case q.cpma():
		return cpmaTypes[kind]
	case folder == "missionpack":
		return missionTypes[kind]
	case strings.HasPrefix(folder, "q3ut"):
		return urbanTerrorTypes[kind]
	case folder == "excessiveplus": // it has its own from 5 on, on OpenArena too
		return commonTypes[kind]
	case openArena(q.protocol, l): // its mods keep its types
		return openArenaTypes[kind]
	}
	return commonTypes[kind]
}

// Quake Live's configstrings of the match.
const (
	csFirstName = 659 // names, with the clan's tag, of those with the scores of 6 and 7
	csPauseLive = 669 // time at which a time-out began, empty or 0 if there is none
)

// csWarmUp is the configstring with the time at which the warm-up ends: -1 while it
// waits for players, 0 or empty if there is none. Quake Live has it as \time\N.
const csWarmUp = 5

// CPMA's configstrings about the match have \key\value pairs. The first: t is the game
// type, ts when the match or the round began, td how long time-outs have delayed it
// since, te the time into the match at which a time-out began, tw when the warm-up
// ends (-1 while it waits for players, 0 if there is none; between rounds too), tl the
// time limit in minutes. Both: sb and sr are the scores of the blue and red team or of
// the first and the second player.
const (
	csGameInfoCPMA  = 672
	csRoundInfoCPMA = 710
)

// forfeitScore is the score of a player who gave up a duel.
const forfeitScore = -999

// ending is how a match ends otherwise than by time or score.
type ending struct {
	// says is [prints.Forfeits] if somebody has given up, and [prints.Stops] if the match ends without a result.
	says prints.Saying
	// said is set if words said so, with which the match ends.
	said bool
}

// matchState is what is known of the match besides [world.Match].
type matchState struct {
	// running is set while a match is played, and over from its end until the next
	// one, or the warm-up, begins.
	running, over bool
	// ended is set if the result of the match that is over is complete.
	ended       bool
	endedIn     int  // the block of the demo in which it was over
	resultShown bool // the last snapshot was of the intermission
	ending      ending

	// changed is set by whatever can begin or end a match or change its result,
	// restarted by what restarts it, fresh by a gamestate: until the packet ends.
	changed, restarted, fresh bool

	// levelClock is the viewer's clock at the first snapshot of the level, and began
	// the server's time in milliseconds at which the match's clock began.
	levelClock float64
	began      int32
	// warmUp and beganCPMA are tw and ts of CPMA, playedCPMA is the ts of the match
	// that is over.
	warmUp, beganCPMA, playedCPMA int32
	limitCPMA                     int32 // minutes
	timeLimit                     int32 // minutes, as the server's info has it
	kind                          int32 // g_gametype, or CPMA's t

	overtime int32 // seconds that have been added to the time limit
	extended bool  // the match is in overtime

	took    [3]int8  // slots of those who took the red, the blue and the white flag in this packet
	brought [3]bool  // those that came home from who carried them in this packet
	bringer [3]int8  // and who that was
	scored  [2]int32 // the match's scores that the players' frags agree with

	board board
	heard heard
	table table
}

// cpma reports whether the game is CPMA, which tells of the match in its own way.
func (q *rules) cpma() bool { return q.numbers == numbersCPMA }

// live reports whether the game is Quake Live.
func (q *rules) live() bool { return q.numbers == numbers73 }

// matchString applies what a configstring says about the match.
func (q *rules) matchString(w world.Edit, index int, s string) {
	m := &w.Match
	switch {
	case index == q.numbers.intermission:
		w.Intermission = isSet(s)
	case index == q.numbers.levelStart:
		q.levelStart(w, int32(info.Number(s)))
	case q.cpma() && (index == csGameInfoCPMA || index == csRoundInfoCPMA):
		q.matchCPMA(w, index, s)
	case !q.cpma() && (index == csScores1 || index == csScores2):
		score := int32(info.Number(s))
		if index == csScores1 && !m.Teams && m.Known {
			q.fragSounds(w, m.Scores[0], score)
		}
		m.Scores[index-csScores1], m.Known = score, true
	case q.live() && index == csPauseLive:
		w.Pause(info.Number(s) > 0, world.Nobody, nil)
	case index == q.flagStatus(w.Level()):
		was := [...]world.Flag{w.Match.Flags[0], w.Match.Flags[1], w.Match.White.Flag}
		q.flags(w, s)
		for i := range was {
			q.flagMoved(w, i, was[i])
		}
	case index != csWarmUp && index != csFirstName && index != csFirstName+1:
		return
	}
	q.changed = true
}

// gameType applies the game type and the time limit of the server's info.
func (q *rules) gameType(w world.Edit, serverInfo string) {
	told := q.cpma() && info.Value(w.Level().ConfigString(csGameInfoCPMA), "t") != "" // by itself: see matchCPMA
	if s := info.Value(serverInfo, "g_gametype"); s != "" && !told {
		q.setGameType(w, int32(info.Number(s)))
	}
	q.timeLimit = int32(info.Number(info.Value(serverInfo, "timelimit")))
	q.changed = true
}

// setGameType sets the game type, with what its number means, and forgets what another one had.
func (q *rules) setGameType(w world.Edit, kind int32) {
	if name := q.typeName(w.Level(), kind); name != w.Level().GameType {
		w.EditLevel().GameType = name
	}
	if q.kind == kind {
		return
	}
	q.kind = kind
	w.Match.Flags, w.Match.White, w.Match.Obelisks = [2]world.Flag{}, world.WhiteFlag{}, [2]world.Obelisk{}
	if i := q.flagStatus(w.Level()); i >= 0 {
		q.flags(w, w.Level().ConfigString(i))
	}
	w.Match.Teams = kind >= firstTeamGame && !soloTypes[w.Level().GameType]
}

// levelStart applies the time at which the clock of the match began. A restart sets it to now. A time-out moves it
// forward: in Quake Live by its length at its end, in OSP and its kin a little again and again.
func (q *rules) levelStart(w world.Edit, ms int32) {
	const loading = 5000 // milliseconds of a clock that has just begun, at most
	timeOut := q.running && (q.live() || ms > q.began && int32(1000*w.Time)-ms > loading)
	if ms != q.began && ms > 0 && !q.fresh && !timeOut {
		q.restarted = true
	}
	q.began = ms
}

func (q *rules) matchCPMA(w world.Edit, index int, s string) {
	m := &w.Match
	if index == csGameInfoCPMA {
		waits := !played(q.phase(w))
		q.warmUp, q.beganCPMA = int32(info.Number(info.Value(s, "tw"))), int32(info.Number(info.Value(s, "ts")))
		if v := info.Value(s, "tl"); v != "" {
			q.limitCPMA = int32(info.Number(v))
		}
		if v := info.Value(s, "t"); v != "" {
			q.setGameType(w, int32(info.Number(v)))
		}
		if v := info.Value(s, "te"); v != "" {
			w.Pause(info.Number(v) != 0, world.Nobody, nil)
		}
		if waits && !q.running && !q.fresh && played(q.phase(w)) {
			q.resetScores(w) // it restarts without a map_restart; what comes behind this is of the match
		}
		switch {
		case !q.running && !w.Intermission && info.Value(s, "ts") != "":
			q.began = q.beganCPMA
		case q.running && q.warmUp == 0 && !q.rounds():
			q.began = q.playedCPMA + int32(info.Number(info.Value(s, "td")))
		}
	}
	blue, red := info.Value(s, "sb"), info.Value(s, "sr")
	if blue == "" || red == "" {
		return
	}
	m.Scores, m.Known = [2]int32{int32(info.Number(blue)), int32(info.Number(red))}, true
	if m.Teams {
		m.Scores[0], m.Scores[1] = m.Scores[1], m.Scores[0]
	}
	if m.Scores[0] == world.NoScore || m.Scores[1] == world.NoScore {
		if q.running {
			q.ending.says = prints.Forfeits
		}
	}
}

// rounds reports whether CPMA plays rounds, each with a clock and a time limit of its
// own: clan arena, freeze tag, capture strike.
func (q *rules) rounds() bool { return q.cpma() && q.kind >= 5 && q.kind <= 7 }

// idle reports whether a match is between two of its rounds, where CPMA counts neither kills nor deaths.
func (q *rules) idle() bool { return q.rounds() && q.running && q.warmUp != 0 }

// phase returns what the match is in.
func (q *rules) phase(w world.Edit) world.Phase {
	if w.Intermission || q.over && !q.restarted && !q.cpma() && !(q.ending.said && q.waiting(w.Level()) != 0) {
		return world.PhaseOver
	}
	wait := q.warmUp
	switch {
	case q.cpma() && q.warmUp == 0 && q.over && q.beganCPMA == q.playedCPMA:
		return world.PhaseOver
	case q.cpma() && q.warmUp == 0 && q.beganCPMA <= 0:
		return world.PhaseUnknown
	case q.cpma() && q.warmUp > 0 && (q.running || q.fresh && q.rounds() && q.beganCPMA > 0):
		wait = 0 // the next round
	case !q.cpma() && !q.tellsMatch(w.Level()):
		return world.PhaseUnknown
	case !q.cpma():
		wait = q.waiting(w.Level())
	}
	switch {
	case wait < 0:
		return world.PhaseWarmUp
	case wait > 0:
		return world.PhaseCountdown
	case q.extended:
		return world.PhaseOvertime
	}
	return world.PhaseRunning
}

// played reports whether a match is played in a phase.
func played(p world.Phase) bool { return p == world.PhaseRunning || p == world.PhaseOvertime }

// tellsMatch reports whether a level's configstrings say that something is played.
func (q *rules) tellsMatch(l *world.Level) bool {
	return info.Value(l.ServerInfo, "g_gametype") != "" || l.ConfigString(q.numbers.levelStart) != ""
}

// waiting returns when the warm-up ends, as [csWarmUp] has it.
func (q *rules) waiting(l *world.Level) int32 {
	end := warmUpEnd(l)
	if !q.live() {
		return end
	}
	switch state := info.Value(l.ServerInfo, "g_gameState"); {
	case state == "IN_PROGRESS":
		return 0
	case state == "PRE_GAME" && end == 0: // it can stay PRE_GAME in the countdown
		return -1
	case state == "COUNT_DOWN" && end <= 0:
		return 1
	}
	return end
}

// warmUpEnd returns the number of the configstring [csWarmUp].
func warmUpEnd(l *world.Level) int32 {
	s := l.ConfigString(csWarmUp)
	if v := info.Value(s, "time"); v != "" {
		s = v
	}
	return int32(info.Number(s))
}

// matchStep begins and ends matches at the end of a packet, when all that belongs
// together has come, and brings the result of the match up to date.
func (q *rules) matchStep(w world.Edit) {
	phase, before := q.phase(w), w.Match.Phase
	if q.restarted {
		q.running, q.over = false, false
	}
	switch {
	case q.running && q.ending.said:
		q.matchEnd(w, before)
		phase = q.phase(w)
	case played(phase):
		if !q.running {
			q.matchStart(w)
		}
		phase = q.phase(w) // overtime ends with the match
	case phase == world.PhaseOver:
		if !q.over {
			q.matchEnd(w, before)
		}
	case phase == world.PhaseWarmUp, phase == world.PhaseCountdown:
		if q.running && q.ending.says == prints.Forfeits {
			q.matchEnd(w, before)
		} else if q.running {
			stop(w)
		}
		q.running, q.over = false, false
	}
	w.Match.Phase, w.Match.FragsCount = phase, q.fragIsPoint()
	w.Match.Start, w.Match.Limit = q.clock(w, phase), q.limit()
	q.bound(w)
	q.nameScores(w)
	q.setKills(w)
	q.fillResult(w)
	q.changed, q.restarted, q.fresh = false, false, false
}

func (q *rules) matchStart(w world.Edit) {
	q.running, q.over, q.ended, q.ending = true, false, false, ending{}
	q.overtime, q.extended = 0, false
	q.playedCPMA = q.beganCPMA
	q.forgetBoard(w)
	if q.cpma() && !q.fresh && !q.heard.reset {
		q.resetScores(w) // it restarts without a map_restart
	}
	if q.current != nil && w.Recorder >= 0 && !w.Players[w.Recorder].Spectator {
		w.Players[w.Recorder].FragsTold = true
	}
	w.BeginResult(q.startClock(w))
	if !q.fresh {
		w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
	}
}

// showResult begins or ends the intermission, as the recorder's view has it. The
// configstring can keep its value when the next match begins.
func (q *rules) showResult(w world.Edit, on bool) {
	q.resultShown, q.changed = on, true
	w.Intermission = on
	if !on {
		return
	}
	w.Event(world.Event{Kind: world.EventIntermission, Player: world.Nobody, Other: world.Nobody})
	if q.over && q.ended {
		// The game said so a second before. What happened since then is of the result.
		r := w.Result()
		q.board.final = q.board.final || q.heard.list
		q.standings(w, r)
		r.Last = w.Clock
	}
}

// isSet reports whether a configstring is yes, as games write it.
func isSet(s string) bool { return s == "1" || s == "qtrue" }

// startClock returns the viewer's clock at which the game says that the match has begun, which is now, or
// [world.Unknown] if its clock began before the recording.
func (q *rules) startClock(w world.Edit) float64 {
	if q.current == nil {
		return world.Unknown
	}
	if w.Clock+float64(q.began)/1000-w.Time < q.levelClock {
		return world.Unknown
	}
	return w.Clock
}

// firstSnapshot notes when the level begins for the viewer. A match that has begun with
// it began then, if the recording has the change of level.
func (q *rules) firstSnapshot(w world.Edit) {
	q.levelClock = w.Clock
	const loading = 10 // seconds that a level may be played before its first snapshot
	if age := w.Time - float64(q.began)/1000; q.running && w.LevelCount > 1 && age >= 0 && age < loading {
		w.Result().Start = w.Clock
		w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
	}
}

// stop ends the match without a result.
func stop(w world.Edit) {
	w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody})
	w.SealResult()
}

// matchEnd ends the match. The phase before tells the end of a match from that of a
// warm-up.
func (q *rules) matchEnd(w world.Edit, before world.Phase) {
	q.ended = false
	switch {
	case q.running && q.ending.says == prints.Stops:
		stop(w)
	case q.running:
		r := w.EndResult()
		q.standings(w, r)
		if q.ending.says == prints.Forfeits && !w.Match.Teams {
			comeBack(r)
		}
		q.ended = true
	case before == world.PhaseUnknown:
		// The recording begins after the end.
		q.standings(w, world.AddPastResult(w))
		q.ended = true
	}
	q.running, q.over, q.endedIn = false, true, w.Block
	q.board.final = q.heard.list
}

// serverStart is [world.Match].Start of a match that began with the server's clock: 0
// stands for no match.
const serverStart = 1e-9

// clock returns when the match's clock began, in seconds of the demo's own clock: in a
// countdown when it will, 0 in the warm-up.
func (q *rules) clock(w world.Edit, phase world.Phase) float64 {
	l := w.Level()
	switch {
	case phase == world.PhaseWarmUp:
		return 0
	case phase == world.PhaseCountdown && q.cpma():
		return float64(q.warmUp) / 1000
	case phase == world.PhaseCountdown:
		return float64(warmUpEnd(l)) / 1000
	case q.began == 0 && phase != world.PhaseUnknown && info.Value(l.ServerInfo, "g_gametype") != "" && !q.cpma():
		if w.LevelCount == 0 {
			return 0 // the beginning is missing, which has it
		}
		return serverStart
	}
	return float64(q.began) / 1000
}

// limit returns the match's time limit in seconds if it is not the server's, negative if
// there is none.
func (q *rules) limit() float64 {
	minutes := int32(0)
	switch {
	case q.rounds():
		return -1
	case q.cpma():
		minutes = q.limitCPMA
	case q.overtime > 0:
		minutes = q.timeLimit
	}
	switch {
	case minutes <= 0 && q.cpma():
		return -1
	case minutes <= 0:
		return 0
	}
	return float64(minutes)*60 + float64(q.overtime)
}

// suddenDeath begins the overtime of the games that have no other: it lasts until
// somebody scores.
func (q *rules) suddenDeath(w world.Edit) {
	if w.Match.Phase != world.PhaseRunning || q.cpma() || q.live() {
		return
	}
	const slack = 2 // seconds between the limit and the intermission
	if q.timeLimit > 0 && w.Match.Start > 0 && w.Time > w.Match.Start+60*float64(q.timeLimit)+slack {
		q.extended = true
		w.Match.Phase = world.PhaseOvertime
	}
}

// announced reads text, printed or in the middle of the screen, for what it says of the match.
func (q *rules) announced(w world.Edit, text []byte) {
	for q.running && len(text) > 0 {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte{'\n'})
		var space [256]byte
		line = bytes.TrimSpace(prints.Uncolored(space[:0], line))
		switch said := prints.Match(world.Quake3, false, w.Players, line); said.Says {
		case prints.Forfeits, prints.Stops:
			q.ending, q.changed = ending{said.Says, true}, true
		case prints.Overtime:
			q.extended, q.changed = true, true
			if said.HasNumber {
				q.overtime += int32(60 * said.Number)
			} else if q.live() {
				q.overtime += int32(info.Number(info.Value(w.Level().ServerInfo, "g_overtime")))
			}
		case prints.Pauses, prints.Resumes:
			if !q.cpma() && !q.live() { // whose configstrings tell it
				w.Pause(said.Says == prints.Pauses, plainNamed(w.Players, string(said.Name), world.Nobody), nil)
			}
		}
	}
}

// duel sets the frags of the other one of two players: snapshots have only those of
// own, the recorded player, but the configstrings have both scores.
func (q *rules) duel(w world.Edit, own int) {
	m := &w.Match
	if !m.Known || m.Teams || !present(m.Scores[0]) || !present(m.Scores[1]) {
		return
	}
	other := world.Nobody
	for i := range w.Players {
		switch p := &w.Players[i]; {
		case !p.InUse || p.Spectator || i == own:
		case other != world.Nobody:
			return
		default:
			other = i
		}
	}
	if other == world.Nobody || w.Players[own].Spectator {
		return
	}
	switch w.Players[own].Frags {
	case m.Scores[0]:
		q.setScore(w, other, m.Scores[1])
	case m.Scores[1]:
		q.setScore(w, other, m.Scores[0])
	}
}

// present reports whether a score is that of a player who is there.
func present(score int32) bool { return score != world.NoScore && score != forfeitScore }

// nameScores sets the frags of the two best, whose names Quake Live tells.
func (q *rules) nameScores(w world.Edit) {
	if !q.live() || w.Match.Teams || !w.Match.Known || q.over {
		return
	}
	for i, score := range w.Match.Scores {
		name := w.Level().ConfigString(csFirstName + i)
		if name == "" || !present(score) {
			continue
		}
		for slot := range w.Players {
			p := &w.Players[slot]
			if p.InUse && !p.Spectator && hasName(p, name) {
				q.setScore(w, slot, score)
				break
			}
		}
	}
}

// hasName reports whether a player is called name, with the clan's tag before the
// player's own name if there is one.
func hasName(p *world.Player, name string) bool {
	if p.Name == name {
		return true
	}
	clan, n := info.Value(p.UserInfo, "cn"), len(name)-len(p.Name)
	return clan != "" && n == len(clan)+1 && name[:n-1] == clan && name[n-1] == ' ' && name[n:] == p.Name
}

// flagStatus returns the configstring with the state of the flags, one digit for the
// red and one for the blue, or one for the white; -1 if the game type has no such flags.
func (q *rules) flagStatus(l *world.Level) int {
	switch {
	case q.live() && q.kind == 5:
		return 658
	case q.cpma() && (q.kind == 4 || q.kind == 7):
		return 23
	case q.live() || q.cpma():
		return -1
	case l.GameType != ctf && l.GameType != ctfElimination && l.GameType != oneFlag:
		return -1
	case q.numbers == numbers43:
		return 15
	}
	return 23
}

// flags applies the state of the flags.
func (q *rules) flags(w world.Edit, s string) {
	switch {
	case w.Level().GameType == oneFlag && len(s) > 0:
		q.whiteFlag(w, s[0])
		return
	case len(s) < 2:
		return
	}
	for i := range w.Match.Flags {
		state := world.FlagUnknown
		switch s[i] {
		case '0':
			state = world.FlagHome
		case '1':
			state = world.FlagTaken
		case '2':
			state = world.FlagDropped
		}
		if f := &w.Match.Flags[i]; f.State != state {
			*f = world.Flag{State: state, Carrier: world.Nobody}
			if state == world.FlagTaken {
				f.Carrier = int(q.took[i])
			}
		}
	}
}

// whiteFlag applies the state of the white flag: 2 and 3 are that red and blue carry it.
func (q *rules) whiteFlag(w world.Edit, state byte) {
	f := world.WhiteFlag{Flag: world.Flag{Carrier: world.Nobody}}
	switch state {
	case '0':
		f.State = world.FlagHome
	case '2', '3':
		f.State, f.Side, f.Carrier = world.FlagTaken, int(state-'2'), int(q.took[white])
	case '4':
		f.State = world.FlagDropped
	}
	if is := &w.Match.White; is.State != f.State || is.Side != f.Side {
		*is = f
	}
}

// flagMoved tells of a flag that a string moved, by what it was before, that it was lost, or returned from
// where it lay. One that comes home from who carried it was captured or returned, which a line of the packet says.
func (q *rules) flagMoved(w world.Edit, n int, was world.Flag) {
	switch now := flag(&w.Match, n).State; {
	case was.State == world.FlagTaken && now == world.FlagDropped:
		flagEvent(w, world.Event{Kind: world.EventFlagLost, Player: was.Carrier, Other: world.Nobody,
			Item: flagItems[n]})
	case was.State == world.FlagDropped && now == world.FlagHome:
		flagEvent(w, world.Event{Kind: world.EventFlagReturned, Player: world.Nobody, Other: world.Nobody,
			Item: flagItems[n]})
	case was.State == world.FlagTaken && now == world.FlagHome:
		q.brought[n], q.bringer[n] = true, int8(was.Carrier)
	}
}

// nobody is nobody for each of the flags.
var nobody = [...]int8{world.Nobody, world.Nobody, world.Nobody}

// flagItems are the flags as items.
var flagItems = [...]string{prints.RedFlag, prints.BlueFlag, white: prints.WhiteFlag}

// flagEvent reports that a flag was lost or returned, once in a packet: a line tells by whom what a string
// tells without.
func flagEvent(w world.Edit, e world.Event) {
	for i := range w.Events {
		if told := &w.Events[i]; told.Kind == e.Kind && told.Item == e.Item {
			if told.Player == world.Nobody {
				*told = e
			}
			return
		}
	}
	w.Event(e)
}

// white is the number of the white flag, behind the red and the blue one.
const white = 2

// flag returns the red, the blue or the white flag.
func flag(m *world.Match, n int) *world.Flag {
	if n == white {
		return &m.White.Flag
	}
	return &m.Flags[n]
}

// tookFlag notes that a line has told who took a flag.
func (q *rules) tookFlag(w world.Edit, n, slot int) {
	q.took[n] = int8(slot)
	if f := flag(&w.Match, n); f.State == world.FlagTaken {
		f.Carrier = slot
	}
}

// redFlagPowerup returns the powerup of who carries the red flag; the next two are the blue's and the white's.
func (q *rules) redFlagPowerup() int {
	if q.protocol >= 91 {
		return 1
	}
	return 7
}

// findCarriers looks for those who carry a flag among the players of a snapshot.
func (q *rules) findCarriers(w world.Edit, n *snapshot) {
	for i := range q.took {
		f := flag(&w.Match, i)
		if f.State != world.FlagTaken {
			continue
		}
		if slot := q.carrier(n, q.redFlagPowerup()+i); slot != world.Nobody {
			f.Carrier = slot
		}
	}
}

// carrier returns the slot of the player with a powerup, [world.Nobody] if no player
// in the snapshot has it.
func (q *rules) carrier(n *snapshot, powerup int) int {
	if n.hasPlayer() && n.player.powerup(powerup) {
		return n.slot()
	}
	for _, e := range n.entities {
		if e.number >= clients {
			break
		}
		if q.snaps.states[e.slot].carries(powerup) {
			return int(e.number)
		}
	}
	return world.Nobody
}

// findObelisks reads how whole the obelisks of overload are, which are in all snapshots: the model is the
// team's number.
func (q *rules) findObelisks(w world.Edit, n *snapshot) {
	if w.Level().GameType != overload {
		return
	}
	for _, e := range n.entities {
		s := &q.snaps.states[e.slot]
		if team := s[message.EntityStateModelIndex] - redTeam; s[message.EntityStateType] == etTeam &&
			team >= 0 && team < 2 {
			w.Match.Obelisks[team] = world.Obelisk{Known: true, Health: uint8(s[message.EntityStateModelIndex2])}
		}
	}
}
