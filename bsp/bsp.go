// Package bsp reads the maps of every Quake into one [Map]:
//
//	29          Quake
//	2PSB, BSP2  Quake, with wider numbers (modern compilers)
//	38          Quake II
//	QBSP        Quake II, with wider numbers (qbism, ericw-tools)
//	46          Quake III, OpenArena
//	47          Quake Live
//
// A Map has what drawing and line-of-sight tests need: vertices, wireframe edges, faces,
// the BSP tree with its leaves, visibility, inline models, entities and light.
// [Load] checks all of it, so code that uses a Map needs no checks: every index is
// inside its slice, the node trees have no cycles, and every number is finite.
//
// No file makes Load panic or loop. Limits apply to everything that a small file could
// make large: visibility (maxVisibility, smallRows), corners (maxSharedCorners, maxPatchCorners),
// the text (maxEntities, maxPairs), and the time to look for seams (seamWork).
//
// Lengths are in Quake units, z points up. Colors are 8 bit.
//
// # QBSP
//
// QBSP is Quake II's format without its limits of 65,536 faces, edges and the
// like. The file begins with "QBSP" and the number 38; its directory and the
// lumps that are not named here are those of version 38. Numbers are
// little-endian; i is one of 32 bits, f a float. The records, with their size
// in bytes and that of version 38:
//
//	nodes         44 (28)  plane i, children 2i, box 6f, first face i, faces i
//	faces         28 (20)  plane i, side i, first surface edge i, surface edges i,
//	                       texinfo i, four lightstyles of a byte, offset of the light i
//	leaves        52 (28)  contents i, cluster i, area i, box 6f, first leaf face i,
//	                       leaf faces i, first leaf brush i, leaf brushes i
//	leaf faces     4 (2)   face i
//	leaf brushes   4 (2)   brush i
//	edges          8 (4)   vertices 2i
//	brush sides    8 (4)   plane i, texinfo i
package bsp

import (
	"math"

	"github.com/go-gl/mathgl/mgl32"
)

// Map is a whole level. It is read-only after [Load], [Map.AttachLit] and
// [Map.AttachWal], and may be shared between goroutines.
type Map struct {
	// Version is the file format.
	Version Version

	// Vertices are the corners of faces, in units. In Quake III those at the
	// same place are merged into one.
	Vertices []mgl32.Vec3
	// Edges is the wireframe: every edge once per inline model, except degenerate
	// ones and those between coplanar faces of one kind.
	Edges []Edge
	Faces []Face
	// FaceVertices holds the corners of faces as indices into Vertices. Each [Face] has a range of it.
	FaceVertices []uint32
	// TexCoords holds the texture coordinates of each entry of FaceVertices, in widths and heights of the texture. It
	// is only set in Quake III, whose textures have no axes.
	TexCoords []mgl32.Vec2
	// FaceEdges holds the drawn edges of faces as indices into Edges.
	FaceEdges []uint32

	Planes    []Plane
	Nodes     []Node // of all models
	Leaves    []Leaf
	LeafFaces []uint32 // indices into Faces
	// TreeDepth is the number of nodes on the longest path from a head node to a leaf: a stack of that depth is enough
	// to walk any tree.
	TreeDepth int

	// Models holds the inline models; 0 is the world.
	Models   []Model
	Textures []Texture
	// Frames are the frames of Quake's texture animations after the first. They have no axes.
	Frames   []Texture
	Entities []Entity

	Fogs []Fog // Quake III's

	// Areas and AreaPortals are Quake II's; empty in other maps.
	Areas       []Area
	AreaPortals []AreaPortal

	Visibility Visibility
	Lighting   Lighting
	Checksums  Checksums
}

// Kind says what a face or edge represents. Lower kinds take precedence: an edge
// between faces of different kinds has the lowest of them.
type Kind uint8

// Kinds of faces and edges. The game does not draw KindTrigger and later kinds.
const (
	KindSolid    Kind = iota
	KindWindow        // translucent
	KindWater         // Quake's liquids often have a second face for the other side
	KindSlime         //
	KindLava          //
	KindTeleport      // the animated surface of Quake's teleporters
	KindSky           //
	KindPresumed      // solid, in a map made by [Build], and not certain to exist
	KindTrigger       //
	KindClip          //
	KindNoDraw        // hint, skip, caulk, areaportal and the like
)

var kindNames = [...]string{"solid", "window", "water", "slime", "lava", "teleport", "sky", "presumed", "trigger",
	"clip", "nodraw"}

// String returns the name of the kind in lower case.
func (k Kind) String() string {
	if int(k) < len(kindNames) {
		return kindNames[k]
	}
	return "unknown"
}

// Drawn reports whether the game draws faces of the kind.
func (k Kind) Drawn() bool { return k < KindTrigger }

// Edge is a line of the wireframe.
type Edge struct {
	V    [2]uint32 // indices into Vertices
	Kind Kind      // lowest kind of the faces that meet here
}

// Face is a piece of surface: a convex polygon, or a list of triangles for
// Quake III's curved patches and meshes. Its corners run clockwise as seen from
// the front.
type Face struct {
	// Plane is the index of the face's plane, -1 for patches and meshes, which
	// have none.
	Plane int32
	// Back says that the face's front is on the back side of its plane.
	Back bool
	// Triangles says that the corners are a list of triangles, three corners
	// each, instead of one closed loop.
	Triangles bool
	Kind      Kind

	FirstVertex, NumVertices uint32 // range of FaceVertices
	FirstEdge, NumEdges      uint32 // range of FaceEdges

	Texture int32 // index into Textures, -1 for none
	Model   int32 // index into Models, -1 if no model has the face
	Fog     int32 // 1 + index into Fogs, 0 for none

	Light      FaceLight
	Mins, Maxs mgl32.Vec3 // box around the corners
}

