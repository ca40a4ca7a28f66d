package quake3

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// scores are the scores of the match and what the game tells of its players.
type scores struct {
	*game
	kind int32 // g_gametype, or CPMA's t
	// over is set from the end of a match until the next one, or the warm-up, begins, and ended if its result is
	// complete.
	over, ended bool
	endedIn     int // the block of the demo in which it was over
	// changed is set by whatever can begin or end a match or change its result, until the packet ends.
	changed bool
	scored  [2]int32 // the match's scores that the players' frags agree with

	board board
	heard heard
	table table
}

// board is what the game has told of each player's part in the match.
type board struct {
	rows [clients]row
	// order are the slots of the last list of scores, in its order: later commands
	// name players by their place in it.
	order  [clients]uint8
	listed int32
	final  bool // a list has come since the match ended
	// winner and loser are the plain names of a duel that is over (CPMA).
	winner, loser string
}

// heard is what one packet has told of scores. The slots of players are a bit each.
type heard struct {
	list    bool   // a list has come
	fresh   uint64 // whose kills and deaths were told
	exact   uint64 // whose score is told as it is behind the packet
	rated   uint64 // whose score a list has, and was known before
	counted uint64 // whose score a death has changed
	reset   bool   // all scores have begun anew
	listed  uint64 // whom a list behind that has
	// expected is of the rated what the score would be without the list, with the deaths so far.
	expected [clients]int32
}

// row is what the game has told of one player besides the score, which is the player's Frags.
type row struct {
	kills, deaths, suicides, teamKills, accuracy, damage, hurt int32
	told                                                       world.ScoreFields
	aimed, damaged                                             int // the blocks in which accuracy and damage came
}

// columns are the places of a player's numbers in a list of scores; 0 for those that
// it lacks. The first number is the slot.
type columns struct {
	score, ping, kills, deaths, teamKills, accuracy, damage int
}

// IsScores reports whether a command is a list of scores.
func IsScores(name []byte) bool {
	switch string(name) {
	case "scores", "rrscores", "smscores", "xscores", "scores_duel", "scores_ffa", "scores_tdm", "scores_ft",
		"scores_ca",
		"scores_ctf", "scores_rr", "scores_race":
		return true
	}
	return false
}

// scoreList says what a list of scores has where. It has the number of players, in team games
// their scores and often more, and then as many numbers for each player. How many
// depends on the game's version, but not what the length of the list shows.
type scoreList struct {
	count int // place of the number of players
	teams int // place of the red team's score, which the blue one's follows; 0 if it has none
	head  int // how many numbers come before the players
	width int // numbers of a player; 0 if they cannot be read
	columns
}

// scoreListOf returns what a list of scores has where; name is that of its command.
func scoreListOf(name string, args [][]byte, protocol int32) scoreList {
	var l scoreList
	switch name {
	case "scores":
		l = plainList(args)
	case "xscores":
		l = scoreList{head: 1, columns: columns{score: 1, ping: 2}}
	default:
		l = liveListOf(name, args, protocol)
	}
	if l.count >= len(args) {
		return scoreList{}
	}
	players := info.Number(args[l.count])
	if players <= 0 || players > clients || l.head == 0 || len(args) <= l.head || (len(args)-l.head)%players != 0 {
		return l
	}
	const least = 4
	if width := (len(args) - l.head) / players; width >= least && width > max(l.score, l.ping) {
		l.width = width
	}
	return l
}

// plainList is scoreListOf of the list that all games had at first: players, red,
// blue, then client, score, ping, time and more: 6 numbers up to version 1.16, 14 later, of which
// the 7th is the accuracy; 15 in OpenArena, which has a fourth number at the beginning; 18 in
// Quake Live, where kills and deaths are the 16th and the 17th.
func plainList(args [][]byte) scoreList {
	l := scoreList{teams: 1, head: plainHead, columns: columns{score: 1, ping: 2}}
	if len(args) == 0 {
		return l
	}
	players := info.Number(args[0])
	switch len(args) {
	case plainHead + plainWidth*players:
		l.accuracy = 6
	case arenaHead + arenaWidth*players:
		l.head, l.accuracy = arenaHead, 6
	case plainHead + liveWidth*players:
		l.kills, l.deaths, l.accuracy = 15, 16, 6
	}
	return l
}

