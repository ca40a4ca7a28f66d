package match

import (
	"cmp"
	"slices"
	"strings"

	"demoscope/player/world"
)

// Table is a table of players.
type Table struct {
	Teams   bool // it has a column of teams
	Columns []*Column
	Rows    []Row
	Notes   []string // below it
}

// Row is a player in a table.
type Row struct {
	Entry
	Cells []string // one for each column: [NotKnown] for an unknown number; empty for spectators
	// Remark says that the player is the recorder, or when the player left. Back is the result of [Match.BackSince].
	Remark, Back string
}

// Note returns the remarks in parentheses, or "".
func (r *Row) Note() string {
	if r.Remark == "" {
		return r.Back
	}
	return strings.TrimSpace("(" + r.Remark + ") " + r.Back)
}

// spectator is shown as the team of a spectator.
const spectator = "spectator"

// Table returns the table of the players of a match, the winner first, with at most [maxListed] players.
func (m *Match) Table(in Tables) Table {
	var list []Entry
	players := m.Listed()
	for _, p := range players {
		list = append(list, entry(m.Game, p))
	}
	t := Table{Teams: m.Teams(), Columns: ColumnsOf(in, players)}
	if m.Result.Before() { // nothing was counted
		t.Columns = slices.DeleteFunc(t.Columns, func(c *Column) bool { return !c.Before })
	} else {
		t.Notes = m.Notes()
	}
	t.fill(list, m, nil)
	return t
}

// Table returns the table of everybody in a match, including spectators, by slot. For nil it is that of the whole demo.
func (d *Demo) Table(m *Match, in Tables) (t Table) {
	list := d.bySlot(m)
	m = cmp.Or(m, d.Result()) // may be a part of a match
	var players []*Player     // without spectators, for whom QuakeWorld's servers send -999
	for i := range list {
		if e := &list[i]; e.Plays {
			players = append(players, &e.Numbers)
			t.Teams = t.Teams || e.Team != ""
		}
	}
	t.Columns, t.Notes = ColumnsOf(in, players), m.ScoreNotes(players)
	t.fill(list, m, d.recorder(m))
	return t
}

// recorder returns a function that reports whether a row is that of the recorder. In a match of an earlier level,
// another player may have had the slot, so the name must match, too.
func (d *Demo) recorder(m *Match) func(e *Entry) bool {
	now := d.Present
	if now == nil || now.Recorder < 0 {
		return nil
	}
	at := slices.IndexFunc(now.Players, func(p world.PresentPlayer) bool { return p.Slot == now.Recorder })
	anyName := at < 0 || m != nil && m.Result.Level == now.Level
	return func(e *Entry) bool {
		return e.Slot == now.Recorder && (anyName || e.raw == now.Players[at].Name)
	}
}

// fill adds rows for players of a match, or of none for nil. recorder may be nil.
func (t *Table) fill(list []Entry, m *Match, recorder func(e *Entry) bool) {
	for _, e := range list {
		r := Row{Entry: e, Cells: make([]string, len(t.Columns))}
		for i, c := range t.Columns {
			if e.Plays {
				r.Cells[i] = c.Text(c.Of(&e.Numbers))
			}
		}
		var remarks []string
		if e.Watched && !e.Plays {
			if t.Teams {
				r.Team = spectator
			} else {
				remarks = append(remarks, spectator)
			}
		}
		if recorder != nil && recorder(&e) && (e.LeaveText == "" || e.Watched) {
			remarks = append(remarks, "recorder")
		}
		if e.LeaveText != "" {
			remarks = append(remarks, e.LeaveText)
		} else if e.Plays {
			r.Back = m.BackSince(e.Name)
		}
		r.Remark = strings.Join(remarks, ", ")
		t.Rows = append(t.Rows, r)
	}
}
