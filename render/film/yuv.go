package film

import (
	"image"
	"unsafe"
)

// Films have one luma value per pixel and two chroma values per four pixels, by BT.709 in the television range: luma
// from 16 to 235. The factors are in 1/65536.
const (
	yuvBits = 16

	yRed, yGreen, yBlue = 11966, 40254, 4064
	uRed, uGreen        = -6596, -22189
	uBlue               = 28784 // so that gray has no chroma: the sum of the three is about 0
	vGreen, vBlue       = -26145, -2639
	vRed                = 28784
)

// yuvSize returns the size of a picture from [yuv420] in bytes; both sides are even.
func yuvSize(width, height int) int { return width * height * 3 / 2 }

// lanes are two 32-bit numbers in one: luma of two adjacent pixels, or both chroma values. The final sum in a lane is
// never negative and stays below 1<<32, so that lanes do not affect each other.
const (
	lanes     = 1 | 1<<32
	laneBytes = 0xff * lanes

	yHalf   = 16<<yuvBits + 1<<(yuvBits-1)
	uvHalf  = 128<<(yuvBits+2) + 1<<(yuvBits+1)
	uvRed   = uRed + vRed<<32
	uvGreen = uGreen + vGreen<<32
	uvBlue  = uBlue + vBlue<<32
)

// yuv420 converts a picture whose sides are even: first the luma of all pixels, then the two chroma values of squares
// of four. ffmpeg could do that, but would have to read three times as much, and here several processors convert
// several pictures.
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

// inTwos returns the bytes of a row with two pixels per number, the left one in the lower half. All systems that Go's
// graphics run on are little-endian.
func inTwos[T uint16 | uint64](row []byte) []T {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(row))), len(row)/int(unsafe.Sizeof(T(0))))
}

// plainTwoRows converts two rows, luma and chroma. All lengths are the same.
func plainTwoRows(upper, lower []uint16, u, v []byte, above, below []uint64) {
	brightRow(upper, above)
	brightRow(lower, below)
	colorRow(u, v, above, below)
}

// brightRow converts the luma of a row.
func brightRow(to []uint16, row []uint64) {
	row = row[:len(to)]
	for x := range to {
		a := row[x]
		bright := yRed*(a&laneBytes) + yGreen*(a>>8&laneBytes) + yBlue*(a>>16&laneBytes) + yHalf*lanes
		to[x] = uint16(bright>>yuvBits&0xff | bright>>(yuvBits+24)&0xff00)
	}
}

// colorRow converts the chroma of two rows.
func colorRow(u, v []byte, above, below []uint64) {
	v, above, below = v[:len(u)], above[:len(u)], below[:len(u)]
	red, green, blue := int64(uvRed), int64(uvGreen), int64(uvBlue)
	for x := range u {
		a, b := above[x], below[x]
		// Two channels at a time, which have 10 bits after adding.
		const two = 0x00ff_00ff_00ff_00ff
		rb, g := a&two+b&two, a>>8&two+b>>8&two
		rb, g = rb+rb>>32, g+g>>32
		uv := red*int64(rb&0x3ff) + blue*int64(rb>>16&0x3ff) + green*int64(g&0x3ff) + uvHalf*lanes
		u[x], v[x] = byte(uv>>(yuvBits+2)), byte(uv>>(yuvBits+2+32))
	}
}
