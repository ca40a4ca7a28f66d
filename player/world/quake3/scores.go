package quake3

import (
	"bytes"
	"math/bits"

	"demoscope/formats/message"
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// scores are the scores of the match and what the game reports about its players.
type scores struct {
	*game
	kind int32 // g_gametype, or CPMA's t
	// over is set from the end of a match until the next one or the warm-up starts. ended is set if its result is
	// complete.
	over, ended bool
	endedIn     int // block of the demo in which the match ended
	// changed is set by anything that can start or end a match or change its result. It is cleared when the packet
	// ends.
	changed bool
	scored  [2]int32 // match scores that the players' frags were last matched with

	board  board
	packet packetScores
	table  table
}

// board is what the game has reported about each player in the match.
type board struct {
	rows [clients]row
	// order holds the slots in the order of the last list of scores: later commands name players by their place in it.
	order  [clients]uint8
	listed int32
	final  bool // a list has arrived since the match ended
	// winner and loser are the plain names of the players of a duel that is over (CPMA).
	winner, loser string
}

// packetScores is what one packet has reported about scores. Sets of players have one bit per slot.
type packetScores struct {
	list    bool   // a list has arrived
	fresh   uint64 // players whose kills and deaths were reported
	exact   uint64 // players whose score is final for this packet
	rated   uint64 // players in a list whose score was already known
	counted uint64 // players whose score a death has changed
	reset   bool   // all scores have been reset
	listed  uint64 // players in a list after the reset
	// expected is, for players in rated, the score without the list but with the deaths so far.
	expected [clients]int32
}

// row is what the game has reported about one player besides the score, which is the player's Frags.
type row struct {
	kills, deaths, suicides, teamKills, accuracy, damage, hurt int32
	told                                                       world.ScoreFields
	aimed, damaged                                             int // blocks in which accuracy and damage arrived
}

// columns are the positions of a player's numbers in a list of scores, 0 for missing ones. The first number is the
// slot.
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

// scoreList is the layout of a list of scores. A list has the number of players, in team games the team scores and
// often more, and then the same number of values for each player. The number of values depends on the game's version,
// but can be derived from the length of the list.
type scoreList struct {
	count int // index of the number of players
	teams int // index of the red team's score, which the blue team's follows; 0 for none
	head  int // number of values before the players
	width int // values per player; 0 if they cannot be parsed
	columns
}

// scoreListOf returns the layout of the list of scores of the command name.
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

// plainList returns the layout of the list that all games had at first: players, red, blue, then for each player
// client, score, ping, time and more. A player has 6 numbers up to version 1.16 and 14 later, the 7th of which is the
// accuracy; 15 in OpenArena, which also has a fourth number at the start; 18 in Quake Live, where the 16th and 17th are
// kills and deaths.
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

// Number of values before the players and per player in the list that all games had at first.
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

// teamScores sets the scores of the red and the blue team from args[i] and args[i+1], unless a configstring reports
// them.
func teamScores(w world.Edit, args [][]byte, i int) {
	m := &w.Match
	if m.Teams && !m.Known && i+1 < len(args) {
		m.Scores, m.Known = [2]int32{int32(info.Number(args[i])), int32(info.Number(args[i+1]))}, true
	}
}

// list applies the players in a list of scores.
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
			continue // the numbers are those of the player whom the spectator follows
		}
		if sc.packet.reset {
			sc.packet.listed |= 1 << slot
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
			sc.packet.fresh |= 1 << slot
		}
	}
	sc.listCame()
	sc.changed = true
}

// setKills sets the kills and deaths of players, which are counted from obituaries, to what the game has reported in
// this packet. The game also knows those from before the recording, and rounds that do not count.
func (sc *scores) setKills(w world.Edit) {
	for i := range w.Players {
		p := &w.Players[i]
		if i >= clients || sc.packet.fresh>>i&1 == 0 {
			continue
		}
		s := sc.score(w, p, "")
		p.SetCounts(s.AllCounts())
	}
}

// countedOn marks numbers of a player as no longer reported when a death counts that came after the report. From then
// on they are the reported ones plus those counted since. It keeps the numbers of a list in this packet, which may
// include the death, and the numbers of a finished match. idle means that the match is between two rounds.
func (sc *scores) countedOn(slot int, numbers world.ScoreFields, idle bool) {
	if !sc.over && !idle && slot < clients && sc.packet.fresh>>slot&1 == 0 {
		sc.board.rows[slot].told &^= numbers
	}
}

