package quakeworld

import (
	"slices"
	"strings"

	"demoscope/player/world"
	"demoscope/player/world/id1"
	"demoscope/player/world/internal/hash"
	"demoscope/player/world/internal/info"
	"demoscope/player/world/prints"
)

// match is what printed lines and the server's status have reported about the match. It is copied by assignment.
type match struct {
	begun   bool
	over    bool    // it has begun and ended
	started float64 // viewer's time of the last line that reported its start
	point   float64 // viewer's time when a point of hoonymode ended
	given   float64 // viewer's time when everybody was given items

	rounds prints.Rounds // the table being read
	table  prints.Table
	tabled bool // the table has the row of a player
	teamed bool // the table has the row of a team

	// About players who leave, by slot: scorePrinted has the slots whose score was printed in a line, and score the
	// scores that were set to 0 just before, at the viewer's time zeroed.
	scorePrinted uint32
	present      uint32 // slots that played when the match began
	score        [slots]int32
	zeroed       float64
}

func (m *match) hash(h *hash.Hash) {
	h.Bools(m.begun, m.over, m.tabled, m.teamed)
	h.Floats(m.started, m.point, m.given, m.zeroed)
	h.Ints(int(m.scorePrinted), int(m.present))
	for _, s := range m.score {
		h.Ints(int(s))
	}
	m.rounds.Hash(h)
	m.table.Hash(h)
}

// matchStart reports the start of a match once, even if the server announces it to each client.
func (q *base) matchStart(w world.Edit) {
	const again = 1 // in seconds; a later announcement is about another match
	w.Match.Phase = world.PhaseRunning
	if q.match.begun && w.Clock-q.match.started <= again {
		q.match.started, q.match.over = w.Clock, false
		w.Match.Start, w.Match.Latest = w.Time, 0
		return
	}
	w.Event(world.Event{Kind: world.EventMatchStart, Player: world.Nobody, Other: world.Nobody})
	if !q.match.begun || q.match.over {
		w.DropResult() // the result so far is that of the warm-up
	}
	w.BeginResult(w.Clock)
	w.ForgetCounts()
	q.match = match{begun: true, started: w.Clock, given: w.Clock}
	for i := range min(len(w.Players), slots) {
		if p := &w.Players[i]; p.InUse && !p.Spectator {
			q.match.present |= 1 << i
		}
	}
	w.Match.Start, w.Match.Limit, w.Match.Latest = w.Time, 0, 0
	w.Match.Flags = flagsAtStart(w)
	q.roundsAtStart(w)
}

// out sets whether a player whose playerinfo was just read is out of this round. Until the next round or turn, such a
// player has no body, and has the position, health, armor and weapons of another player.
func (q *base) out(w world.Edit, p *world.Player) {
	was := p.Out
	if p.Out = p.NoModel && !p.Spectator && q.match.begun && !q.match.over && w.Match.Rounds; p.Out {
		p.Dead, p.Visible, p.NoLerp = true, false, p.NoLerp || !was
	}
}

// roundsAtStart resets the score of rounds, which replaces the frags.
func (q *base) roundsAtStart(w world.Edit) {
	m := &w.Match
	m.Known, m.Names, m.Scores = false, [2]string{}, [2]int32{}
	if !m.Rounds {
		return
	}
	var names []string
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.Spectator && p.Team != "" && !slices.Contains(names, p.Team) {
			names = append(names, p.Team)
		}
	}
	if len(names) == len(m.Names) {
		m.Known, m.Names = true, [2]string(names)
	}
}

// roundsLine applies a line of the table after a round.
func (q *base) roundsLine(w world.Edit, line []byte) {
	if r := &q.match.rounds; q.match.begun && !q.match.over && r.Line(line) {
		w.Match.Known, w.Match.Names, w.Match.Scores = true, r.Names, r.Wins
	}
}

// matchEnd reports the end of a match once, even if several lines announce it.
func (q *base) matchEnd(w world.Edit, line []byte) {
	if q.match.over {
		return
	}
	q.match.over = true
	w.Match.Start, w.Match.Latest, w.Match.Phase = 0, 0, world.PhaseOver
	w.Event(world.Event{Kind: world.EventMatchEnd, Player: world.Nobody, Other: world.Nobody, Text: line})
	q.match.table, q.match.tabled, q.match.teamed = prints.Table{}, false, false
	if r := w.EndResult(); r != nil && r.End == w.Clock {
		q.teamLine(r, line)
	}
}

