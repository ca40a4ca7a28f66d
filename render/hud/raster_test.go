package hud

import (
	"image"
	"image/color"

	"demoscope/render/draw"
)

// rasterize draws a buffer as the screen does: triangles, linear colours, the
// atlas by nearest pixel, premultiplied blending.
func rasterize(img *image.RGBA, b *draw.Buffer, atlas *image.RGBA) {
	for i := 0; i+2 < len(b.Indices); i += 3 {
		triangle(img, &b.Vertices[b.Indices[i]], &b.Vertices[b.Indices[i+1]], &b.Vertices[b.Indices[i+2]], atlas)
	}
}

func triangle(img *image.RGBA, p, q, r *draw.Vertex, atlas *image.RGBA) {
	area := (q.X-p.X)*(r.Y-p.Y) - (r.X-p.X)*(q.Y-p.Y)
	if area == 0 {
		return
	}
	if area < 0 {
		q, r = r, q
		area = -area
	}
	x0 := max(0, int(min(p.X, q.X, r.X)))
	x1 := min(img.Rect.Max.X-1, int(max(p.X, q.X, r.X)))
	y0 := max(0, int(min(p.Y, q.Y, r.Y)))
	y1 := min(img.Rect.Max.Y-1, int(max(p.Y, q.Y, r.Y)))
	edge := func(a, b *draw.Vertex, x, y float32) (float32, bool) {
		e := (b.X-a.X)*(y-a.Y) - (b.Y-a.Y)*(x-a.X)
		// The upper left edges belong to a triangle.
		return e, e > 0 || e == 0 && (b.Y < a.Y || b.Y == a.Y && b.X > a.X)
	}
	for y := y0; y <= y1; y++ {
		for x := x0; x <= x1; x++ {
			fx, fy := float32(x)+0.5, float32(y)+0.5
			wp, in1 := edge(q, r, fx, fy)
			wq, in2 := edge(r, p, fx, fy)
			wr, in3 := edge(p, q, fx, fy)
			if !in1 || !in2 || !in3 {
				continue
			}
			wp, wq, wr = wp/area, wq/area, wr/area
			mix := func(a, b, c float32) float32 { return a*wp + b*wq + c*wr }
			t := atlas.RGBAAt(int(mix(p.U, q.U, r.U)), int(mix(p.V, q.V, r.V)))
			k := float32(t.A) / 255
			blend(img, x, y, mix(p.R, q.R, r.R)*k, mix(p.G, q.G, r.G)*k, mix(p.B, q.B, r.B)*k, mix(p.A, q.A, r.A)*k)
		}
	}
}

func blend(img *image.RGBA, x, y int, r, g, b, a float32) {
	o := img.RGBAAt(x, y)
	put := func(s float32, d uint8) uint8 { return uint8(max(0, min(255, s*255+float32(d)*(1-a)+0.5))) }
	img.SetRGBA(x, y, color.RGBA{put(r, o.R), put(g, o.G), put(b, o.B), 255})
}

// picture returns what h has drawn over a plain ground.
func picture(h *HUD, s Screen) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, int(s.Width), int(s.Height)))
	for i := 0; i < len(img.Pix); i += 4 {
		img.Pix[i], img.Pix[i+1], img.Pix[i+2], img.Pix[i+3] = 22, 26, 32, 255
	}
	rasterize(img, h.Buffer(), h.Atlas().Image)
	return img
}
