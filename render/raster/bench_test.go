package raster

import (
	"testing"

	"demoscope/render/draw"
)

// BenchmarkSpans is a rectangle of 1280x720 pixels of each kind.
func BenchmarkSpans(b *testing.B) {
	from, to := draw.RGB(0x204060), draw.RGB(0xc0a080)
	for _, k := range []struct {
		name string
		draw func(b *draw.Buffer)
	}{
		{"flat", func(b *draw.Buffer) { b.Rect(0, 0, 1280, 720, from) }},
		{"smooth", func(b *draw.Buffer) { b.RectGradient(0, 0, 1280, 720, from, to) }},
		{"blended", func(b *draw.Buffer) { b.RectGradient(0, 0, 1280, 720, from.Alpha(0.5), to.Alpha(0.5)) }},
		{"textured", func(b *draw.Buffer) { b.Glyph(0, 0, 1280, 720, 8, 8, 16, 16, to) }},
	} {
		b.Run(k.name, func(b *testing.B) { benchDraw(b, k.draw) })
	}
}

// BenchmarkSmall is 10,000 things of a few pixels.
func BenchmarkSmall(b *testing.B) {
	many := func(one func(b *draw.Buffer, x, y float32)) func(b *draw.Buffer) {
		return func(b *draw.Buffer) {
			for i := range 10000 {
				one(b, float32(i%100)*12.37, float32(i/100)*7.11)
			}
		}
	}
	for _, k := range []struct {
		name string
		draw func(b *draw.Buffer)
	}{
		{"triangles", many(func(b *draw.Buffer, x, y float32) {
			b.Triangle(x, y, x+4.5, y+1, x+1, y+5, draw.RGB(0x204060))
		})},
		{"lines", many(func(b *draw.Buffer, x, y float32) { b.Line(x, y, x+9, y+6, 1.1, draw.RGB(0x204060)) })},
		{"glyphs", many(func(b *draw.Buffer, x, y float32) { b.Glyph(x, y, 8, 12, 8, 8, 8, 12, draw.RGB(0xffffff)) })},
	} {
		b.Run(k.name, func(b *testing.B) { benchDraw(b, k.draw) })
	}
}

func benchDraw(b *testing.B, shapes func(b *draw.Buffer)) {
	var list draw.Buffer
	shapes(&list)
	p, atlas := New(1280, 720), letter()
	b.ReportAllocs()
	for b.Loop() {
		p.Draw(&list, atlas)
	}
}

// BenchmarkFill is the background.
func BenchmarkFill(b *testing.B) {
	p := New(1280, 720)
	b.ReportAllocs()
	for b.Loop() {
		p.Fill(background)
	}
}
