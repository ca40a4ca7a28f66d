package film

import "image"

// Films have a brightness for each pixel and two colours for each four, as BT.709 has them in the range of
// television: brightness from 16 to 235. The factors are in 1/65536.
const (
	yuvBits = 16

	yRed, yGreen, yBlue = 11966, 40254, 4064
	uRed, uGreen        = -6596, -22189
	uBlue               = 28784 // so that grey has no colour: the sum of the three is about 0
	vGreen, vBlue       = -26145, -2639
	vRed                = 28784
)

// yuvSize returns the bytes of a picture as [yuv420] has it; both sides are even.
func yuvSize(width, height int) int { return width * height * 3 / 2 }

// yuv420 converts a picture whose sides are even: first the brightness of all pixels, then the two colours of
// squares of four. ffmpeg could do it, but is given three times as much then, and the time of several processors is that of
// several pictures here.
func yuv420(to []byte, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	us := to[w*h:][:w*h/4]
	vs := to[w*h+w*h/4:][:w*h/4]
	for y := 0; y+1 < h; y += 2 {
		above, below := m.Pix[y*m.Stride:][:4*w], m.Pix[(y+1)*m.Stride:][:4*w]
		out, outBelow := to[y*w:][:w], to[(y+1)*w:][:w]
		u, v := us[y/2*(w/2):][:w/2], vs[y/2*(w/2):][:w/2]
		for x := range u {
			a := above[8*x:][:8]
			b := below[8*x:][:8]
			r0, g0, b0 := int32(a[0]), int32(a[1]), int32(a[2])
			r1, g1, b1 := int32(a[4]), int32(a[5]), int32(a[6])
			r2, g2, b2 := int32(b[0]), int32(b[1]), int32(b[2])
			r3, g3, b3 := int32(b[4]), int32(b[5]), int32(b[6])
			const half = 16<<yuvBits + 1<<(yuvBits-1)
			o, p := out[2*x:][:2], outBelow[2*x:][:2]
			o[0] = byte((yRed*r0 + yGreen*g0 + yBlue*b0 + half) >> yuvBits)
			o[1] = byte((yRed*r1 + yGreen*g1 + yBlue*b1 + half) >> yuvBits)
			p[0] = byte((yRed*r2 + yGreen*g2 + yBlue*b2 + half) >> yuvBits)
			p[1] = byte((yRed*r3 + yGreen*g3 + yBlue*b3 + half) >> yuvBits)
			r, g, bl := r0+r1+r2+r3, g0+g1+g2+g3, b0+b1+b2+b3
			const middle = 128<<(yuvBits+2) + 1<<(yuvBits+1)
			u[x] = byte((uRed*r + uGreen*g + uBlue*bl + middle) >> (yuvBits + 2))
			v[x] = byte((vRed*r + vGreen*g + vBlue*bl + middle) >> (yuvBits + 2))
		}
	}
}
