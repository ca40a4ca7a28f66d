package prints

import (
	"bytes"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// dateForm matches the start of a date as games print it: the day, the time, and the beginning of a time zone.
var dateForm = regexp.MustCompile(`^\s*(\d{4}-\d\d-\d\d)[T ]\s*(\d\d:\d\d)(:\d\d)?(?:$|\s|[-+Z])`)

// MatchDate parses KTX's line "matchdate: 2022-01-04 09:15:39 CET", see [Date]. It returns "" for other lines.
func MatchDate(plain []byte) string {
	if text, ok := bytes.CutPrefix(plain, []byte("matchdate: ")); ok {
		return Date(text)
	}
	return ""
}

// BoardDate parses the date on OpenTDM's scoreboard, " [2022-03-02 15:55]", see [Date]. It returns "" for other texts.
func BoardDate(text string) string {
	if text = strings.TrimSpace(text); len(text) > 2 && text[0] == '[' && text[len(text)-1] == ']' {
		return Date([]byte(text[1 : len(text)-1]))
	}
	return ""
}

// zones are the time zones that servers print, in minutes from UTC. Ambiguous abbreviations mean the zones of North
// America (CST, EST, MST, PST and their daylight saving times), Britain (BST) and India (IST).
var zones = map[string]int{
	"Z": 0, "UTC": 0, "GMT": 0, "WET": 0, "WEST": 60, "BST": 60, "CET": 60, "CEST": 120, "MET": 60, "MEST": 120,
	"EET": 120, "EEST": 180, "SAST": 120, "MSK": 180, "TRT": 180, "IST": 330, "SGT": 480, "HKT": 480, "AWST": 480,
	"JST": 540, "KST": 540, "ACST": 570, "ACDT": 630, "AEST": 600, "AEDT": 660, "NZST": 720, "NZDT": 780,
	"BRT": -180, "BRST": -120, "ART": -180, "CLT": -240, "CLST": -180, "NST": -210, "NDT": -150, "AST": -240,
	"ADT": -180, "EST": -300, "EDT": -240, "CST": -360, "CDT": -300, "MST": -420, "MDT": -360, "PST": -480, "PDT": -420,
	"AKST": -540, "AKDT": -480, "HST": -600,
}

// windowsZones are the names of time zones in Windows, in minutes from UTC. The full name ends with " Standard Time",
// or an hour later with " Daylight Time".
var windowsZones = map[string]int{
	"GMT": 0, "W. Europe": 60, "Central Europe": 60, "Central European": 60, "Romance": 60, "FLE": 120, "GTB": 120,
	"E. Europe": 120, "South Africa": 120, "Russian": 180, "Turkey": 180, "India": 330, "China": 480, "Singapore": 480,
	"W. Australia": 480, "Tokyo": 540, "Korea": 540, "AUS Eastern": 600, "E. Australia": 600, "New Zealand": 720,
	"E. South America": -180, "Argentina": -180, "Atlantic": -240, "Eastern": -300, "Central": -360, "Mountain": -420,
	"Pacific": -480,
}

// offset matches a numeric time zone: +02, -0300, +05:30, UTC+2.
var offset = regexp.MustCompile(`(?:^|\s|[(])(?:UTC|GMT)?([-+])(\d\d?)(?::?([0-5]\d))?(?:$|\s|[)])`)

// zoneOf returns a time zone, given as an offset or a name, as "+01:00" or "Z", or "" if it is unknown.
func zoneOf(name string) string {
	minutes, ok := 0, false
	if n := offset.FindStringSubmatch(name); n != nil {
		hours, _ := strconv.Atoi(n[2])
		past, _ := strconv.Atoi(n[3])
		if minutes, ok = 60*hours+past, hours <= 14; n[1] == "-" {
			minutes = -minutes
		}
	} else if minutes, ok = zones[strings.Trim(name, "()")]; !ok {
		if standard, is := strings.CutSuffix(name, " Standard Time"); is {
			minutes, ok = windowsZones[standard]
		} else if daylight, is := strings.CutSuffix(name, " Daylight Time"); is {
			minutes, ok = windowsZones[daylight]
			minutes += 60
		}
	}
	switch {
	case !ok:
		return ""
	case minutes == 0:
		return "Z"
	case minutes < 0:
		return fmt.Sprintf("-%02d:%02d", -minutes/60, -minutes%60)
	}
	return fmt.Sprintf("+%02d:%02d", minutes/60, minutes%60)
}

// Date parses a date with the time of day and optionally a time zone. It returns the date as
// "2022-01-04T09:15:39+01:00", without the zone if that is unknown, or "" if the text is not a date.
func Date(text []byte) string {
	const most = 50 // bytes; names of zones in Windows are long
	if len(text) > most {
		return ""
	}
	n := dateForm.FindSubmatchIndex(text)
	if n == nil {
		return ""
	}
	end, clock := n[5], string(text[n[4]:n[5]])+":00"
	if n[6] >= 0 {
		end, clock = n[7], string(text[n[4]:n[7]])
	}
	t, err := time.Parse(time.DateTime, string(text[n[2]:n[3]])+" "+clock)
	if err != nil {
		return ""
	}
	return t.Format("2006-01-02T15:04:05") + zoneOf(string(bytes.TrimSpace(text[end:])))
}
