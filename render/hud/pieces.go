package hud

import (
	"strings"
	"unsafe"

	"demoscope/player/timeline"
	"demoscope/player/world"
	"demoscope/render/draw"
)

// piece is a part of a line that mixes charsets and colours.
type piece struct {
	text  string
	set   Charset
	color draw.Color
}

func (h *HUD) piece(text string, set Charset, color draw.Color) {
	h.pieces = append(h.pieces, piece{text, set, color})
}

func (h *HUD) piecesWidth(f Font) (w float32) {
	for _, p := range h.pieces {
		w += Width(h.atlas, f, p.text, p.set)
	}
	return w
}

// drawPieces draws the line that was gathered, as far as width pixels reach.
func (h *HUD) drawPieces(f Font, x, y, width float32) {
	end := x + width
	for _, p := range h.pieces {
		if Width(h.atlas, f, p.text, p.set) > end-x {
			n := Fit(h.atlas, f, p.text, p.set, end-x, false)
			if Width(h.atlas, f, p.text[:n], p.set) > end-x {
				return
			}
			Text(&h.canvas, f, x, y, p.text[:n], p.set, p.color)
			return
		}
		x += Text(&h.canvas, f, x, y, p.text, p.set, p.color)
	}
}

// eventPieces says in words what happened.
func (h *HUD) eventPieces(in *Input, e *timeline.Event) {
	set := in.charset()
	name := func(s string) {
		if s == "" {
			h.piece("the world", CharsetOwn, colorDim)
			return
		}
		h.piece(s, set, colorText)
	}
	switch e.Kind {
	case world.EventKill:
		switch {
		case e.Player == e.Other:
			name(e.OtherName)
			h.piece(" died by own hand", CharsetOwn, colorDim)
		default:
			name(e.PlayerName)
			h.piece(" killed ", CharsetOwn, colorDim)
			name(e.OtherName)
		}
		if e.Weapon != "" {
			h.piece(", ", CharsetOwn, colorDim)
			h.piece(e.Weapon, CharsetOwn, colorAccent)
		}
	case world.EventCapture:
		name(e.PlayerName)
		h.piece(" captured the flag", CharsetOwn, colorGood)
	case world.EventMatchStart:
		h.piece("match begins", CharsetOwn, colorText)
	case world.EventMatchEnd:
		h.piece("match ends", CharsetOwn, colorText)
	case world.EventSecret:
		h.piece("secret found", CharsetOwn, colorViolet)
	case world.EventIntermission:
		h.piece("intermission", CharsetOwn, colorDim)
	case world.EventMark:
		h.piece("mark ", CharsetOwn, colorAccent)
		h.piece(e.Text, set, colorText)
	}
}

// mapName returns a map's name without folder and extension.
func mapName(path string) string {
	path = path[strings.LastIndexByte(path, '/')+1:]
	if i := strings.LastIndexByte(path, '.'); i > 0 {
		path = path[:i]
	}
	return path
}

// string1 lends bytes as a string until they change.
func string1(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
