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

// Date reads a date with the time of day and maybe a zone, and returns it as "2022-01-04T09:15:39", with a Z
// behind it if the zone is that of Greenwich: others are known by abbreviations that stand for several. It is
// empty if the text is no date.
func Date(text []byte) string {
	const most = 40 // bytes; zones have long names in Windows
	if len(text) > most {
		return ""
	}
	words := bytes.Fields(text)
	if len(words) < 2 {
		return ""
	}
	for _, form := range dateForms {
		if t, err := time.Parse(form, string(words[0])+" "+string(words[1])); err == nil {
			told := t.Format("2006-01-02T15:04:05")
			if zone := string(bytes.Join(words[2:], []byte(" "))); zone == "UTC" || zone == "GMT" {
				told += "Z"
			}
			return told
		}
	}
	return ""
}