// take sets *to to the value at a column. It returns false if there is no such column.
func (r *row) take(args [][]byte, column int, to *int32, told world.ScoreFields) bool {
	if column <= 0 || column >= len(args) {
		return false
	}
	*to = int32(info.Number(args[column]))
	r.told |= told
	return true
}

// setScore sets the score of a player that the game has reported.
func (sc *scores) setScore(w world.Edit, slot int, score int32) {
	w.SetFrags(w.Player(slot), score)
	p := &w.Players[slot]
	p.FragsReported, p.FragsAt = true, float32(w.Clock)
	sc.packet.exact |= 1 << slot
	sc.changed = true
}

// rate sets the score of a player from a list.
func (sc *scores) rate(w world.Edit, slot int, score int32) {
	k, bit := &sc.packet, uint64(1)<<slot
	exact := k.exact
	if p := w.Player(slot); k.rated&bit == 0 && exact&bit == 0 && p.FragsReported {
		k.rated |= bit
		k.expected[slot] = p.Frags
	}
	sc.setScore(w, slot, score)
	if k.rated&bit != 0 {
		k.exact = exact
	}
}

// count adds points for a death to the score of a player, because servers rarely report the scores of others: they send
// a list only to players who die or ask for it, but obituaries to everybody, in the snapshots of 300 ms. It adds
// nothing to a score that this packet has reported. A list may have been made before or after a death in the same
// packet. It includes the death unless the score is still the one expected without it.
func (sc *scores) count(w world.Edit, slot int, points int32) {
	k, bit := &sc.packet, uint64(1)<<slot
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

// fragIsPoint reports whether only frags score, one point each. In games with flags or rounds the last list of scores
// stands.
func (sc *scores) fragIsPoint() bool {
	const race, teamDeathmatch = 2, 3 // 2 is single player, except for Quake Live's race
	return sc.kind >= 0 && sc.kind <= teamDeathmatch && !(sc.kind == race && (sc.live() || sc.cpma()))
}

// fragsCount reports whether scores are now counted from deaths: where a frag is a point, outside of the warm-up.
func (sc *scores) fragsCount(w world.Edit) bool {
	if p := w.Match.Phase; p == world.PhaseWarmUp || p == world.PhaseCountdown {
		return false
	}
	return sc.fragIsPoint()
}

// penalty takes a point from the player in slot loser for the death of victim: a suicide, a team kill, or a death
// caused by the world, in which case killer is [world.Nobody].
//
// In OpenArena a player without points loses none, except if there are only two players. With two players and no teams,
// the other player gains a point instead. In larger team games, suicides and team kills cost nothing.
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

// bound lowers the scores that were counted in this packet to the best score that the server reports.
func (sc *scores) bound(w world.Edit) {
	m := &w.Match
	if m.Teams || !m.Known || sc.cpma() || !present(m.Scores[0]) {
		return
	}
	for left := sc.packet.counted; left != 0; left &= left - 1 {
		if p := &w.Players[bits.TrailingZeros64(left)]; p.Frags > m.Scores[0] {
			w.SetFrags(p, m.Scores[0])
		}
	}
}

// listCame records that a list of scores has arrived.
func (sc *scores) listCame() { sc.packet.list, sc.board.final = true, sc.board.final || sc.over }

// forget clears everything reported about the previous match, but keeps what a list after the restart reports about
// this one.
func (sc *scores) forget(w world.Edit) {
	last := sc.board
	sc.board, sc.table = board{}, table{}
	for i := range w.Players {
		w.Players[i].FragsReported = w.Players[i].FragsReported && i < clients && sc.packet.listed>>i&1 != 0
	}
	if sc.packet.listed != 0 {
		sc.board.order, sc.board.listed = last.order, last.listed
	}
	for left := sc.packet.listed; left != 0; left &= left - 1 {
		slot := bits.TrailingZeros64(left)
		sc.board.rows[slot] = last.rows[slot]
	}
}

// reset sets the scores of all players to 0, as a restart does. Earlier lists, also those in this packet, no longer
// count.
func (sc *scores) reset(w world.Edit) {
	k := &sc.packet
	k.fresh, k.rated, k.counted, k.listed, k.reset = 0, 0, 0, 0, true
	clear(sc.board.rows[:])
	w.ForgetCounts()
	for i := range w.Players {
		w.Players[i].Frags, w.Players[i].FragsAt = 0, float32(w.Clock)
	}
}

// ping returns a ping in milliseconds. CPMA packs several values into a word of letters; the third and fourth letter
// are the ping in base 32.
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

// takeStats applies a command with the statistics of one player.
func (sc *scores) takeStats(w world.Edit, name []byte, args [][]byte) {
	if len(args) == 0 {
		return
	}
	switch string(name) {
	case "mstats", "xstats1", "xstats2":
		if slot := info.Number(args[0]); slot >= 0 && slot < clients {
			sc.statsOf(w, slot, string(name), args)
		}
	case "statsinfo":
		sc.board.statsInfo(w, args)
	case "mstatsa", "xstats2a": // of the winner or loser, who may have left
		who := sc.board.winner
		if info.Number(args[0]) != 0 {
			who = sc.board.loser
		}
		slot := plainNamed(w.Players, who, world.Nobody)
		if r := w.Result(); slot == world.Nobody && sc.ended && r != nil {
			slot = goneNamed(w.Players, r, who)
		}
		if slot != world.Nobody {
			sc.statsOf(w, slot, string(name), args)
		}
	case "duelendscores": // names of winner and loser, whether one forfeited
		if len(args) >= 2 {
			sc.board.winner = string(prints.Uncolored(nil, args[0]))
			sc.board.loser = string(prints.Uncolored(nil, args[1]))
		}
	case "dmscores": // slots of the first and second player
		sc.firstTwo(w, args)
	case "tdmscores", "tdmscores2", "tdmstats", "ctfstats":
		sc.liveStats(string(name), args)
	default:
		return
	}
	sc.changed = true
}

// statsOf applies the arguments of a command with the statistics of the player in a slot.
func (sc *scores) statsOf(w world.Edit, slot int, name string, args [][]byte) {
	final := sc.over || sc.ended
	if name == "xstats1" {
		sc.board.weaponStats(w, slot, args, 4, final)
		return
	}
	sc.statsCPMA(w, slot, args)
	if name == "xstats2" || name == "xstats2a" {
		sc.board.weaponStats(w, slot, args, 6, final)
	}
}

// statsCPMA applies CPMA's statistics of a player. After weapons and items come a word of letters, then score, kills,
// deaths by enemies and suicides.
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
		// Team kills and team damage follow in unknown order, so only zeros are used.
		if len(numbers) > 7 && allZero(numbers[5:8]) {
			r.teamKills = 0
			r.told |= world.ToldTeamKills
		}
		sc.packet.fresh |= 1 << slot
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

// goneNamed returns the slot that the player with a plain name had in a result if it is empty now, otherwise
// [world.Nobody].
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

// firstTwo sets the scores of the two best players in CPMA's games without teams. args are their slots.
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

// duel sets the frags of the opponent of own, the followed player, in a game of two. Snapshots contain only the frags
// of own, but the configstrings have both scores.
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

// present reports whether a score belongs to a player who has not left or forfeited.
func present(score int32) bool { return score != world.NoScore && score != forfeitScore }

// nameScores sets the frags of the two best players, whom Quake Live names.
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

// hasName reports whether name is a player's name, with the clan tag in front if there is one.
func hasName(p *world.Player, name string) bool {
	if p.Name == name {
		return true
	}
	clan, n := info.Value(p.UserInfo, "cn"), len(name)-len(p.Name)
	return clan != "" && n == len(clan)+1 && name[:n-1] == clan && name[n-1] == ' ' && name[n:] == p.Name
}

// follow applies the score in a snapshot to its player, who is in slot.
func (sc *scores) follow(w world.Edit, n *snapshot, slot int, resultShown bool) {
	p := w.Player(slot)
	p.Stats = nil // a team-mate's client gets less than the playerState contains
	const field = message.PlayerStatePersistant + persScore
	// The last snapshot of an intermission can have the score from after the restart.
	counts := !p.Spectator && !resultShown && n.known.has(field)
	if score := n.player[field]; counts && (p.Frags != score || sc.scored != w.Match.Scores || !p.FragsReported) {
		sc.setScore(w, slot, score)
		sc.scored = w.Match.Scores
		sc.duel(w, slot)
	} else if counts {
		p.FragsAt = float32(w.Clock)
	}
}

// score returns what the game has reported about a player. It reports accuracy and damage only if they arrived after
// the match ended: nothing shows what happened since an earlier report.
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
	case p.FragsReported:
		s.Score, s.Told, s.Age = p.Frags, s.Told|world.ToldScore, w.FragsAge(p)
	case sc.fragIsPoint():
		s.Score, s.Told = p.Frags, s.Told|world.CountedScore
	}
	return s
}