// levelEnd ends a match that ends with its level, without a printed line. A single player has played no match.
func (q *base) levelEnd(w world.Edit) {
	players := 0
	for i := range w.Players {
		if p := &w.Players[i]; p.InUse && !p.Spectator {
			players++
		}
	}
	w.Match.Phase = world.PhaseOver
	if players > 1 || q.match.begun {
		w.EndResult()
	}
}

// matchWords applies a line for everybody that may be about the match.
func (q *base) matchWords(w world.Edit, line, plain []byte) {
	if s, ok := prints.LeftGame(w.Players, line, plain); ok {
		if s.Slot >= 0 {
			s.Team, s.Counted = w.Players[s.Slot].Team, w.Players[s.Slot].Counts()
			q.match.scorePrinted |= 1 << s.Slot
		}
		w.Leave(s)
	} else if slot, ok := prints.Rejoins(w.Players, line, plain); ok {
		q.rejoin(w, slot)
	} else if prints.BerzerkBegins(plain) {
		q.match.given = w.Clock
	} else if date := prints.MatchDate(plain); date != "" {
		w.RecordDate(date)
	} else if said := prints.Match(world.QuakeWorld, false, w.Players, line); said.Meaning != prints.NoMeaning {
		q.said(w, said, line)
	}
}

// said applies what a line says about the match.
func (q *base) said(w world.Edit, said prints.MatchLine, line []byte) {
	switch said.Meaning {
	case prints.Begins:
		q.matchStart(w)
	case prints.Ends:
		q.matchEnd(w, line)
	case prints.PointEnds:
		q.match.point = w.Clock
	case prints.Overtime:
		if !q.match.begun || q.match.over {
			return
		}
		w.Match.Phase = world.PhaseOvertime
		if w.Match.Limit == 0 {
			w.Match.Limit = 60 * float64(q.number(w, "timelimit"))
		}
		w.Match.Limit += 60 * said.Number
	case prints.CountdownStops:
		if w.Match.Phase == world.PhaseCountdown {
			w.Match.Phase = world.PhaseWarmUp
		}
	case prints.Pauses, prints.Resumes:
		id1.Pause(w, said, line)
	}
}

// rejoin restores the counts of a player who is back in the match, as the game restores the frags. The slot may be that
// of the ghost, which has the same name.
func (q *base) rejoin(w world.Edit, slot int) {
	if slot >= 0 && isGhost(&w.Players[slot]) {
		name := w.Players[slot].Name
		slot = slices.IndexFunc(w.Players, func(p world.Player) bool {
			return p.InUse && p.Name == name && !isGhost(&p)
		})
	}
	if slot < 0 {
		return
	}
	p := &w.Players[slot]
	c := p.Counts()
	c.Add(w.Rejoin(p.Name))
	p.SetCounts(c)
}

// number returns a number in the server info, or 0 if it is missing.
func (q *base) number(w world.Edit, key string) int {
	return info.Number(info.Value(w.Level().ServerInfo, key))
}

// serverInfo applies the server info to the match.
func (q *base) serverInfo(w world.Edit) {
	s := w.Level().ServerInfo
	w.Match.Teams = q.number(w, "teamplay") != 0
	w.Match.Rounds = world.KTXRounds(info.Value(s, "mode"))
	q.footing = q.number(w, "*z_ext")&extensionOnGround != 0
	if info.Value(s, "deathmatch") == "0" {
		w.DropResult() // games against monsters have no result
	}
	q.status(w, info.Value(s, "status"), false)
}

// status applies the server's status to the match. changed is set if the status has just changed.
func (q *base) status(w world.Edit, status string, changed bool) {
	m := &w.Match
	switch left, ok := prints.MinutesLeft(status); {
	case status == "Standby":
		if !q.match.begun {
			m.Phase = world.PhaseWarmUp
		}
	case status == "Countdown":
		m.Phase = world.PhaseCountdown
	case !ok:
	case !q.match.begun && !changed:
		// The recording begins during a match, up to a minute after the last change of the status. The exact time is
		// known after the next change.
		q.match.begun = true
		m.Phase = world.PhaseRunning
		if left <= q.number(w, "timelimit") {
			m.Latest = w.Time + 60*float64(left)
		}
	case !q.match.begun && (m.Phase == world.PhaseWarmUp || m.Phase == world.PhaseCountdown):
		q.matchStart(w)
	case !q.match.over:
		q.match.begun = true
		if m.Phase != world.PhaseOvertime {
			m.Phase = world.PhaseRunning
		}
		if limit := q.number(w, "timelimit"); changed && left <= limit && m.Start == 0 {
			m.Start, m.Latest = w.Time-60*float64(limit-left), 0
		}
	}
}

