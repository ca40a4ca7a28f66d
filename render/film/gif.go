package film

import (
	"bytes"
	"compress/lzw"
	"encoding/binary"
	"image"
	"io"
	"math"
)

// gifWriter writes GIF files. Package image/gif keeps all frames in memory and encodes them on one processor. Here,
// each frame is encoded separately, with its own palette.
type gifWriter struct {
	out   io.Writer
	times *Times
}

const gifColors = 256

func (g *gifWriter) begin(width, height int) error {
	le := binary.LittleEndian
	b := le.AppendUint16(le.AppendUint16([]byte("GIF89a"), uint16(width)), uint16(height))
	b = append(b, 0x70, 0, 0)                                       // no global color table
	b = append(b, "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"...) // loop forever
	_, err := g.out.Write(b)
	return err
}

// pack implements [animator].
func (g *gifWriter) pack(frame int, picture *image.RGBA) ([]byte, error) {
	p := quantize(picture)
	le := binary.LittleEndian
	var b bytes.Buffer
	b.Write(append(le.AppendUint16([]byte{0x21, 0xf9, 4, 0}, uint16(g.delay(frame))), 0, 0))
	size := picture.Rect.Size()
	b.Write(append(le.AppendUint16(le.AppendUint16([]byte{0x2c, 0, 0, 0, 0}, uint16(size.X)), uint16(size.Y)), 0x87))
	for _, c := range p.colors {
		b.Write(c[:])
	}
	b.WriteByte(8) // bits per pixel
	blocks := &subBlocks{out: &b}
	w := lzw.NewWriter(blocks, lzw.LSB, 8)
	if _, err := w.Write(p.pixels); err != nil {
		return nil, err
	}
	if err := w.Close(); err != nil {
		return nil, err
	}
	blocks.end()
	return b.Bytes(), nil
}

// delay returns how long a frame is shown, in hundredths of a second. The next frame makes up for rounding.
func (g *gifWriter) delay(frame int) int {
	at := func(k int) int { return int(math.Floor(100*g.times.Start(k) + 0.5)) }
	return at(frame+1) - at(frame)
}

func (g *gifWriter) write(_ int, packed []byte) error {
	_, err := g.out.Write(packed)
	return err
}

func (g *gifWriter) end() error {
	_, err := g.out.Write([]byte{0x3b})
	return err
}

// subBlocks writes data in blocks of up to 255 bytes, each preceded by its length.
type subBlocks struct {
	out   *bytes.Buffer
	block [256]byte
}

func (s *subBlocks) Write(data []byte) (int, error) {
	for _, c := range data {
		s.block[0]++
		if s.block[s.block[0]] = c; s.block[0] == 255 {
			s.flush()
		}
	}
	return len(data), nil
}

func (s *subBlocks) flush() {
	s.out.Write(s.block[:int(s.block[0])+1])
	s.block[0] = 0
}

// end writes the rest and the end marker.
func (s *subBlocks) end() {
	if s.block[0] > 0 {
		s.flush()
	}
	s.out.WriteByte(0)
}

// paletted is a picture with a palette.
type paletted struct {
	colors [gifColors][3]byte
	pixels []byte
}

// Colors are counted in cells with cubeBits bits per channel.
const (
	cubeBits = 5
	cubeSide = 1 << cubeBits
	cubeSize = cubeSide * cubeSide * cubeSide
)

// cell sums up the colors in one cell of the color cube.
type cell struct {
	count int
	sum   [3]int // sum of its colors, 0 to 255 per channel
	at    [3]uint8
}

// box is a range of cells, from first to before last.
type box struct {
	first, last int
	axis        int     // axis of the next cut
	spread      float64 // variance of its colors along axis, weighted by their number
}

// quantize chooses the colors of a picture by median cut, and draws the picture with them. Between two colors it
// dithers with a fixed pattern: error diffusion would crawl from frame to frame.
func quantize(m *image.RGBA) *paletted {
	p := &paletted{}
	cube := make([]cell, cubeSize)
	size := m.Rect.Size()
	for y := range size.Y {
		row := m.Pix[y*m.Stride : y*m.Stride+4*size.X]
		for i := 0; i+3 < len(row); i += 4 {
			c := &cube[cellOf(int(row[i]), int(row[i+1]), int(row[i+2]))]
			c.count++
			c.sum[0] += int(row[i])
			c.sum[1] += int(row[i+1])
			c.sum[2] += int(row[i+2])
		}
	}
	var cells []cell
	for i := range cube {
		if c := cube[i]; c.count > 0 {
			c.at = [3]uint8{uint8(i >> (2 * cubeBits)), uint8(i >> cubeBits & (cubeSide - 1)),
				uint8(i & (cubeSide - 1))}
			cells = append(cells, c)
		}
	}
	boxes := cut(cells)
	// Each cell gets the nearest color, because its neighbors may be in another box.
	for i := range boxes {
		p.colors[i] = mean(cells[boxes[i].first:boxes[i].last])
	}
	nearest := make([]int16, cubeSize)
	for i := range nearest {
		nearest[i] = -1
	}
	p.pixels = make([]byte, size.X*size.Y)
	for y := range size.Y {
		row := m.Pix[y*m.Stride : y*m.Stride+4*size.X]
		for x := range size.X {
			d := dither[y&3][x&3]
			r, g, b := clampByte(int(row[4*x])+d), clampByte(int(row[4*x+1])+d), clampByte(int(row[4*x+2])+d)
			k := cellOf(r, g, b)
			if nearest[k] < 0 {
				nearest[k] = int16(nearestColor(p.colors[:len(boxes)], k))
			}
			p.pixels[y*size.X+x] = byte(nearest[k])
		}
	}
	return p
}

