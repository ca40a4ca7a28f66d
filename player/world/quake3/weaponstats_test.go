package quake3

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/player/world"
)

// OSP and CPMA send damage, shots and hits of each weapon behind a match. Statistics of another time, such as those
// that a player asks for, are no result, nor are those that are cut short.
func TestWeaponStats(t *testing.T) {
	const osp, cpma = "osp", "cpma"
	for _, c := range []struct {
		game, before, after string
		want                string // of Ann and Bob, who recorded the demo
	}{
		{osp, "", "xstats1 0 36 62 219 2 0 54 138 12 0 6513 3737", "6513/3737 mg 62/219 rl 54/138, -"},
		{osp, "", "xstats1 1 0 6513 3737", "-, 6513/3737"},
		{osp, "", "xstats1 0 36 62 219 2 0 54 138 12 0 6513", "-, -"},
		{osp, "", "xstats1 70 36 62 219 2 0 54 138 12 0 6513 3737", "-, -"},
		{osp, "xstats1 0 36 62 219 2 0 54 138 12 0 6513 3737", "", "-, -"},
		{osp, "", "statsinfo 1 5 0 6 12 1 0 0 4287 4427 137953281", "-, 4287/4427"},
		{osp, "", "statsinfo 1 6 0 6 12 1 0 0 4287 4427 137953281", "-, -"}, // somebody else's score
		{cpma, "", "xstats2 0 260 62 219 2 0 7 1  0 9 0 1 0 0  5346 5571 375 0 0 0 aca 14 6 5 1 0 0 0",
			"5346/5571 mg 62/219 pg 0/9, -"},
		{cpma, "", "mstats 0 4 62 219 2 0 7 1  5346 5571 375 0 0 0 aca 14 6 5 1 0 0 0", "-, -"},
	} {
		q := newQ3(t, 68, `0 \g_gametype\1\gamename\`+c.game, "21 1000", "6 12", "7 3", `544 n\Ann\t\0`,
			`545 n\Bob\t\0`)
		q.at(2000, 1, 5, 0, "scores 2 0 0  0 12 40 5 0 0  1 5 40 5 0 0")
		q.at(2500, 1, 5, 0, c.before)
		q.at(3000, 1, 5, 0, "cs 22 1")
		q.at(4000, 1, 5, 5, "scores 2 0 0  0 12 40 5 0 0  1 5 40 5 0 0")
		q.at(5000, 1, 5, 5, c.after)
		r := q.w.Results()[0]
		var got []string
		for _, s := range r.Players {
			one := "-"
			if s.Told&(world.ToldDamageGiven|world.ToldDamageTaken) != 0 {
				one = fmt.Sprintf("%d/%d", s.DamageGiven, s.DamageTaken)
			}
			for _, a := range r.Aims {
				if a.Name == s.Name && a.Printed < 0 {
					one += fmt.Sprintf(" %s %d/%d", a.Weapon, a.Hits, a.Attacks)
				}
			}
			got = append(got, one)
		}
		if got := strings.Join(got, ", "); got != c.want {
			t.Errorf("%s, %q, %q: %s, not %s", c.game, c.before, c.after, got, c.want)
		}
	}
}
