package scene

import (
	"fmt"

	"github.com/go-gl/mathgl/mgl32"

	models "demoscope/assets/model"
	"demoscope/bsp"
)

// BrushModel returns the model of a small map: Quake's boxes of ammunition and health are maps
// ("maps/b_shell0.bsp") whose whole world is what lies there. What the game does not draw is
// left out. An error is that of [bsp.Load] or of [models.New], or says that nothing is drawn.
func BrushModel(data []byte) (*models.Model, error) {
	m, err := bsp.Load(data)
	if err != nil {
		return nil, err
	}
	var d models.Draft
	var skins [][]models.Image
	var points []mgl32.Vec3
	// A surface for each texture, because a surface has a skin.
	for texture := int32(-1); texture < int32(len(m.Textures)); texture++ {
		surface := models.DraftSurface{}
		for i := range m.Faces {
			f := &m.Faces[i]
			if f.Texture == texture && f.Model == 0 && f.Kind.Drawn() {
				points = addBrushFace(&surface, points, m, f)
			}
		}
		if surface.Vertices > 0 {
			d.Surfaces = append(d.Surfaces, surface)
			skins = append(skins, brushSkin(m, texture))
		}
	}
	if len(d.Surfaces) == 0 {
		return nil, fmt.Errorf("%v: no face of the world is drawn", m.Version)
	}
	d.Poses = []models.DraftPose{{Points: points}}
	g, err := models.New(&d)
	if err != nil {
		return nil, err
	}
	for i := range g.Surfaces {
		g.Surfaces[i].Skins = skins[i]
	}
	return g, nil
}

// addBrushFace adds the triangles of a face to a surface, and returns points with its corners.
func addBrushFace(surface *models.DraftSurface, points []mgl32.Vec3, m *bsp.Map, f *bsp.Face) []mgl32.Vec3 {
	first, corners := surface.Vertices, m.FaceVertices[f.FirstVertex:f.FirstVertex+f.NumVertices]
	for _, v := range corners {
		points = append(points, m.Vertices[v])
	}
	surface.Vertices += len(corners)
	if f.Triangles {
		for k := 0; k+2 < len(corners); k += 3 {
			surface.Triangles = append(surface.Triangles, [3]int{first + k, first + k + 1, first + k + 2})
		}
		return points
	}
	for k := 2; k < len(corners); k++ {
		surface.Triangles = append(surface.Triangles, [3]int{first, first + k - 1, first + k})
	}
	return points
}

const unpainted = 255 // of the palette

// brushSkin returns the skin of a textured face: one pixel, or none if the texels are unknown. Quake's palette has rows
// of one color from dark to light. The pixel is the middle of the row that the texture uses most; the color of
// unpainted texels does not count.
func brushSkin(m *bsp.Map, texture int32) []models.Image {
	if texture < 0 || len(m.Textures[texture].Texels) == 0 {
		return nil
	}
	var count [256]int
	var rows [256 / rowLength]int
	for _, t := range m.Textures[texture].Texels {
		if t == unpainted {
			continue
		}
		count[t]++
		rows[t/rowLength]++
	}
	most := 0
	for row, n := range rows {
		if n > rows[most] {
			most = row
		}
	}
	index, seen := most*rowLength, count[most*rowLength]
	for 2*seen < rows[most] {
		index++
		seen += count[index]
	}
	return []models.Image{{Width: 1, Height: 1, Pixels: [][]byte{{uint8(index)}}}}
}