// Fog is a volume of fog in Quake III. Shader says what it looks like. The fog is behind its surface; a Normal of 0
// stands for a fog without one, which is everywhere.
type Fog struct {
	Shader  string
	Surface Plane
}

// Plane is the set of points p with Normal·p = Dist.
type Plane struct {
	Normal mgl32.Vec3 // of length 1, up to the compiler's errors
	Dist   float32    // units, along Normal
	Type   PlaneType
}

// PlaneType says whether the normal is the positive x, y or z axis, so that computing a distance needs no dot product.
type PlaneType uint8

// Types of planes.
const (
	PlaneX PlaneType = iota
	PlaneY
	PlaneZ
	PlaneOblique
)

// distance returns the distance of v in front of the plane in units, negative behind it.
func (p *Plane) distance(v mgl32.Vec3) float32 {
	if p.Type < PlaneOblique {
		return v[p.Type] - p.Dist
	}
	return p.Normal[0]*v[0] + p.Normal[1]*v[1] + p.Normal[2]*v[2] - p.Dist
}

// NoTree is the HeadNode of a [Model] without its own tree (Quake III's inline models).
const NoTree = math.MinInt32

// Node splits space by a plane. Children[0] is in front of it, Children[1] behind; each is an index into [Map.Nodes],
// or if negative the leaf ^child of [Map.Leaves].
type Node struct {
	Plane      uint32 // index into [Map.Planes]
	Children   [2]int32
	Parent     int32 // -1 at a head node
	Mins, Maxs mgl32.Vec3
	// FirstFace and NumFaces are the range of Faces on the node's plane, facing either way; empty in Quake III, where
	// only leaves list faces.
	FirstFace, NumFaces uint32
}

// Leaf is a convex piece of space.
type Leaf struct {
	Contents Contents
	// Cluster is the number of the leaf in [Visibility], -1 if it has none
	// (solid, or outside of the level).
	Cluster int32
	Area    int32 // area of Quake II and III; -1 or 0 for none
	// Parent is the index of the node above, -1 if there is none or more than one (the solid leaf 0 of Quake and Quake
	// II is shared).
	Parent              int32
	Mins, Maxs          mgl32.Vec3
	FirstFace, NumFaces uint32 // range of LeafFaces
	// Ambient is the volume of Quake's water, sky, slime and lava sounds, 255 is full.
	Ambient [4]uint8
}

// Contents are flags of the substances in a leaf; 0 is empty. Quake III's leaves do not
// store them: Load sets ContentsSolid if the cluster is -1.
type Contents uint16

// Bits of Contents, common to all games.
const (
	ContentsSolid Contents = 1 << iota
	ContentsWindow
	ContentsWater
	ContentsSlime
	ContentsLava
	ContentsSky
	ContentsMist
	ContentsAreaPortal
	ContentsClip
	ContentsLadder
)

// Model is an inline model: the world (0) or a brush model such as a door.
type Model struct {
	Mins, Maxs mgl32.Vec3
	Origin     mgl32.Vec3 // point about which the model rotates; usually 0
	// HeadNode is the root of the model's tree (negative: the leaf ^HeadNode),
	// or NoTree.
	HeadNode            int32
	FirstFace, NumFaces uint32 // range of Faces
	FirstEdge, NumEdges uint32 // range of Edges
}

// Texture is a texture with its mapping onto faces (a texinfo), or in Quake III
// a shader.
type Texture struct {
	Name string
	Kind Kind
	// Flags and Contents are as in the file: texinfo flags in Quake; surface flags in Quake II; surface flags and
	// contents in Quake III.
	Flags, Contents uint32
	// Width and Height are in texels, 0 if unknown: in Quake II until [Map.AttachWal], in Quake III always.
	Width, Height uint32
	// Next is 1 plus the number of the texture with the next frame of an animation in Quake II, and 0 for none. It
	// may be out of range.
	Next uint32
	// Axes give texel coordinates s and t of a point p:
	// Axes[i].xyz·p + Axes[i].w. All zero in Quake III.
	Axes [2]mgl32.Vec4
	// Texels are palette indices sampled from the texture, for its mean color: at most maxTexels. Texinfos with the
	// same texture share them. They are nil if unknown: in Quake II until [Map.AttachWal], in Quake III always, and if
	// a map only names its textures.
	Texels []uint8
	// Pixels are all palette indices of the texture, Width times Height, row by row from the top. They are shared and
	// nil like Texels, and nil for very large textures.
	Pixels []uint8
	// Color is the mean color as 0xffrrggbb, 0 unless [Map.AttachColor] has set it.
	Color uint32
}

// Area is an area of Quake II: a part of the level closed by areaportals.
type Area struct {
	FirstPortal, NumPortals uint32 // range of AreaPortals
}

// AreaPortal is one side of an areaportal of Quake II.
type AreaPortal struct {
	Portal int32 // number in the portal's entity
	Other  int32 // area on the other side
}

// Checksums are the numbers by which a demo identifies the build of its map.
type Checksums struct {
	// QuakeWorld and QuakeWorld2 are QuakeWorld's checksum and checksum2: MD4 over the lumps of a Quake map, the second
	// without the lumps that a patch for visibility through water changes. 0 in other games.
	QuakeWorld, QuakeWorld2 int32
	// File is the MD4 of the whole file, which Quake II sends as a config string. 0 in other games.
	File int32
}
