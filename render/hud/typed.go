package hud

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// maxTyped bounds a typed line, in bytes: it is more than its box shows, and paths have that.
const maxTyped = 400

// Typed is a line of text that a person types, in UTF-8.
type Typed struct {
	text []byte
	all  bool // it is selected: what comes next replaces it
}

// Bytes returns the line, valid until it changes.
func (t *Typed) Bytes() []byte { return t.text }

// String returns the line.
func (t *Typed) String() string { return string(t.text) }

// Set replaces the line by s, or as much of it as a line may have.
func (t *Typed) Set(s string) {
	if len(s) > maxTyped {
		end := maxTyped
		for end > maxTyped-utf8.UTFMax && !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	t.text, t.all = append(t.text[:0], s...), false
}

// Add appends runes, without those that do not print.
func (t *Typed) Add(runes []rune) {
	for _, r := range runes {
		if t.all && unicode.IsPrint(r) {
			t.Clear()
		}
		if unicode.IsPrint(r) && len(t.text)+utf8.RuneLen(r) <= maxTyped {
			t.text = utf8.AppendRune(t.text, r)
		}
	}
}

// SelectAll has what is typed next replace the line, and what is erased next be all of it.
func (t *Typed) SelectAll() { t.all = len(t.text) > 0 }

// Clear empties the line.
func (t *Typed) Clear() { t.text, t.all = t.text[:0], false }

// EraseWord removes the last word, and the spaces behind it.
func (t *Typed) EraseWord() {
	if t.all {
		t.Clear()
		return
	}
	rest := bytes.TrimRightFunc(t.text, unicode.IsSpace)
	for len(rest) > 0 {
		r, n := utf8.DecodeLastRune(rest)
		if unicode.IsSpace(r) {
			break
		}
		rest = rest[:len(rest)-n]
	}
	t.text = rest
}

// Erase removes the last rune, or all if that is selected.
func (t *Typed) Erase() {
	if t.all {
		t.Clear()
		return
	}
	_, n := utf8.DecodeLastRune(t.text)
	t.text = t.text[:len(t.text)-n]
}

// TypedAt returns where the line that is being typed was drawn last, in pixels.
func (c *canvas) TypedAt() Rect { return c.typedAt }

// drawTyped draws a line that is being typed into a box, only its end if it is too
// long. With cursor set, a cursor is behind it.
func (c *canvas) drawTyped(t *Typed, f textFont, r Rect, cursor bool) {
	u := c.Unit()
	y := round(r.Y + (r.H-c.Atlas.lineHeight(f))/2)
	text := t.text
	for len(text) > 0 && textWidth(c.Atlas, f, text, charsetOwn) > r.W-3*u {
		_, n := utf8.DecodeRune(text)
		text = text[n:]
	}
	if t.all {
		c.Out.Rect(round(r.X-u), y, round(textWidth(c.Atlas, f, text, charsetOwn)+2*u), c.Atlas.lineHeight(f),
			colorAccent.Alpha(0.35))
	}
	w := drawText(c, f, r.X, y, text, charsetOwn, colorText)
	if cursor {
		c.typedAt = r
		c.Out.Rect(round(r.X+w+u), y, max(1, round(1.5*u)), c.Atlas.lineHeight(f), colorAccent)
	}
}

// drawNaming draws the box in which the name of a bookmark is typed.
func (c *canvas) drawNaming(in *Input, area Rect) {
	u := c.Unit()
	pad := round(8 * u)
	title := c.Atlas.lineHeight(fontSmall)
	line := c.Atlas.lineHeight(fontText)
	box := Rect{X: area.X, W: min(area.W, round(420*u)), H: title + line + 2*pad}
	box.Y = max(area.Y, area.Y+area.H-box.H)
	c.panel(box, colorTip)
	c.Out.Rect(box.X, box.Y, max(2, round(2*u)), box.H, classes[ClassBookmark].color)
	drawText(c, fontSmall, box.X+pad, box.Y+round(0.6*pad), "Name of the bookmark: Enter keeps it, Esc does not",
		charsetOwn, colorDim)
	c.drawTyped(in.Naming, fontText, Rect{box.X + pad, box.Y + box.H - line - round(0.7*pad), box.W - 2*pad, line},
		true)
}
