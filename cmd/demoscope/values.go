package main

import (
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
)

// size is a flag's value like 1280x720, in pixels.
type size struct {
	Width, Height int
}

// maxSide is the longest side of a picture: what graphics drivers take.
const maxSide = 8192

// UnmarshalText reads WxH.
func (s *size) UnmarshalText(text []byte) error {
	w, h, ok := strings.Cut(string(text), "x")
	var err1, err2 error
	s.Width, err1 = strconv.Atoi(w)
	s.Height, err2 = strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil || s.Width < 1 || s.Height < 1 || s.Width > maxSide || s.Height > maxSide {
		return fmt.Errorf("%q is no size like 1280x720", text)
	}
	return nil
}

// moment is a time of a demo: seconds, or a part of the whole.
type moment struct {
	value   float64
	percent bool
}

// parseMoment reads "90", "1:30", "1:02:03.5" or "50%".
func parseMoment(s string) (moment, error) {
	bad := fmt.Errorf("%q is no time like 90, 1:30 or 50%%", s)
	if p, ok := strings.CutSuffix(s, "%"); ok {
		v, err := strconv.ParseFloat(p, 64)
		if err != nil || !(v >= 0 && v <= 100) {
			return moment{}, bad
		}
		return moment{v / 100, true}, nil
	}
	t := 0.0
	for _, part := range strings.Split(s, ":") {
		v, err := strconv.ParseFloat(part, 64)
		if err != nil || !(v >= 0) || math.IsInf(v, 0) {
			return moment{}, bad
		}
		t = t*60 + v
	}
	return moment{t, false}, nil
}

// seconds returns the moment in viewer's seconds of a demo that long.
func (m moment) seconds(duration float64) float64 {
	if m.percent {
		return m.value * duration
	}
	return m.value
}

// camera is a flag's value: x,y,z,pitch,yaw,roll.
type camera [6]float32

// UnmarshalText reads six numbers.
func (c *camera) UnmarshalText(text []byte) error {
	parts := strings.Split(string(text), ",")
	if len(parts) != len(c) {
		return fmt.Errorf("a camera is x,y,z,pitch,yaw,roll, not %q", text)
	}
	for i, p := range parts {
		v, err := strconv.ParseFloat(strings.TrimSpace(p), 32)
		if err != nil || math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("%q in a camera is no number", p)
		}
		c[i] = float32(v)
	}
	return nil
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}