// frags sets the score of a slot.
func (q *base) frags(w world.Edit, slot int, frags int32) {
	p := w.Player(slot)
	if frags == 0 && p.Frags != 0 && slot < slots {
		if q.match.zeroed != w.Clock {
			q.match.score = [slots]int32{}
		}
		q.match.score[slot], q.match.zeroed = p.Frags, w.Clock
	}
	w.SetFrags(p, frags)
	p.FragsReported = true
	// The score of the last kill comes after the end of the match was announced.
	const late = 0.1 // seconds
	if q.match.over && !q.match.tabled && frags != 0 {
		if r := w.Result(); r != nil && r.Complete && w.Clock-r.End <= late {
			if i := slices.IndexFunc(r.Players, func(s world.Score) bool { return s.Slot == slot }); i >= 0 {
				r.Players[i].Score = frags
			}
		}
	}
}

// leave records the score of a player who leaves or becomes a spectator, as last printed or shown on the scoreboard.
func (q *base) leave(w world.Edit, p *world.Player, looksOn bool) {
	if !p.InUse || p.Spectator || p.Slot >= slots {
		return
	}
	bit := uint32(1) << p.Slot
	printed, present := q.match.scorePrinted&bit != 0, q.match.present&bit != 0
	q.match.scorePrinted &^= bit
	q.match.present &^= bit
	if printed {
		return
	}
	s := world.Score{Slot: p.Slot, Name: p.Name, Score: p.Frags, Told: world.ToldScore, Counted: p.Counts(),
		LooksOn: looksOn}
	if w.Match.Teams {
		s.Team = p.Team
	}
	if s.Score == 0 && q.match.zeroed == w.Clock {
		s.Score = q.match.score[p.Slot]
	}
	// Servers let clients connect that are not allowed to play, and drop them.
	if present || s.Score != 0 {
		w.Leave(s)
	}
}

// tableTime is the time in seconds after the end of a match in which its table may be printed.
const tableTime = 5

// tableLine applies a line of the table after a match. It returns false for other lines.
func (q *base) tableLine(w world.Edit, line []byte) bool {
	if !q.match.over && q.match.begun && q.match.point == w.Clock && prints.TableBegins(line) {
		q.matchEnd(w, line) // the last point of hoonymode
	}
	if !q.match.over {
		return false
	}
	r := tabledResult(w)
	if r == nil || w.ResultOpen() {
		return false
	}
	row := q.match.table.Line(w.Players, prints.Bracketed(line))
	switch row.Kind {
	case prints.NoRow:
		return q.teamLine(r, line)
	case prints.PlayerRow:
		q.playerScore(w, r, row.Score)
		q.showScore(w, r)
	case prints.TeamRow:
		if !q.match.teamed {
			q.match.teamed = true
			r.Teams = r.Teams[:0]
		}
		q.teamScore(r, row.Score.Name, row.Score.Score)
	case prints.NumberRow:
		if s := q.lastScore(r); s != nil {
			copyReported(s, &row.Score)
			q.showScore(w, r)
		}
	case prints.FlagRow:
		// Unlike the scoreboard, the table does not count points for flags.
		s := q.lastScore(r)
		if p := boardPlayer(w, s); p != nil {
			s.Score = p.Frags
		}
	case prints.AimRow, prints.ItemRow:
		name, _ := q.match.table.Player()
		for _, a := range row.Aims {
			if to := aimOf(r, name, a.Weapon); to != nil {
				to.Printed = a.Printed
			}
		}
		for _, item := range row.Items {
			addPickups(r, name, item.Item, item.Count)
		}
	}
	return true
}

// tabledResult returns the result of the match that has just ended, which a table and statistics complete, otherwise
// nil.
func tabledResult(w world.Edit) *world.Result {
	r := w.Result()
	if r == nil || !r.Complete || w.Clock-r.End > tableTime {
		return nil
	}
	return r
}

