package quake3

import (
	"demoscope/player/world"
	"demoscope/player/world/internal/info"
)

// Quake Live's lists of scores.
//
// Lists of team games start with the numbers of items that the teams took. From protocol 91 on, players have no
// subscriber number. Servers before version 0.1.0.728 don't send the team scores. The length of a list tells them
// apart.

// liveList is the layout of one of Quake Live's lists of scores.
type liveList struct {
	count   int   // index of the number of players
	teams   bool  // red and blue score follow, except in early versions
	widths  []int // values per player
	columns []columns
}

// Columns of lists that start with client, team, subscriber, score, ping, time, kills and deaths, and of the same
// without the subscriber.
var (
	subscribed   = columns{score: 3, ping: 4, kills: 6, deaths: 7, accuracy: 8}
	unsubscribed = columns{score: 2, ping: 3, kills: 5, deaths: 6, accuracy: 7}
)

// withTeamKills adds a column for team kills.
func (c columns) withTeamKills(column int) columns {
	c.teamKills = column
	return c
}

// withDamage adds a column for the damage done.
func (c columns) withDamage(column int) columns {
	c.damage = column
	return c
}

// withAccuracy moves the accuracy to another column.
func (c columns) withAccuracy(column int) columns {
	c.accuracy = column
	return c
}

var liveLists = map[string]*liveList{
	// Client, score, ping, time, kills, deaths, accuracy, best weapon, damage, then statistics of each weapon.
	"scores_duel": {columns: []columns{{score: 1, ping: 2, kills: 4, deaths: 5, accuracy: 6,
		damage: 8}}},
	// Client, score, ping, time, accuracy, 3 medals, defends, assists, perfect, captures,
	// alive, kills, deaths, best weapon, powerups, damage.
	"scores_ffa": {teams: true, widths: []int{18}, columns: []columns{{score: 1, ping: 2, kills: 13, deaths: 14,
		accuracy: 4, damage: 17}}},
	// ... accuracy, best weapon, 3 medals, team kills, killed by the team, damage.
	"scores_tdm": {
		count: 28, teams: true, widths: []int{15, 16}, columns: []columns{unsubscribed.withTeamKills(12).withDamage(14),
			subscribed.withTeamKills(13).withDamage(15)},
	},
	// ... accuracy, best weapon, 3 medals, thaws, killed by the team, one more, damage, alive.
	"scores_ft": {count: 28, teams: true, widths: []int{17, 18}, columns: []columns{unsubscribed.withDamage(15),
		subscribed.withDamage(16)}},
	// ... accuracy, best weapon, its accuracy, damage, 3 medals, perfect, alive.
	"scores_ca": {teams: true, widths: []int{16, 17}, columns: []columns{unsubscribed.withDamage(10),
		subscribed.withDamage(11)}},
	// ... powerups (not in protocol 91), accuracy, best weapon, 3 medals, defends, assists,
	// captures, perfect, alive.
	"scores_ctf": {count: 34, teams: true, widths: []int{17, 19}, columns: []columns{unsubscribed,
		subscribed.withAccuracy(9)}},
	// Client, score, score of the round, ping, time, kills, deaths, ...
	"scores_rr": {teams: true, columns: []columns{{score: 1, ping: 3, kills: 5, deaths: 6}}},
	// The same, followed by the values of "scores" from the time on.
	"rrscores": {teams: true, widths: []int{19}, columns: []columns{{score: 1, ping: 3, kills: 16, deaths: 17}}},
	// Client, score, ping, time, two more, kills, deaths.
	"smscores": {teams: true, widths: []int{8}, columns: []columns{{score: 1, ping: 2, kills: 6, deaths: 7}}},
	// Client, team (not in protocol 91), score in milliseconds, ping, time.
	"scores_race": {widths: []int{4, 5}, columns: []columns{{score: 1, ping: 2}, {score: 2, ping: 3}}},
}

// liveListOf returns the layout of one of Quake Live's lists.
func liveListOf(name string, args [][]byte, protocol int32) scoreList {
	l := liveLists[name]
	if l == nil || l.count >= len(args) {
		return scoreList{}
	}
	players := info.Number(args[l.count])
	if players <= 0 || players > clients {
		return scoreList{}
	}
	head, c := l.layout(len(args), players, protocol)
	of := scoreList{count: l.count, head: head, columns: c}
	if l.teams && head == l.count+3 {
		of.teams = l.count + 1
	}
	return of
}

// layout returns the number of values before the players in a list of a given length, and the players' columns. head is
// 0 if the list is unknown.
func (l *liveList) layout(length, players int, protocol int32) (head int, c columns) {
	heads := [...]int{l.count + 3, l.count + 1}
	if !l.teams {
		heads[0] = heads[1]
	}
	// Lengths can match by coincidence, so the layout of the protocol is tried first.
	for try := range l.widths {
		i := try
		if protocol < 91 {
			i = len(l.widths) - 1 - try
		}
		for _, head := range heads {
			if length == head+players*l.widths[i] {
				return head, l.columns[i]
			}
		}
	}
	// Versions differ in what follows the first numbers.
	if rest := length - heads[0]; rest > 0 && rest%players == 0 {
		c = l.columns[0]
		if len(l.widths) > 1 && protocol < 91 {
			c = l.columns[1]
		}
		if len(l.widths) > 0 {
			c.kills, c.deaths, c.teamKills, c.accuracy, c.damage = 0, 0, 0, 0, 0
		}
		if rest/players > max(c.score, c.ping, c.kills, c.deaths, c.teamKills, c.accuracy) {
			if c.damage >= rest/players {
				c.damage = 0
			}
			return heads[0], c
		}
		if rest/players >= 4 {
			return heads[0], columns{score: c.score, ping: c.ping}
		}
	}
	return 0, columns{}
}

// liveStats applies what Quake Live reports about players outside the lists of scores.
func (sc *scores) liveStats(name string, args [][]byte) {
	switch name {
	case "tdmscores":
		sc.teamKills(args, 16, 5, 2)
	case "tdmscores2":
		sc.teamKills(args, 28, 6, 3)
	case "tdmstats", "ctfstats": // place in the list of scores, suicides, in TDM team kills
		place := info.Number(args[0])
		if place < 0 || place >= int(sc.board.listed) {
			return
		}
		r := &sc.board.rows[sc.board.order[place]]
		r.take(args, 1, &r.suicides, world.ToldSuicides)
		if name == "tdmstats" {
			r.take(args, 2, &r.teamKills, world.ToldTeamKills)
		}
	}
}

// teamKills applies a list of players with width values each, after head other values.
func (sc *scores) teamKills(args [][]byte, head, width, column int) {
	if len(args) < head || (len(args)-head)%width != 0 {
		return
	}
	for args = args[head:]; len(args) > 0; args = args[width:] {
		if slot := info.Number(args[0]); slot >= 0 && slot < clients {
			r := &sc.board.rows[slot]
			r.take(args, column, &r.teamKills, world.ToldTeamKills)
		}
	}
}
