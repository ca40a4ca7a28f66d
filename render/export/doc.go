// Package export writes the contents of a level for other programs: moments and animations as glTF 2.0 ([Animation]),
// and the visible lines of a picture as SVG ([Drawing]).
package export