// dither is added to the channels of a pixel by its position: at most half a cell.
var dither = func() (d [4][4]int) {
	bayer := [4][4]int{{0, 8, 2, 10}, {12, 4, 14, 6}, {3, 11, 1, 9}, {15, 7, 13, 5}}
	for y := range d {
		for x := range d[y] {
			d[y][x] = (2*bayer[y][x] - 15) * (256 / cubeSide) / 32
		}
	}
	return d
}()

func clampByte(v int) int { return max(0, min(255, v)) }

// cellOf returns the cell of a color.
func cellOf(r, g, b int) int {
	const shift = 8 - cubeBits
	return r>>shift<<(2*cubeBits) | g>>shift<<cubeBits | b>>shift
}

// weights are the sensitivities of the eye to the channels.
var weights = [3]float64{0.30, 0.59, 0.11}

// cut cuts the cells into boxes, always the box whose colors differ most.
func cut(cells []cell) []box {
	if len(cells) == 0 {
		return nil
	}
	boxes := []box{measure(cells, 0, len(cells))}
	for len(boxes) < gifColors {
		widest := 0
		for i := range boxes {
			if boxes[i].spread > boxes[widest].spread {
				widest = i
			}
		}
		b := boxes[widest]
		if b.spread <= 0 {
			break
		}
		at := split(cells[b.first:b.last], b.axis) + b.first
		boxes[widest] = measure(cells, b.first, at)
		boxes = append(boxes, measure(cells, at, b.last))
	}
	return boxes
}

// measure returns a box with its widest axis.
func measure(cells []cell, first, last int) box {
	b := box{first: first, last: last}
	if last-first < 2 {
		return b
	}
	for axis := range 3 {
		n, sum, squares := 0., 0., 0.
		for i := first; i < last; i++ {
			c := &cells[i]
			v := float64(c.at[axis])
			n += float64(c.count)
			sum += v * float64(c.count)
			squares += v * v * float64(c.count)
		}
		// Weighting by the root of the count keeps a large wall from taking all colors.
		if s := weights[axis] * (squares/n - sum/n*sum/n) * math.Sqrt(n); s > b.spread {
			b.axis, b.spread = axis, s
		}
	}
	return b
}

// split sorts cells along an axis by counting, and returns the index at half of their pixels, never at an end.
func split(cells []cell, axis int) int {
	var from [cubeSide + 1]int
	total := 0
	for i := range cells {
		from[cells[i].at[axis]+1]++
		total += cells[i].count
	}
	for i := range cubeSide {
		from[i+1] += from[i]
	}
	sorted := make([]cell, len(cells))
	next := from
	for i := range cells {
		v := cells[i].at[axis]
		sorted[next[v]] = cells[i]
		next[v]++
	}
	copy(cells, sorted)
	// The cut is between two values of the axis.
	half, sum := total/2, 0
	lowest, highest := cells[0].at[axis], cells[len(cells)-1].at[axis]
	best := from[lowest+1]
	for v := lowest; v < highest; v++ {
		for i := from[v]; i < from[v+1]; i++ {
			sum += cells[i].count
		}
		if best = from[v+1]; sum >= half {
			break
		}
	}
	return best
}

// mean returns the mean color of cells.
func mean(cells []cell) (c [3]byte) {
	n, sum := 0, [3]int{}
	for i := range cells {
		n += cells[i].count
		for k := range sum {
			sum[k] += cells[i].sum[k]
		}
	}
	for k := range c {
		c[k] = byte((sum[k] + n/2) / max(1, n))
	}
	return c
}

// nearestColor returns the color nearest to the middle of a cell.
func nearestColor(colors [][3]byte, k int) (best int) {
	const width = 256 / cubeSide
	at := [3]int{k >> (2 * cubeBits), k >> cubeBits & (cubeSide - 1), k & (cubeSide - 1)}
	least := math.Inf(1)
	for i, c := range colors {
		far := 0.
		for a := range 3 {
			d := float64(at[a]*width+width/2) - float64(c[a])
			far += weights[a] * d * d
		}
		if far < least {
			least, best = far, i
		}
	}
	return best
}
