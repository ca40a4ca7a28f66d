package film

import (
	"image"
	"unsafe"
)

// Films have a brightness for each pixel and two colors for each four, as BT.709 has them in the range of
// television: brightness from 16 to 235. The factors are in 1/65536.
const (
	yuvBits = 16

	yRed, yGreen, yBlue = 11966, 40254, 4064
	uRed, uGreen        = -6596, -22189
	uBlue               = 28784 // so that gray has no color: the sum of the three is about 0
	vGreen, vBlue       = -26145, -2639
	vRed                = 28784
)

// yuvSize returns the bytes of a picture as [yuv420] has it; both sides are even.
func yuvSize(width, height int) int { return width * height * 3 / 2 }

// lanes are two numbers of 32 bits in one: those of a pixel and of the one right of it, or both colors. What
// is added up in one is never negative in the end, and stays below 1<<32, so that they do not disturb each other.
const (
	lanes     = 1 | 1<<32
	laneBytes = 0xff * lanes

	yHalf   = 16<<yuvBits + 1<<(yuvBits-1)
	uvHalf  = 128<<(yuvBits+2) + 1<<(yuvBits+1)
	uvRed   = uRed + vRed<<32
	uvGreen = uGreen + vGreen<<32
	uvBlue  = uBlue + vBlue<<32
)

// yuv420 converts a picture whose sides are even: first the brightness of all pixels, then the two colors of
// squares of four. ffmpeg could do it, but is given three times as much then, and the time of several
// processors is that of several pictures here.
func yuv420(to []byte, m *image.RGBA) {
	w, h := m.Rect.Dx(), m.Rect.Dy()
	us := to[w*h:][:w*h/4]
	vs := to[w*h+w*h/4:][:w*h/4]
	for y := 0; y+1 < h; y += 2 {
		above, below := inTwos[uint64](m.Pix[y*m.Stride:][:4*w]), inTwos[uint64](m.Pix[(y+1)*m.Stride:][:4*w])
		upper, lower := inTwos[uint16](to[y*w:][:w]), inTwos[uint16](to[(y+1)*w:][:w])
		twoRows(upper, lower, us[y/2*(w/2):][:w/2], vs[y/2*(w/2):][:w/2], above, below)
	}
}

// inTwos returns what is of two pixels as one number, of which the left one's is the lower half. All systems that Go's
// graphics run on have the lowest byte first.
func inTwos[T uint16 | uint64](row []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(row))), len(row)/int(unsafe.Sizeof(T(0))))
}

// plainTwoRows converts the brightness of two rows, and their colors. All lengths are the same.
func plainTwoRows(upper, lower []uint16, u, v []byte, above, below []uint64) {
	brightRow(upper, above)
	brightRow(lower, below)
	colorRow(u, v, above, below)
}

// brightRow converts the brightness of a row.
func brightRow(to []uint16, row []uint64) {
	row = row[:len(to)]
	for x := range to {
		a := row[x]
		bright := yRed*(a&laneBytes) + yGreen*(a>>8&laneBytes) + yBlue*(a>>16&laneBytes) + yHalf*lanes
		to[x] = uint16(bright>>yuvBits&0xff | bright>>(yuvBits+24)&0xff00)
	}
}

// colorRow converts the colors of two rows.
func colorRow(u, v []byte, above, below []uint64) {
	v, above, below = v[:len(u)], above[:len(u)], below[:len(u)]
	red, green, blue := int64(uvRed), int64(uvGreen), int64(uvBlue)
	for x := range u {
		a, b := above[x], below[x]
		// Two channels at a time, which have 10 bits together.
		const two = 0x00ff_00ff_00ff_00ff
		rb, g := a&two+b&two, a>>8&two+b>>8&two
		rb, g = rb+rb>>32, g+g>>32
		uv := red*int64(rb&0x3ff) + blue*int64(rb>>16&0x3ff) + green*int64(g&0x3ff) + uvHalf*lanes
		u[x], v[x] = byte(uv>>(yuvBits+2)), byte(uv>>(yuvBits+2+32))
	}
}
