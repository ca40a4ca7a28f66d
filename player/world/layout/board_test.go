package layout

import (
	"fmt"
	"strings"
	"testing"

	"demoscope/player/world"
)

// The scoreboards of deathmatch, capture the flag and OpenTDM.
func TestReadBoard(t *testing.T) {
	for _, test := range []struct{ name, program, want string }{
		{"deathmatch", `xv 0 yv 32 picn tag1 client 0 32 1 12 30 5 client 160 32 0 -3 40 5 client 160 64 9 1 1 1 ` +
			`client 0 96 x 1 1 1`,
			`1 "Bob Bobson Longname"/"" 12 false 0; 0 "Ann"/"" -3 false 0|`},
		{"capture the flag", `if 24 xv 8 yv 8 pic 24 endif xv 40 yv 28 string "   7/2  " xv 98 yv 12 num 2 18 ctf 0 ` +
			`42 0 7 30 ctf 160 42 1 3 40 xv 0 yv 66 string2 "Spectators" ctf 0 74 2 0 50`,
			`0 "Ann"/"red" 7 false 0; 1 "Bob Bobson Longname"/"blue" 3 false 0|Cy`},
		{"capture the flag as the game writes it", `if 24 xv 8 yv 8 pic 24 endif xv 40 yv 28 string "   0/1  " xv ` +
			`98 yv 12 num 2 18 ctf 0 42 1 0 42 ctf 0 42 1 0 42 ctf 160 42 0 4 46 `,
			`1 "Bob Bobson Longname"/"red" 0 false 0; 0 "Ann"/"blue" 4 false 0|`},
		{"OpenTDM", `xv 72 yv 0 string2 " Team          Frags" yv 8 string "Home              11" yv 16 string ` +
			`"Away               3" yv 32 string " [2022-10-14 11:11]" ` +
			`xv 72 yv 40 string "Home:27(male/grunt)" xv 56 yv 88 string "A:b:34(female/athena)" xv 8 yv 48 string2 ` +
			`" Name            Frags Dths Net Ping" yv 96 string2 " Name            Frags Dths Net Ping" ` +
			`yv 56 string "Ann                  7   18 -11   27" yv 64 string "Bob Bobson Long      4    8  -4   ` +
			`34" yv 104 string "gone away          -17    8   9   34" ` +
			`xl 8 yb -37 string2 "PacketFlinger.com" xv 64 yv 128 string2 " Spectators" yv 144 string "Cy:117" yv ` +
			`152 string "d:x:33->Ann"`,
			`0 "Ann"/"Home" 7 true 18; 1 "Bob Bobson Longname"/"Home" 4 true 8; -1 "gone away"/"A:b" -17 true ` +
				`8|Cy d:x`},
		{"the beginning of a name", `xv 0 yv 0 string2 " Name            Frags Dths Net Ping" yv 8 string "Bob      ` +
			`            4    8  -4   34"`, `-1 "Bob"/"" 4 true 8|`},
		{"before the match", `xv 264 yv 48 string2 "Ping" xv 8 string2 " Name" yv 56 string "Ann     27"`, `|`},
		{"a menu", `xv 32 yv 8 picn inventory yv 56 xv 64 string2 "Join Home" string "  (1 player)" string "1 2 3 4"`,
			`|`},
		{"the status bar", `yb -24 xv 0 hnum xv 50 pic 0 if 2 xv 100 anum endif`, `|`},
	} {
		players := []world.Player{{Name: "Ann", InUse: true}, {Name: "Bob Bobson Longname", InUse: true},
			{Name: "Cy", InUse: true}}
		b := ReadBoard(test.program, &world.Level{}, players)
		var rows []string
		for _, r := range b.Rows {
			rows = append(rows, fmt.Sprintf("%d %q/%q %d %v %d", r.Slot, r.Name, r.Team, r.Score,
				r.HasDeaths, r.Deaths))
		}
		if got := strings.Join(rows, "; ") + "|" + strings.Join(b.Spectators, " "); got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, got, test.want)
		}
	}
}