// addPickups adds how often a player took an item to a result, unless there are too many.
func addPickups(r *world.Result, name, item string, count int32) {
	if len(r.Pickups) < world.MaxPickups {
		r.Pickups = append(r.Pickups, world.PickupCount{Name: name, Item: item, Count: count})
	}
}

// teamLine applies a line with a team's points. It returns false for other lines.
func (q *base) teamLine(r *world.Result, line []byte) bool {
	var space [128]byte // longer lines are rare
	team, score, ok := prints.TeamResult(prints.Plain(space[:0], line))
	if ok {
		q.teamScore(r, team, score)
	}
	return ok
}

// playerScore applies the row of a player. Players without a row are not part of the result.
func (q *base) playerScore(w world.Edit, r *world.Result, row world.Score) {
	if !q.match.tabled {
		q.match.tabled = true
		r.Players, r.Pickups = r.Players[:0], r.Pickups[:0]
	}
	s := row
	if row.Team == "" && row.Slot >= 0 && w.Match.Teams {
		s.Team = w.Players[row.Slot].Team
	}
	if s.Slot >= 0 {
		s.Counted = w.Players[s.Slot].Counts()
	} else {
		s.Slot = world.Nobody
		if i := slices.IndexFunc(r.Left, func(l world.Score) bool { return l.Name == s.Name }); i >= 0 {
			s.Counted = r.Left[i].Counted
		}
	}
	r.Left = slices.DeleteFunc(r.Left, func(l world.Score) bool { return l.Name == s.Name })
	if last := q.lastScore(r); last != nil {
		copyReported(last, &s)
		return
	}
	if s.Told |= w.Match.Summed; len(r.Players) < world.MaxScores {
		r.Players = append(r.Players, s)
	}
}

// lastScore returns the player of the table's last row, or nil if the result has no such player.
func (q *base) lastScore(r *world.Result) *world.Score {
	name, slot := q.match.table.Player()
	for i := range r.Players {
		if s := &r.Players[i]; s.Name == name && (s.Slot == slot || slot < 0 && s.Slot < 0) {
			return s
		}
	}
	return nil
}

// boardPlayer returns the player of a score on the scoreboard, or nil if there is none.
func boardPlayer(w world.Edit, s *world.Score) *world.Player {
	if s == nil || s.Slot < 0 || s.Slot >= len(w.Players) {
		return nil
	}
	return &w.Players[s.Slot]
}

// showScore replaces counts from obituaries on the scoreboard by the table's numbers. It does not replace the deaths if
// the table only counts deaths by others.
func (q *base) showScore(w world.Edit, r *world.Result) {
	s := q.lastScore(r)
	if p := boardPlayer(w, s); p != nil {
		p.SetCounts(s.AllCounts())
	}
}

// copyReported copies the numbers that from has to s.
func copyReported(s, from *world.Score) {
	for _, f := range [...]struct {
		bit      world.ScoreFields
		to, from *int32
	}{
		{world.ToldScore, &s.Score, &from.Score}, {world.ToldKills, &s.Kills, &from.Kills},
		{world.ToldDeaths, &s.Deaths, &from.Deaths},
		{world.ToldSuicides, &s.Suicides, &from.Suicides}, {world.ToldTeamKills, &s.TeamKills, &from.TeamKills},
		{world.ToldDamageGiven, &s.DamageGiven, &from.DamageGiven},
		{world.ToldDamageTaken, &s.DamageTaken, &from.DamageTaken},
		{world.ToldPowerupTime, &s.PowerupTime, &from.PowerupTime},
	} {
		if from.Told&f.bit != 0 {
			*f.to = *f.from
			s.Told |= f.bit
		}
	}
	if from.Told&world.ToldDeaths != 0 {
		s.Told = s.Told&^world.DeathsByOthers | from.Told&world.DeathsByOthers
	}
}

// teamScore sets the score of a team. Games may write its name in another case than the players.
func (q *base) teamScore(r *world.Result, name string, score int32) {
	for i := range r.Teams {
		if strings.EqualFold(r.Teams[i].Name, name) {
			r.Teams[i].Score = score
			return
		}
	}
	for i := range r.Players {
		if strings.EqualFold(r.Players[i].Team, name) {
			name = r.Players[i].Team
			break
		}
	}
	const most = 16 // more teams than any game has
	if len(r.Teams) < most {
		r.Teams = append(r.Teams, world.TeamScore{Name: name, Score: score})
	}
}
