package prints

import (
	"bytes"
	"strings"
	"time"
)

// dateForms are how games say when it is; a zone is cut off before.
var dateForms = [...]string{"2006-01-02 15:04:05", "2006-01-02 15:04"}

// MatchDate reads KTX's line "matchdate: 2022-01-04 09:15:39 CET"; empty if it is none: see [Date].
func MatchDate(plain []byte) string {
	if text, ok := bytes.CutPrefix(plain, []byte("matchdate: ")); ok {
		return Date(text)
	}
	return ""
}

// BoardDate reads the date on OpenTDM's scoreboard, " [2022-03-02 15:55]"; empty if a text is none: see [Date].
func BoardDate(text string) string {
	if text = strings.TrimSpace(text); len(text) > 2 && text[0] == '[' && text[len(text)-1] == ']' {
		return Date([]byte(text[1 : len(text)-1]))
	}
	return ""
}

// zones are the zones that servers name, in hours and minutes from UTC. Abbreviations that stand for several are not
// known. Windows cuts its long names.
var zones = map[string]string{
	"UTC": "Z", "GMT": "Z", "WET": "Z", "WEST": "+01:00", "CET": "+01:00", "CEST": "+02:00", "MET": "+01:00",
	"MEST": "+02:00", "EET": "+02:00", "EEST": "+03:00", "MSK": "+03:00", "EDT": "-04:00", "MDT": "-06:00",
	"PDT": "-07:00", "BRT": "-03:00", "AEST": "+10:00", "AEDT": "+11:00", "NZST": "+12:00", "NZDT": "+13:00",
	"W. Europe Standard Time": "+01:00", "W. Europe Daylight Time": "+02:00",
	"Central Europe Standard Time": "+01:00", "Central Europe Daylight Time": "+02:00",
	"Romance Standard Time": "+01:00", "Romance Daylight Time": "+02:00",
}

// zoneOf returns a zone by its name, or by its numbers as "-03" and "+0530"; empty if it is not known.
func zoneOf(name string) string {
	if zone, ok := zones[name]; ok {
		return zone
	}
	for _, form := range [...]string{"-07", "-0700", "-07:00"} {
		if t, err := time.Parse(form, name); err == nil {
			return t.Format("Z07:00")
		}
	}
	return ""
}

// Date reads a date with the time of day and maybe a zone, and returns it as "2022-01-04T09:15:39+01:00", or without
// the zone if that is not known. It is empty if the text is no date.
func Date(text []byte) string {
	const most = 50 // bytes; zones have long names in Windows
	if len(text) > most {
		return ""
	}
	words := bytes.Fields(text)
	if len(words) < 2 {
		return ""
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, string(words[0])+" "+string(words[1])); err == nil {
			return t.Format("2006-01-02T15:04:05") + zoneOf(string(bytes.Join(words[2:], []byte(" "))))
		}
	}
	return ""
}
