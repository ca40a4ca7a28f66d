package model

import (
	"errors"
	"fmt"
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Limits of a model: several times those of the games, which modern engines have raised.
const (
	// maxPoses is the maximum number of poses, including members of groups. Quake III has 1,024.
	maxPoses = 8192
	// maxVertices is the maximum number of vertices of all surfaces: as in Quake III, 4,096 in each of 32.
	maxVertices = 131_072
	// maxTriangles is the maximum number of triangles: 8,192 in each of 32.
	maxTriangles = 262_144
	// maxVertexPoses is the maximum number of vertices in all poses. LibreQuake's player has 114,543.
	maxVertexPoses = 1 << 24
	// maxSurfaces is the maximum number of surfaces. Quake III has 32.
	maxSurfaces = 256
	// maxSkins is the maximum number of skins of a surface, including members of groups. Quake II has 32, Quake III
	// 256.
	maxSkins = 256
	// maxSkinSide is the maximum width and height of a skin in pixels; the largest known has 1,024.
	maxSkinSide = 8192
	// maxTags is the maximum number of tags of a pose. Quake III has 16.
	maxTags = 64
	// maxCoord is the maximum coordinate in units, also before scaling; those of Quake III reach 512. Products of
	// allowed values stay finite in float32.
	maxCoord = 1 << 20
)

// Format is a file format of models, or [Drafted].
type Format string

// The formats.
const (
	MDL Format = "MDL" // Quake, QuakeWorld
	MD2 Format = "MD2" // Quake II
	MD3 Format = "MD3" // Quake III
	// SPR is the format of Quake's sprites: pictures, as skins, in which index 255 is transparent.
	SPR Format = "SPR"
	// SP2 is the format of Quake II's sprites: names of pictures, as skins.
	SP2 Format = "SP2"
	// Drafted is the format of models made by [New] in memory.
	Drafted Format = "drafted"
)

// Model is a model of any format. It must not be changed after [Load] or [New], so several goroutines can draw it.
type Model struct {
	Format Format
	// Flags are effects of the model; 0 unless it is an MDL.
	Flags Flags
	// RandomStart says that frames that are groups start at a different time for each entity (MDL).
	RandomStart bool

	Surfaces []Surface
	// Triangles are the triangles of all surfaces, in order.
	Triangles []Triangle
	// TexCoords are texture coordinates in a skin: 0, 0 is its upper left corner, 1, 1 its lower right one. Values
	// outside of that repeat it.
	TexCoords []mgl32.Vec2
	// NumVertices is the number of vertices of a pose, of all surfaces together.
	NumVertices int
	// Edges are the edges of all triangles, each once: see [Edge].
	Edges []Edge

	// Frames maps entities' frame numbers to poses.
	Frames []Frame
	Poses  []Pose
	// Tags are the names of the places to attach other models (MD3, drafts).
	Tags []string

	// Welded maps each vertex to the first one at the same position in all poses: they share a normal.
	Welded []uint32

	vertices []vertex // NumVertices for each pose
	tags     []Tag    // len(Tags) for each pose
}

// Flags are effects of an MDL: bits.
type Flags uint32

// The effects. If several trails are set, the first of Gib, ZombieGib, Tracer, Tracer2, Rocket, Grenade and Tracer3 is
// drawn.
const (
	Rocket    Flags = 1 << iota // fire trail and light
	Grenade                     // smoke trail
	Gib                         // blood
	Rotate                      // turns by 100 degrees a second instead of having a yaw
	Tracer                      // green trail
	ZombieGib                   // less blood
	Tracer2                     // orange trail
	Tracer3                     // purple trail
)

// Surface is a part of a model with its own skin.
type Surface struct {
	Name string // as in the file or draft; "" in MDL and MD2
	// FirstVertex and NumVertices are the range of the vertices of a pose.
	FirstVertex, NumVertices int
	// FirstTriangle and NumTriangles are the range of Triangles.
	FirstTriangle, NumTriangles int
	// Skins are the images for the surface. In Quake and Quake II the entity's skin number
	// selects one, and an invalid number the first. Quake III uses the first, unless a skin
	// file names another ([Skin.Shader]).
	Skins []Image
	// Texture is the whole image if the first of Skins only has its color, otherwise nil.
	Texture *Image
}

// Image is the image on a surface: the name of a picture or shader, or pixels.
type Image struct {
	// Name is a path from the game folder (MD2), or the name of a shader (MD3), which may have an extension,
	// backslashes and a drive. It is "" if there are pixels.
	Name string
	// Width and Height are in pixels; 0 without pixels.
	Width, Height int
	// Pixels are pictures, row by row from the top, in indices of gfx/palette.lmp: one, or as many as Ends has. 255 is
	// opaque. 224 to 255 are fullbright, 16 to 31 the shirt and 96 to 111 the trousers of a player.
	Pixels [][]byte
	// Ends are the end times of the pictures in seconds; the last is the length of the cycle. nil for a single picture.
	Ends []float32
}

// At returns the picture at a time in seconds, nil if the image only has a name.
func (i *Image) At(t float64) []byte {
	if len(i.Pixels) == 0 {
		return nil
	}
	return i.Pixels[member(i.Ends, t)]
}

// Triangle is three corners, clockwise as seen from outside.
type Triangle struct {
	V  [3]uint32 // vertices of a pose
	UV [3]uint32 // indices into [Model.TexCoords]
}

// Frame is the meaning of an entity's frame number: a pose, or a group of poses that runs by itself (MDL).
type Frame struct {
	First, Count int // range of [Model.Poses]; Count is at least 1
	// Ends are the end times of the poses in seconds; the last is the length of the cycle. nil for a frame with a
	// single pose.
	Ends []float32
}

// Pose is the positions of the vertices at a moment.
type Pose struct {
	Name string // at most 16 bytes; not reliable
	// Mins and Maxs are a box around the vertices; both 0 if there are none.
	Mins, Maxs mgl32.Vec3

	scale, origin mgl32.Vec3 // position of a vertex = scale * stored value + origin
}

// Memory returns the approximate memory of the model in bytes.
func (m *Model) Memory() int64 {
	const (
		vertexBytes, triangleBytes, texCoordBytes, edgeBytes = 8, 24, 8, 20
		weldedBytes                                          = 4
		tagBytes, poseBytes, frameBytes, nameBytes           = 48, 80, 40, 80 // with their names
	)
	n := vertexBytes*len(m.vertices) + triangleBytes*len(m.Triangles) + texCoordBytes*len(m.TexCoords) +
		edgeBytes*cap(m.Edges) + weldedBytes*len(m.Welded) +
		tagBytes*len(m.tags) + poseBytes*len(m.Poses) + frameBytes*len(m.Frames) + nameBytes*len(m.Tags)
	for i := range m.Surfaces {
		n += 2 * nameBytes
		for k := range m.Surfaces[i].Skins {
			s := &m.Surfaces[i].Skins[k]
			n += 2*nameBytes + len(s.Pixels)*(s.Width*s.Height+24)
		}
		if s := m.Surfaces[i].Texture; s != nil {
			n += s.Width * s.Height
		}
	}
	return int64(n)
}

// Pose returns the pose of an entity's frame at a time in seconds. A missing frame is 0, as in the games. The model
// must have frames, like all results of [Load] and [New].
func (m *Model) Pose(frame int, t float64) int {
	if frame < 0 || frame >= len(m.Frames) {
		frame = 0
	}
	f := &m.Frames[frame]
	return f.First + member(f.Ends, t)
}

// member returns the member of a group at a time.
func member(ends []float32, t float64) int {
	if len(ends) < 2 {
		return 0
	}
	cycle := float64(ends[len(ends)-1])
	t -= math.Floor(t/cycle) * cycle
	for i, end := range ends {
		if float64(end) > t {
			return i
		}
	}
	return len(ends) - 1
}

// FormatError is an error in a file, with its place.
type FormatError struct {
	Format string // "MDL", "MD2", "MD3", "skin", "animation.cfg"; "" if it is none of them
	What   string // part of the file: "skin 2", "header"
	Offset int64  // bytes from the start of the file
	Err    error
}

// Error returns the format, part and byte offset with the cause.
func (e *FormatError) Error() string {
	s := "model"
	if e.Format != "" {
		s = e.Format
	}
	if e.What != "" {
		s += ", " + e.What
	}
	return fmt.Sprintf("%s, byte %d: %v", s, e.Offset, e.Err)
}

// Unwrap returns the cause.
func (e *FormatError) Unwrap() error { return e.Err }

// formats are the beginnings of model files, and the functions that read them.
var formats = [...]struct {
	format  Format
	magic   string
	version int32
	read    func(*file) error
}{
	{MDL, "IDPO", 6, (*file).mdl},
	{MD2, "IDP2", 8, (*file).md2},
	{MD3, "IDP3", 15, (*file).md3},
	{SPR, "IDSP", 1, (*file).spr},
	{SP2, "IDS2", 2, (*file).sp2},
}

var errUnknown = errors.New("neither MDL, MD2, MD3, SPR nor SP2")

// Load reads a model, recognized by its first bytes. It ignores data after its end, and keeps no reference to data. The
// error is a *[FormatError].
func Load(data []byte) (*Model, error) {
	const start = 8
	for i := range formats {
		f := &formats[i]
		if len(data) < len(f.magic) || string(data[:len(f.magic)]) != f.magic {
			continue
		}
		l := file{format: f.format, data: data, m: &Model{Format: f.format}}
		if len(data) < start {
			return nil, l.errorf("header", len(data), "the file ends in it")
		}
		if v := i32(data[4:]); v != f.version {
			return nil, l.errorf("header", 4, "version %d; %d can be read", v, f.version)
		}
		if err := f.read(&l); err != nil {
			return nil, err
		}
		l.m.findEdges()
		return l.m, nil
	}
	return nil, &FormatError{Err: errUnknown}
}
