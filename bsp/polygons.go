package bsp

import (
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// polygons reads the faces of Quake and Quake II: loops of surface edges, each an edge in forward or backward
// direction.
func (l *loader) polygons() error {
	m := l.m
	ends, err := l.edgeEnds()
	if err != nil {
		return err
	}
	loop, err := l.surfaceEdges(ends)
	if err != nil {
		return err
	}
	m.FaceVertices = make([]uint32, 0, len(loop))
	m.Lighting.Corners = make([]mgl32.Vec2, 0, len(loop))
	m.Faces, err = records(l.lumps[lumpFaces], "face", 12+4*l.index, func(r *record, f *Face) error {
		plane, side := r.index(l.index), r.index(l.index)
		first, count, texture := r.u32(), r.index(l.index), r.index(l.index)
		styles, light := r.bytes4(), r.i32()
		if err := checkIndex("plane", plane, len(m.Planes)); err != nil {
			return err
		}
		if err := checkIndex("texture", texture, len(m.Textures)); err != nil {
			return err
		}
		if err := checkRange("edges", first, count, len(loop)); err != nil {
			return err
		}
		if count < 3 {
			return fmt.Errorf("only %d edges", count)
		}
		if len(m.FaceVertices)+int(count) > len(loop) {
			// A surface edge belongs to one face, so this also bounds memory.
			return fmt.Errorf("faces have more edges together than the %d there are", len(loop))
		}
		f.Plane, f.Back = int32(plane), side != 0
		f.Texture, f.Kind = int32(texture), m.Textures[texture].Kind
		f.FirstVertex, f.NumVertices = uint32(len(m.FaceVertices)), count
		at := loop[first+count-1].stop
		for k := first; k < first+count; k++ {
			if loop[k].start != at {
				return fmt.Errorf("not a closed loop at surface edge %d", k)
			}
			at = loop[k].stop
			m.FaceVertices = append(m.FaceVertices, loop[k].start)
		}
		m.lightPolygon(f, light, styles)
		return nil
	})
	return err
}

// edgeEnds reads edges as pairs of vertices.
func (l *loader) edgeEnds() ([][2]uint32, error) {
	return records(l.lumps[lumpEdges], "edge", 2*l.index, func(r *record, ends *[2]uint32) error {
		*ends = [2]uint32{r.index(l.index), r.index(l.index)}
		return checkIndex("vertex", max(ends[0], ends[1]), len(l.m.Vertices))
	})
}

// surfaceEdge is an edge in the direction of a face's loop: the vertices where it starts and stops.
type surfaceEdge struct{ start, stop uint32 }

// surfaceEdges reads the loops of all faces, one after the other. A negative number is an edge in backward direction.
func (l *loader) surfaceEdges(ends [][2]uint32) ([]surfaceEdge, error) {
	return records(l.lumps[lumpSurfaceEdges], "surface edge", 4, func(r *record, e *surfaceEdge) error {
		i := int64(r.i32())
		backwards := i < 0
		if backwards {
			i = -i
		}
		if i >= int64(len(ends)) {
			return fmt.Errorf("edge %d, but only %d exist", i, len(ends))
		}
		*e = surfaceEdge{ends[i][0], ends[i][1]}
		if backwards {
			e.start, e.stop = e.stop, e.start
		}
		return nil
	})
}

// luxelSize is the width of a luxel in texels.
const luxelSize = 16

// maxLuxels is the maximum width and height of a lightmap. The original engines stop at 18 luxels, modern ones at some
// hundreds. Larger values come from broken texture axes; those faces have no light.
const maxLuxels = 4096

// lightPolygon sets the lightmap of a face of Quake or Quake II and the lightmap coordinates of its corners: texture
// coordinates whose range is widened to whole luxels. A face whose light would exceed the lump has none.
func (m *Map) lightPolygon(f *Face, offset int32, styles [4]uint8) {
	f.Light = FaceLight{Offset: -1, Styles: styles}
	base := len(m.Lighting.Corners)
	corners := m.FaceVertices[f.FirstVertex : f.FirstVertex+f.NumVertices]
	m.Lighting.Corners = m.Lighting.Corners[:base+len(corners)]
	st := m.Lighting.Corners[base:]
	axes := &m.Textures[f.Texture].Axes
	var low, size [2]float64
	for i := range low {
		lo, hi := math.Inf(1), math.Inf(-1)
		for k, c := range corners {
			v := &m.Vertices[c]
			a := &axes[i]
			t := float64(v[0])*float64(a[0]) + float64(v[1])*float64(a[1]) + float64(v[2])*float64(a[2]) + float64(a[3])
			lo, hi = min(lo, t), max(hi, t)
			st[k][i] = float32(t / luxelSize)
		}
		low[i] = math.Floor(lo / luxelSize)
		size[i] = math.Ceil(hi/luxelSize) - low[i] + 1
	}
	if offset < 0 || size[0] > maxLuxels || size[1] > maxLuxels {
		return
	}
	need := int64(size[0]) * int64(size[1]) * int64(max(f.Light.Layers(), 1)) * int64(m.Lighting.Channels)
	if int64(offset)+need > int64(len(m.Lighting.Samples)) {
		return
	}
	f.Light.Offset, f.Light.Width, f.Light.Height = offset, uint16(size[0]), uint16(size[1])
	for k := range st {
		for i := range low {
			st[k][i] += float32(0.5 - low[i])
		}
	}
}

// textureAxes reads the two axes of a texinfo. In some maps a scale of zero made them infinite or NaN; it returns those
// as zero.
func textureAxes(r *record) [2]mgl32.Vec4 {
	var axes [2]mgl32.Vec4
	broken := false
	for i := range axes {
		for k := range axes[i] {
			f := r.f32()
			axes[i][k] = f
			broken = broken || !(f > -maxCoord*maxCoord && f < maxCoord*maxCoord)
		}
	}
	if broken {
		return [2]mgl32.Vec4{}
	}
	return axes
}

// finishFaces sets the model and box of every face. Models must not share faces,
// which also bounds the work of walking the faces of all models.
func (l *loader) finishFaces() error {
	m, models := l.m, l.lumps[lumpModels]
	for i := range m.Faces {
		f := &m.Faces[i]
		f.Model = -1
		f.Mins, f.Maxs = faceBounds(m.Vertices, m.FaceVertices[f.FirstVertex:f.FirstVertex+f.NumVertices])
	}
	for i := range m.Models {
		md := &m.Models[i]
		if err := checkRange("faces", md.FirstFace, md.NumFaces, len(m.Faces)); err != nil {
			return models.errorf(i*l.modelSize, "model %d: %w", i, err)
		}
		faces := m.Faces[md.FirstFace : md.FirstFace+md.NumFaces]
		for k := range faces {
			if faces[k].Model >= 0 {
				return models.errorf(i*l.modelSize, "model %d: face %d belongs to model %d", i, int(md.FirstFace)+k,
					faces[k].Model)
			}
			faces[k].Model = int32(i)
		}
	}
	return nil
}
