package draw

// Brighten multiplies the light of all colors in the buffer by a factor. Values above shoulder are compressed instead
// of clipped, so that bright colors keep their hue and never become white.
func (b *Buffer) Brighten(factor float32) {
	for k, c := range b.Fog.Color {
		b.Fog.Color[k] = min(1, c*factor)
	}
	for i := range b.Vertices {
		v := &b.Vertices[i]
		if v.Custom[3] != 0 { // the color is a factor of light, which is bounded later
			v.R, v.G, v.B = v.R*factor, v.G*factor, v.B*factor
			continue
		}
		top := max(v.R, v.G, v.B)
		if v.A <= 0 || top <= 0 {
			continue
		}
		f := factor
		if f > 1 {
			f = max(1, v.A*Shoulder(factor*top/v.A)/top)
		}
		v.R, v.G, v.B = v.R*f, v.G*f, v.B*f
	}
}

// shoulder is the brightness above which [Shoulder] compresses.
const shoulder = 0.6

// Shoulder returns a brightness unchanged up to 0.6, and compressed to below 1 above that.
func Shoulder(x float32) float32 {
	if x <= shoulder {
		return x
	}
	const room = 1 - shoulder
	over := x - shoulder
	return shoulder + room*over/(over+room)
}
