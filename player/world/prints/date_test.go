package prints

import (
	"strings"
	"testing"
)

func TestMatchDate(t *testing.T) {
	for line, want := range map[string]string{
		"matchdate: 2022-01-04 09:15:39 CET":                         "2022-01-04T09:15:39+01:00",
		"matchdate: 2024-05-01 12:29:44 CEST":                        "2024-05-01T12:29:44+02:00",
		"matchdate: 2024-05-01 12:29:44 -03":                         "2024-05-01T12:29:44-03:00",
		"matchdate: 2024-05-01 12:29:44 +0530":                       "2024-05-01T12:29:44+05:30",
		"matchdate: 2024-05-01 12:29:44 IST":                         "2024-05-01T12:29:44",
		"matchdate: 2024-05-01 12:29:44 W. Europe Daylight Time":     "2024-05-01T12:29:44+02:00",
		"matchdate: 2026-11-21 20:13:12 UTC":                         "2026-11-21T20:13:12Z",
		"matchdate: 2026-11-21 20:13:12 W. Europe Std":               "2026-11-21T20:13:12",
		"matchdate: 2026-11-21 20:13:12 GMT":                         "2026-11-21T20:13:12Z",
		"matchdate: 2022-02-31 09:15:39 CET":                         "",
		"matchdate: 2022-01-04":                                      "",
		"matchdate: ":                                                "",
		"2022-01-04 09:15:39 CET":                                    "",
		"matchdate: 2022-01-04 09:15:39 " + strings.Repeat("x", 999): "",
	} {
		if got := MatchDate([]byte(line)); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
	for text, want := range map[string]string{
		" [2022-03-02 15:55]": "2022-03-02T15:55:00", "[2022-03-02 15:55": "", "2022-03-02 15:55": "", "[]": "", "": "",
		"[team] 2022": "",
	} {
		if got := BoardDate(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