// How many numbers the list that all games had at first has before the players, and for each.
const (
	plainHead, arenaHead                          = 3, 4
	earlyWidth, plainWidth, arenaWidth, liveWidth = 6, 14, 15, 18
)

// takeScores applies a list of scores.
func (sc *scores) takeScores(w world.Edit, name []byte, args [][]byte) {
	l := scoreListOf(string(name), args, sc.protocol)
	if l.teams > 0 {
		teamScores(w, args, l.teams)
	}
	if l.width > 0 {
		sc.list(w, args[l.head:], l)
	}
}

// teamScores takes the scores of the red and the blue team from args[i] and the next
// one, if no configstring tells them.
func teamScores(w world.Edit, args [][]byte, i int) {
	m := &w.Match
	if m.Teams && !m.Known && i+1 < len(args) {
		m.Scores, m.Known = [2]int32{int32(info.Number(args[i])), int32(info.Number(args[i+1]))}, true
	}
}

// list applies the players of a list of scores.
func (sc *scores) list(w world.Edit, args [][]byte, l scoreList) {
	c := l.columns
	sc.board.listed = 0
	for ; len(args) >= l.width; args = args[l.width:] {
		slot := info.Number(args[0])
		if slot < 0 || slot >= clients {
			continue
		}
		sc.board.order[sc.board.listed] = uint8(slot)
		sc.board.listed++
		p, r := w.Player(slot), &sc.board.rows[slot]
		p.Ping = ping(args[c.ping])
		if p.Spectator {
			continue // the numbers are those of the player whom it follows
		}
		if sc.heard.reset {
			sc.heard.listed |= 1 << slot
		}
		sc.rate(w, slot, int32(info.Number(args[c.score])))
		r.take(args, c.kills, &r.kills, world.ToldKills)
		r.take(args, c.deaths, &r.deaths, world.ToldDeaths)
		r.take(args, c.teamKills, &r.teamKills, world.ToldTeamKills)
		if r.take(args, c.accuracy, &r.accuracy, world.ToldAccuracy) {
			r.aimed = w.Block
		}
		if r.take(args, c.damage, &r.damage, world.ToldDamageGiven) {
			r.damaged = w.Block
		}
		if c.kills > 0 {
			sc.heard.fresh |= 1 << slot
		}
	}
	sc.listCame()
	sc.changed = true
}

// setKills makes the kills and deaths of players, which are counted from obituaries, what
// the game has told in this packet. It knows those from before the recording and from
// rounds that do not count.
func (sc *scores) setKills(w world.Edit) {
	for i := range w.Players {
		p := &w.Players[i]
		if i >= clients || sc.heard.fresh>>i&1 == 0 {
			continue
		}
		s := sc.score(w, p, "")
		p.SetCounts(s.AllCounts())
	}
}

// countedOn forgets those numbers of a player that the game told before a death that counts: from then on
// they are what was told and what was counted since. A list of this packet may have the death, and after a
// match its numbers stand. Idle says that the match is between two rounds.
func (sc *scores) countedOn(slot int, numbers world.ScoreFields, idle bool) {
	if !sc.over && !idle && slot < clients && sc.heard.fresh>>slot&1 == 0 {
		sc.board.rows[slot].told &^= numbers
	}
}

// take sets a number of a row from the one at a column; false if there is no such column.
func (r *row) take(args [][]byte, column int, to *int32, told world.ScoreFields) bool {
	if column <= 0 || column >= len(args) {
		return false
	}
	*to = int32(info.Number(args[column]))
	r.told |= told
	return true
}

// setScore sets the score of a player, which the game has told.
func (sc *scores) setScore(w world.Edit, slot int, score int32) {
	w.SetFrags(w.Player(slot), score)
	p := &w.Players[slot]
	p.FragsTold, p.FragsAt = true, float32(w.Clock)
	sc.heard.exact |= 1 << slot
	sc.changed = true
}

