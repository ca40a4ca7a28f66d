package text

import (
	"math"

	"demoscope/formats/wire"
)

// Coordinates and angles are converted in float64, which represents all integer encodings exactly.

// coordSteps returns the number of steps per unit of an integer encoding.
func coordSteps(e wire.CoordEncoding) float64 {
	if e == wire.CoordLong {
		return 16
	}
	return 8
}

// angleSteps returns the number of steps per degree of an integer encoding.
func angleSteps(e wire.AngleEncoding) float64 {
	if e == wire.AngleShort {
		return 65536.0 / 360
	}
	return 256.0 / 360
}

// maxFraction is the largest fraction of Coord24 below one. 255 equals the next whole unit, so it is written as raw
// bits.
const maxFraction = 254

// coordNumber returns v in Quake units, and whether that number converts back to v.
func coordNumber(e wire.CoordEncoding, v wire.Coord) (float64, bool) {
	switch e {
	case wire.CoordShort:
		return float64(v) / 8, true // Quake II's wide protocols have more than 16 bits
	case wire.CoordLong:
		return float64(v) / 16, true
	case wire.Coord24:
		return float64(v>>8) + float64(v&0xff)/255, v>>8 == wire.Coord(int16(v>>8)) && v&0xff <= maxFraction
	}
	return 0, false
}

// numberCoord is the inverse of coordNumber; it rounds to the nearest step.
func numberCoord(e wire.CoordEncoding, x float64) (wire.Coord, bool) {
	switch e {
	case wire.CoordShort, wire.CoordLong:
		v := math.Round(x * coordSteps(e))
		return wire.Coord(v), v >= math.MinInt32 && v <= math.MaxInt32
	case wire.Coord24:
		units := math.Floor(x)
		fraction := math.Round((x - units) * 255)
		if fraction > maxFraction {
			units, fraction = units+1, 0
		}
		return wire.Coord(units)<<8 | wire.Coord(fraction), units >= math.MinInt16 && units <= math.MaxInt16
	}
	return 0, false
}

// angleNumber returns v in degrees, and whether that number converts back to v.
func angleNumber(e wire.AngleEncoding, v wire.Angle) (float64, bool) {
	switch e {
	case wire.AngleByte:
		return float64(v) * (360.0 / 256), v == wire.Angle(int8(v))
	case wire.AngleShort:
		return float64(v) * (360.0 / 65536), v == wire.Angle(int16(v))
	}
	return 0, false
}

// numberAngle is the inverse of angleNumber.
func numberAngle(e wire.AngleEncoding, x float64) (wire.Angle, bool) {
	v := math.Round(x * angleSteps(e))
	limit := float64(math.MaxInt8)
	if e == wire.AngleShort {
		limit = math.MaxInt16
	}
	return wire.Angle(v), v >= -limit-1 && v <= limit
}

// Names of the encodings.
var (
	coordNames = []string{wire.CoordShort: "short", wire.CoordLong: "long", wire.Coord24: "24bit",
		wire.CoordFloat: "float"}
	angleNames = []string{wire.AngleByte: "byte", wire.AngleShort: "short", wire.AngleFloat: "float"}
)

// encodingName returns the name of encoding n, "?" if it has none.
func encodingName(names []string, n int) string {
	if n < len(names) {
		return names[n]
	}
	return "?"
}

// encodingNumber is the inverse of encodingName.
func encodingNumber(names []string, name string) (int, bool) {
	for i, n := range names {
		if n == name {
			return i, true
		}
	}
	return 0, false
}
