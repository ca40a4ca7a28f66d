// Package link encodes a moment of a demo as text that people can share:
//
//	t=12:34&speed=0.5&follow=milton&mode=wire&camera=chase
//
// A page has the text after the # of its address, and the program takes it as --link. Its contents are not trusted: a
// link cannot choose a file on disk. Demo and Maps of a Link name files in the folder that a page was served from,
// and have no meaning elsewhere.
package link

import (
	"fmt"
	"math"
	"net/url"
	"strconv"
	"strings"

	"demoscope/internal/bounded"
)

// maxLink is the maximum length of a link, in bytes: enough for the names of four players, of a demo and of its maps,
// with each character escaped as three.
const maxLink = 4096

// maxMaps is the maximum number of maps and archives in a link.
const maxMaps = 16

// A Link holds the values of a link. The zero value, except for Speed, is the beginning of a demo with default
// settings.
type Link struct {
	Demo   string   // path in a served folder, with slashes
	Maps   []string // maps and archives of the same folder
	Time   float64  // viewer's seconds
	Speed  float64  // 1 is the demo's own speed, negative plays in reverse, 0 is a pause
	Paused bool
	Follow string // as in --follow: a player's name or slot, or several separated by commas
	Mode   string // render mode, as in --mode
	Camera string // a camera mode, or x,y,z,pitch,yaw,roll in Quake units and degrees
}

// The keys, in the order in which they are written.
const (
	keyDemo   = "demo"
	keyMap    = "map"
	keyTime   = "t"
	keySpeed  = "speed"
	keyPaused = "paused"
	keyFollow = "follow"
	keyMode   = "mode"
	keyCamera = "camera"
)

// oldMode is the name of keyMode in old links.
const oldMode = "view"

// Parse parses a link: the part of an address after #, with or without the #, a whole address, or a command line with
// --link, whose file is ignored. It does not check Follow, Mode and Camera, because only their users know the valid
// values.
func Parse(text string) (Link, error) {
	l := Link{Speed: 1}
	if len(text) > maxLink {
		return l, fmt.Errorf("too long (%d bytes, at most %d)", len(text), maxLink)
	}
	if _, after, ok := strings.Cut(text, "--link "); ok {
		text, _, _ = strings.Cut(after, " ")
		text = strings.Trim(text, "'")
	}
	if _, after, ok := strings.Cut(text, "#"); ok {
		text = after
	}
	seen := map[string]bool{}
	for part := range strings.SplitSeq(text, "&") {
		if part == "" {
			continue
		}
		key, coded, _ := strings.Cut(part, "=")
		value, err := url.QueryUnescape(coded)
		if err != nil {
			return l, fmt.Errorf("%q is broken (write %% as %%25)", bounded.Shorten(part, quoted))
		}
		if key == oldMode {
			key = keyMode
		}
		if seen[key] && key != keyMap {
			return l, fmt.Errorf("%s appears twice", key)
		}
		seen[key] = true
		if err := l.set(key, value); err != nil {
			return l, err
		}
	}
	return l, nil
}

// quoted is the maximum number of bytes of a link that an error quotes.
const quoted = 60

// set sets one value.
func (l *Link) set(key, value string) (err error) {
	bad := func(what string) error {
		return fmt.Errorf("invalid %s=%s (want %s)", key, bounded.Shorten(value, quoted), what)
	}
	switch key {
	case keyDemo:
		l.Demo = value
	case keyMap:
		if len(l.Maps) == maxMaps {
			return fmt.Errorf("too many maps (at most %d)", maxMaps)
		}
		l.Maps = append(l.Maps, value)
	case keyTime:
		if l.Time, err = ParseClock(value); err != nil {
			return bad("a time like 90 or 1:30")
		}
	case keySpeed:
		if l.Speed, err = strconv.ParseFloat(value, 64); err != nil || math.IsNaN(l.Speed) || math.IsInf(l.Speed, 0) {
			return bad("a number like 0.5")
		}
	case keyPaused:
		if value != "" && value != "1" {
			return bad("1")
		}
		l.Paused = true
	case keyFollow:
		if l.Follow = value; value == "" {
			return bad("a player's name or slot")
		}
	case keyMode:
		l.Mode = value
	case keyCamera:
		l.Camera = value
	default:
		return fmt.Errorf("unknown key %q (want %s)", bounded.Shorten(key, quoted),
			strings.Join([]string{keyTime, keySpeed, keyPaused, keyFollow, keyMode, keyCamera, keyDemo, keyMap}, ", "))
	}
	return nil
}

// readable reverts escapes that a link does not need.
var readable = strings.NewReplacer("%3A", ":", "%2C", ",", "%2F", "/")

// String returns the text of a link, without the #. Default values are left out.
func (l *Link) String() string {
	var b strings.Builder
	add := func(key, value string) {
		if b.Len() > 0 {
			b.WriteByte('&')
		}
		b.WriteString(key + "=" + readable.Replace(url.QueryEscape(value)))
	}
	if l.Demo != "" {
		add(keyDemo, l.Demo)
	}
	for _, m := range l.Maps {
		add(keyMap, m)
	}
	add(keyTime, Clock(l.Time))
	if l.Speed != 1 {
		add(keySpeed, number(l.Speed, 3))
	}
	if l.Paused {
		add(keyPaused, "1")
	}
	for _, v := range [...]struct{ key, value string }{{keyFollow, l.Follow}, {keyMode, l.Mode},
		{keyCamera, l.Camera}} {
		if v.value != "" {
			add(v.key, v.value)
		}
	}
	return b.String()
}

// Place returns the value of Camera for a position and angles, in Quake units and degrees.
func Place(origin, angles [3]float32) string {
	var parts []string
	for _, list := range [...][3]float32{origin, angles} {
		for _, v := range list {
			parts = append(parts, number(float64(v), 1))
		}
	}
	return strings.Join(parts, ",")
}

// number returns a number with at most the given number of decimals.
func number(v float64, digits int) string {
	text := strconv.FormatFloat(v, 'f', digits, 64)
	text = strings.TrimSuffix(strings.TrimRight(text, "0"), ".")
	if text == "-0" || text == "" {
		return "0"
	}
	return text
}

// Clock returns seconds, rounded to hundredths, as 1:02:03.5, 12:34 or 0:07.25; 0:00 if negative.
func Clock(seconds float64) string {
	n := int64(math.Round(min(max(seconds, 0), 1e9) * 100))
	text := fmt.Sprintf("%d:%02d", n/6000%60, n/100%60)
	if h := n / 360000; h > 0 {
		text = fmt.Sprintf("%d:%02d:%02d", h, n/6000%60, n/100%60)
	}
	if n%100 != 0 {
		text += strings.TrimRight(fmt.Sprintf(".%02d", n%100), "0")
	}
	return text
}

// ParseClock parses "90", "1:30" or "1:02:03.5" as seconds.
func ParseClock(text string) (seconds float64, err error) {
	parts := strings.Split(text, ":")
	if len(parts) > 3 {
		return 0, strconv.ErrSyntax
	}
	for i, part := range parts {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0) || part[0] == '-' || math.IsInf(v, 0) || i > 0 && v >= 60 {
			return 0, strconv.ErrSyntax
		}
		seconds = seconds*60 + v
	}
	return seconds, nil
}