// rate sets the score of a player that a list has.
func (sc *scores) rate(w world.Edit, slot int, score int32) {
	k, bit := &sc.heard, uint64(1)<<slot
	exact := k.exact
	if p := w.Player(slot); k.rated&bit == 0 && exact&bit == 0 && p.FragsTold {
		k.rated |= bit
		k.expected[slot] = p.Frags
	}
	sc.setScore(w, slot, score)
	if k.rated&bit != 0 {
		k.exact = exact
	}
}

// count adds points for a death to the score of a player, since servers tell the scores of
// others seldom: a list goes to who dies or asks for it, but obituaries go to everybody, and stay in the
// snapshots of 300 ms. Nothing is added to a score that this packet has told. A list can have
// been made before or after a death of its packet: it has the death if the score is what the
// death makes of the one before.
func (sc *scores) count(w world.Edit, slot int, points int32) {
	k, bit := &sc.heard, uint64(1)<<slot
	p := &w.Players[slot]
	if slot == w.Recorder || p.Spectator || k.exact&bit != 0 || !sc.fragsCount(w) {
		return
	}
	if k.rated&bit != 0 {
		expected := k.expected[slot]
		k.expected[slot] += points
		if p.Frags != expected {
			return
		}
	}
	w.SetFrags(p, p.Frags+points)
	k.counted |= bit
	sc.changed = true
}

// fragIsPoint reports whether a frag is a point and nothing else is. In games with flags or rounds the last
// list of scores stands.
func (sc *scores) fragIsPoint() bool {
	const race, teamDeathmatch = 2, 3 // 2 is the game alone against bots where it is not Quake Live's race
	return sc.kind >= 0 && sc.kind <= teamDeathmatch && !(sc.kind == race && (sc.live() || sc.cpma()))
}

// fragsCount reports whether scores are counted from deaths now: where a frag is a point, and not in a warm-up.
func (sc *scores) fragsCount(w world.Edit) bool {
	if p := w.Match.Phase; p == world.PhaseWarmUp || p == world.PhaseCountdown {
		return false
	}
	return sc.fragIsPoint()
}

// penalty takes a point from the player in slot loser for the death of victim, who is the same or a
// team mate, or was killed by the world: killer is [world.Nobody] then.
//
// In OpenArena nobody without points loses one, except of two; where these are no teams the other one
// wins it. What is done to oneself or a mate costs nothing in teams of more.
func (sc *scores) penalty(w world.Edit, killer, loser, victim int) {
	if !openArena(sc.protocol, w.Level()) {
		sc.count(w, loser, -1)
		return
	}
	const few = 3
	playing := 0
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.Spectator {
			playing++
		}
	}
	switch {
	case playing < few && !w.Match.Teams:
		for i := range w.Players {
			if i != loser && w.Players[i].InUse {
				sc.count(w, i, 1)
			}
		}
	case playing < few, w.Players[victim].Frags > 0 && (killer == world.Nobody || !w.Match.Teams):
		sc.count(w, loser, -1)
	}
}

// bound lowers the scores that were counted in this packet to the best one that the server tells.
func (sc *scores) bound(w world.Edit) {
	m := &w.Match
	if m.Teams || !m.Known || sc.cpma() || !present(m.Scores[0]) {
		return
	}
	for left := sc.heard.counted; left != 0; left &= left - 1 {
		if p := &w.Players[bits.TrailingZeros64(left)]; p.Frags > m.Scores[0] {
			w.SetFrags(p, m.Scores[0])
		}
	}
}

// listCame notes that a list of scores has come.
func (sc *scores) listCame() { sc.heard.list, sc.board.final = true, sc.board.final || sc.over }

// forget forgets all that was told of the match before, but not what a list behind the restart tells of this one.
func (sc *scores) forget(w world.Edit) {
	last := sc.board
	sc.board, sc.table = board{}, table{}
	for i := range w.Players {
		w.Players[i].FragsTold = w.Players[i].FragsTold && i < clients && sc.heard.listed>>i&1 != 0
	}
	if sc.heard.listed != 0 {
		sc.board.order, sc.board.listed = last.order, last.listed
	}
	for left := sc.heard.listed; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros64(left)
		sc.board.rows[slot] = last.rows[slot]
	}
}

