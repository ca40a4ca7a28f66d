package prints

import (
	"testing"
)

// The table after a round, as KTX prints it: names are as long as they are, and a line that does not fit ends it.
func TestRounds(t *testing.T) {
	const head, rule = "team   wins need status",
		"\xad\xad\xad\xad\xad\xad \xad\xad\xad\xad \xad\xad\xad\xad \xad\xad\xad\xad\xad\xad\xad\xad\xad\xad\xad\xad"
	for _, test := range []struct {
		lines []string
		want  Rounds
		ok    bool
	}{
		{[]string{head, rule, "red       0    2 ", "blue      1    1 round winner"},
			Rounds{Names: [2]string{"red", "blue"}, Wins: [2]int32{0, 1}}, true},
		{[]string{head, rule, "-s-      12    0 round winner", "a b c d e    3    9 "},
			Rounds{Names: [2]string{"-s-", "a b c d e"}, Wins: [2]int32{12, 3}}, true},
		{[]string{head, rule, "red       1    2 tied round", "\xf0\xef\xec       1    2 tied round"},
			Rounds{Names: [2]string{"red", "\xf0\xef\xec"}, Wins: [2]int32{1, 1}}, true},
		{[]string{"red       0    2 ", "blue      1    1 round winner"}, Rounds{}, false},
		{[]string{head, rule, "red       0    2 ", "", "blue      1    1 round winner"}, Rounds{}, false},
		{[]string{head, rule, "          0    2 ", "blue      1    1 round winner"}, Rounds{}, false},
		{[]string{head, rule, "red", "blue"}, Rounds{}, false},
	} {
		var r Rounds
		ok := false
		for _, line := range test.lines {
			ok = r.Line([]byte(line))
		}
		if ok != test.ok || ok && r != test.want {
			t.Errorf("%q: %+v, %v", test.lines, r, ok)
		}
	}
}
