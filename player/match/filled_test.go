package match

import (
	"encoding/json"
	"fmt"
	"testing"

	"demoscope/internal/golden"
	"demoscope/player/world"
)

// TestFilled compares all tables, numbers and lines of results, each of whose fields has a value of its own, with a
// file.
func TestFilled(t *testing.T) {
	var lines []string
	for _, game := range []world.Game{world.Quake, world.QuakeWorld, world.Quake2, world.Quake3} {
		for _, teams := range []bool{true, false} {
			var r world.Result
			next := 0
			golden.Fill(&r, &next)
			for i := range r.Players {
				r.Players[i].Told = world.ToldScore | world.ToldKills | world.ToldDeaths | world.ToldSuicides |
					world.ToldTeamKills
				r.Left[i].Told = world.ToldScore
			}
			if !teams {
				r.Teams = nil
			}
			m := Of(game, &r)
			lines = append(lines, fmt.Sprintf("%v, teams %v: %q, %q", game, teams, m.Headline(MaxNames), m.Headline(3)))
			for _, in := range []Tables{InText, InPage, InWindow} {
				table := m.Table(in)
				for _, c := range table.Columns {
					lines = append(lines, fmt.Sprintf("column %q", c.Title))
				}
				for i := range table.Rows {
					row := &table.Rows[i]
					lines = append(lines, fmt.Sprintf("row %q %q %q %q", row.Name, row.Team, row.Note(), row.Cells))
				}
				lines = append(lines, table.Notes...)
			}
			for i := range m.Players {
				for _, in := range []Tables{InDemo, InMatch, InStatistics} {
					data, err := json.Marshal(NumbersOf(&m.Players[i], in))
					if err != nil {
						t.Fatal(err)
					}
					lines = append(lines, string(data))
				}
			}
		}
	}
	golden.Lines(t, "filled", lines, golden.Equal)
}