// reset sets the scores of all players to 0, as a restart does. What a list of before has told, in this packet
// too, is over.
func (sc *scores) reset(w world.Edit) {
	k := &sc.heard
	k.fresh, k.rated, k.counted, k.listed, k.reset = 0, 0, 0, 0, true
	clear(sc.board.rows[:])
	w.ForgetCounts()
	for i := range w.Players {
		w.Players[i].Frags, w.Players[i].FragsAt = 0, float32(w.Clock)
	}
}

// ping returns a ping in milliseconds. CPMA has several values in a word of letters, of
// which the third and the fourth are the ping in base 32.
func ping(word []byte) int32 {
	if len(word) >= 4 && letter(word[0]) {
		return letterValue(word[2])*32 + letterValue(word[3])
	}
	return int32(info.Number(word))
}

func letter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

func letterValue(c byte) int32 {
	switch {
	case !letter(c):
		return 0
	case c >= 'a':
		return int32(c - 'a')
	}
	return 26 + int32(c-'A')
}

// takeStats applies the statistics of one player.
func (sc *scores) takeStats(w world.Edit, name []byte, args [][]byte) {
	if len(args) == 0 {
		return
	}
	switch string(name) {
	case "mstats", "xstats2":
		if slot := info.Number(args[0]); slot >= 0 && slot < clients {
			sc.statsCPMA(w, slot, args)
			if string(name) == "xstats2" {
				sc.board.weaponStats(w, slot, args, 6, sc.over || sc.ended)
			}
		}
	case "xstats1":
		if slot := info.Number(args[0]); slot >= 0 && slot < clients {
			sc.board.weaponStats(w, slot, args, 4, sc.over || sc.ended)
		}
	case "statsinfo":
		sc.board.statsInfo(w, args)
	case "mstatsa", "xstats2a": // winner and loser, who may have left
		who := sc.board.winner
		if info.Number(args[0]) != 0 {
			who = sc.board.loser
		}
		slot := plainNamed(w.Players, who, world.Nobody)
		if r := w.Result(); slot == world.Nobody && sc.ended && r != nil {
			slot = goneNamed(w.Players, r, who)
		}
		if slot != world.Nobody {
			sc.statsCPMA(w, slot, args)
			if string(name) == "xstats2a" {
				sc.board.weaponStats(w, slot, args, 6, sc.over || sc.ended)
			}
		}
	case "duelendscores": // names of winner and loser, whether one gave up
		if len(args) >= 2 {
			sc.board.winner = string(prints.Uncolored(nil, args[0]))
			sc.board.loser = string(prints.Uncolored(nil, args[1]))
		}
	case "dmscores": // slots of the first and the second
		sc.firstTwo(w, args)
	case "tdmscores", "tdmscores2", "tdmstats", "ctfstats":
		sc.liveStats(string(name), args)
	default:
		return
	}
	sc.changed = true
}

// statsCPMA applies CPMA's statistics of a player. After weapons and items there is a
// word of letters, then score, kills, deaths by enemies and suicides.
func (sc *scores) statsCPMA(w world.Edit, slot int, args [][]byte) {
	for i := 2; i+4 < len(args); i++ {
		word := args[i]
		if len(word) == 0 || !letter(word[0]) && string(word) != "-" {
			continue
		}
		numbers := args[i:]
		r := &sc.board.rows[slot]
		sc.setScore(w, slot, int32(info.Number(numbers[1])))
		r.take(numbers, 2, &r.kills, world.ToldKills)
		r.take(numbers, 3, &r.deaths, world.ToldDeaths|world.DeathsByOthers)
		r.take(numbers, 4, &r.suicides, world.ToldSuicides)
		// Team kills and team damage follow; which is which is known only of zeros.
		if len(numbers) > 7 && allZero(numbers[5:8]) {
			r.teamKills = 0
			r.told |= world.ToldTeamKills
		}
		sc.heard.fresh |= 1 << slot
		sc.listCame()
		return
	}
}

func allZero(words [][]byte) bool {
	for _, word := range words {
		if !bytes.Equal(word, []byte{'0'}) {
			return false
		}
	}
	return true
}

// goneNamed returns the slot in which the player of a result with a plain name was, if it is empty now; [world.Nobody]
// if there is none.
func goneNamed(players []world.Player, r *world.Result, name string) int {
	for i := range r.Players {
		s := &r.Players[i]
		if s.Slot >= 0 && s.Slot < min(clients, len(players)) && !players[s.Slot].InUse &&
			string(prints.Uncolored(nil, s.Name)) == name {
			return s.Slot
		}
	}
	return world.Nobody
}

// firstTwo sets the scores of the two best players of a game without teams in CPMA,
// whose slots are args.
func (sc *scores) firstTwo(w world.Edit, args [][]byte) {
	m := &w.Match
	if !sc.cpma() || m.Teams || !m.Known || len(args) < 2 {
		return
	}
	best := [2]int32{max(m.Scores[0], m.Scores[1]), min(m.Scores[0], m.Scores[1])}
	for i, score := range best {
		slot := info.Number(args[i])
		if slot >= 0 && slot < len(w.Players) && w.Players[slot].InUse && !w.Players[slot].Spectator && present(score) {
			sc.setScore(w, slot, score)
		}
	}
}

// duel sets the frags of the other one of two players: snapshots have only those of
// own, the recorded player, but the configstrings have both scores.
func (sc *scores) duel(w world.Edit, own int) {
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
		sc.setScore(w, other, m.Scores[1])
	case m.Scores[1]:
		sc.setScore(w, other, m.Scores[0])
	}
}

// present reports whether a score is that of a player who is there.
func present(score int32) bool { return score != world.NoScore && score != forfeitScore }

// nameScores sets the frags of the two best, whose names Quake Live tells.
func (sc *scores) nameScores(w world.Edit) {
	if !sc.live() || w.Match.Teams || !w.Match.Known || sc.over {
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
				sc.setScore(w, slot, score)
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

// follow applies what a snapshot says of the score of its player, who is in a slot.
func (sc *scores) follow(w world.Edit, n *snapshot, slot int, resultShown bool) {
	p := w.Player(slot)
	p.Stats = nil // what a team mate's client was told is less than the playerState
	const field = message.PlayerStatePersistant + persScore
	// The last snapshot of an intermission can have the score of the game's restart.
	counts := !p.Spectator && !resultShown && n.told.has(field)
	if score := n.player[field]; counts && (p.Frags != score || sc.scored != w.Match.Scores || !p.FragsTold) {
		sc.setScore(w, slot, score)
		sc.scored = w.Match.Scores
		sc.duel(w, slot)
	} else if counts {
		p.FragsAt = float32(w.Clock)
	}
}

// score returns what the game has told of a player. Accuracy and damage are those that came when the match was
// over: nothing says what was shot and hit since an earlier one.
func (sc *scores) score(w world.Edit, p *world.Player, team string) world.Score {
	s := world.Score{Slot: p.Slot, Name: p.Name, Team: team, Counted: p.Counts()}
	if p.Slot < clients {
		r := &sc.board.rows[p.Slot]
		s.Kills, s.Deaths, s.Suicides, s.TeamKills, s.Accuracy, s.Told = r.kills, r.deaths, r.suicides, r.teamKills,
			r.accuracy, r.told
		s.DamageGiven, s.DamageTaken = r.damage, r.hurt
		if !sc.over || r.aimed < sc.endedIn {
			s.Told &^= world.ToldAccuracy
		}
		if !sc.over && !sc.ended || r.damaged < sc.endedIn {
			s.Told &^= world.ToldDamageGiven | world.ToldDamageTaken
		}
	}
	switch {
	case p.FragsTold:
		s.Score, s.Told, s.Age = p.Frags, s.Told|world.ToldScore, w.FragsAge(p)
	case sc.fragIsPoint():
		s.Score, s.Told = p.Frags, s.Told|world.CountedScore
	}
	return s
}
