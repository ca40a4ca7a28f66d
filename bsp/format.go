package bsp

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"demoscope/internal/md4"
)

// Version is a file format of maps. [Version.Game] returns its game.
type Version string

// The file formats, by the numbers or magics at their beginning.
const (
	VersionQuake     Version = "29"
	VersionBSP2      Version = "BSP2" // Quake, 32-bit indices, float bounds
	Version2PSB      Version = "2PSB" // Quake, 32-bit indices
	VersionQuake2    Version = "38"
	VersionQBSP      Version = "QBSP" // Quake II, 32-bit indices, float bounds
	VersionQuake3    Version = "46"
	VersionQuakeLive Version = "47"
)

// Game is the game whose engine a map was compiled for. The formats of one game
// differ only in the widths of their numbers.
type Game uint8

// The games. QuakeWorld plays Quake's maps, OpenArena and Quake Live those of
// Quake III.
const (
	Quake Game = iota
	Quake2
	Quake3
)

// format has the differences between the file formats of a game.
type format struct {
	version Version
	game    Game
	// magic is the beginning of the file. The directory of lumps follows it: an offset and a length of 32 bits for
	// each.
	magic string
	// index is the size in bytes of an index (of a plane, edge, vertex, face, cluster or area) and of the counts next
	// to it; child is the size of a node's children.
	index, child int
	bounds       boundsType // of the boxes of nodes and leaves
}

// formats are all supported formats. Adding one takes a Version and a line here.
var formats = [...]format{
	{VersionQuake, Quake, "\x1d\x00\x00\x00", 2, 2, bounds16},
	{Version2PSB, Quake, "2PSB", 4, 4, bounds16},
	{VersionBSP2, Quake, "BSP2", 4, 4, boundsFloat},
	{VersionQuake2, Quake2, "IBSP\x26\x00\x00\x00", 2, 4, bounds16},
	{VersionQBSP, Quake2, "QBSP\x26\x00\x00\x00", 4, 4, boundsFloat},
	{VersionQuake3, Quake3, "IBSP\x2e\x00\x00\x00", 4, 4, bounds32},
	{VersionQuakeLive, Quake3, "IBSP\x2f\x00\x00\x00", 4, 4, bounds32},
}

// Game returns the game that the format belongs to; [Quake] for an unknown
// version.
func (v Version) Game() Game {
	for i := range formats {
		if formats[i].version == v {
			return formats[i].game
		}
	}
	return Quake
}

// gameFormat has the properties that all formats of a game share.
type gameFormat struct {
	// directory names the lumps in file order.
	directory []string
	modelSize int // bytes of an inline model
	// leafSize is the size in bytes of a leaf's fields that have the same width in all formats: all but its cluster,
	// area, box and ranges.
	leafSize      int
	lightChannels int // bytes of a luxel
	// nodesListFaces says that nodes list the faces on their planes.
	nodesListFaces bool
	// inlineTrees says that every inline model has a tree, instead of only the world.
	inlineTrees bool
	// read are the steps that fill in the map, in the order of their dependencies.
	read []func(*loader) error
	// checksums computes the numbers by which demos identify the map; nil if there are none.
	checksums func(*loader) Checksums
}

var gameFormats = [...]gameFormat{
	Quake: {
		directory: []string{lumpEntities, lumpPlanes, lumpTextures, lumpVertices, lumpVisibility, lumpNodes,
			lumpTexInfo,
			lumpFaces, lumpLighting, lumpClipNodes, lumpLeaves, lumpLeafFaces, lumpEdges, lumpSurfaceEdges, lumpModels},
		modelSize: 64, leafSize: 12, lightChannels: 1, nodesListFaces: true, inlineTrees: true,
		read: []func(*loader) error{
			(*loader).planes, (*loader).vertices, (*loader).quakeTextures, (*loader).polygons, (*loader).leafFaces,
			(*loader).models, (*loader).quakeLeaves, (*loader).quakeVisibility, (*loader).nodes, (*loader).finish,
		},
		checksums: (*loader).quakeChecksums,
	},
	Quake2: {
		directory: []string{lumpEntities, lumpPlanes, lumpVertices, lumpVisibility, lumpNodes, lumpTexInfo, lumpFaces,
			lumpLighting, lumpLeaves, lumpLeafFaces, lumpLeafBrushes, lumpEdges, lumpSurfaceEdges, lumpModels,
			lumpBrushes,
			lumpBrushSides, lumpPop, lumpAreas, lumpAreaPortals},
		modelSize: 48, leafSize: 4, lightChannels: 3, nodesListFaces: true, inlineTrees: true,
		read: []func(*loader) error{
			(*loader).planes, (*loader).vertices, (*loader).quake2Textures, (*loader).polygons, (*loader).leafFaces,
			(*loader).models, (*loader).quake2Visibility, (*loader).areas, (*loader).leaves, (*loader).nodes,
			(*loader).finish,
		},
		checksums: (*loader).fileChecksum,
	},
	Quake3: {
		directory: []string{lumpEntities, lumpTextures, lumpPlanes, lumpNodes, lumpLeaves, lumpLeafFaces,
			lumpLeafBrushes,
			lumpModels, lumpBrushes, lumpBrushSides, lumpVertices, lumpIndices, lumpFogs, lumpFaces, lumpLighting,
			lumpLightGrid, lumpVisibility},
		modelSize: 40, leafSize: 0, lightChannels: 3,
		read: []func(*loader) error{
			// Nodes first, because surfaces add planes.
			(*loader).planes, (*loader).nodes, (*loader).quake3Textures, (*loader).surfaces, (*loader).leafFaces,
			(*loader).quake3Visibility, (*loader).leaves, (*loader).models, (*loader).finish,
		},
	},
}

// loader reads a file into a map.
type loader struct {
	*format
	*gameFormat
	data  []byte
	lumps map[string]*lump
	m     *Map

	hints      []edgeHint // for each corner (Quake III only)
	visLeaves  int        // number of leaves with visibility (Quake only)
	visOffsets []int32    // offset of each cluster's visibility (Quake only)
}

var (
	errUnknown   = errors.New("not a map of Quake, Quake II or Quake III")
	errTruncated = errors.New("file ends inside the header")
)

// recognize returns the format whose magic is at the beginning of data.
func recognize(data []byte) (*format, error) {
	const word = 4
	var others []string // version numbers after the same first word
	for i := range formats {
		f := &formats[i]
		if bytes.HasPrefix(data, []byte(f.magic)) {
			return f, nil
		}
		if len(f.magic) > word && len(data) >= 2*word && string(data[:word]) == f.magic[:word] {
			r := record{b: []byte(f.magic), at: word}
			others = append(others, fmt.Sprint(r.u32()))
		}
	}
	if others == nil {
		return nil, &FormatError{Err: errUnknown}
	}
	r := record{b: data, at: word}
	return nil, &FormatError{Offset: word, Err: fmt.Errorf("%s of version %d; %s can be read", data[:word], r.u32(),
		strings.Join(others, ", "))}
}

// Load reads a map of any version, recognized by its first bytes. It ignores data after the lumps (an appended
// archive), and keeps no reference to data. The error is a *[FormatError].
//
// It checks counts and offsets against the existing bytes before it allocates anything.
func Load(data []byte) (*Map, error) {
	f, err := recognize(data)
	if err != nil {
		return nil, err
	}
	l := loader{format: f, gameFormat: &gameFormats[f.game], data: data}
	if l.lumps, err = readDirectory(f.version, data, len(f.magic), l.directory); err != nil {
		return nil, err
	}
	l.m = &Map{Version: f.version}
	l.m.Lighting.Channels = l.lightChannels
	l.m.Lighting.Samples = slices.Clone(l.lumps[lumpLighting].data)
	for _, step := range l.read {
		if err := step(&l); err != nil {
			return nil, err
		}
	}
	if l.checksums != nil {
		l.m.Checksums = l.checksums(&l)
	}
	return l.m, nil
}

// finish completes the map after all records are read: it links the trees, gives the faces their models and bounds,
// reads the entities and builds the wireframe.
func (l *loader) finish() (err error) {
	m := l.m
	if !l.inlineTrees {
		m.Models[0].HeadNode = 0
		if len(m.Nodes) == 0 {
			m.Models[0].HeadNode = ^0 // the only leaf
		}
	}
	if err = m.linkTrees(l.inlineTrees); err != nil {
		return l.lumps[lumpNodes].errorf(0, "%w", err)
	}
	if err = l.finishFaces(); err != nil {
		return err
	}
	if m.Entities, err = readEntities(l.lumps[lumpEntities]); err != nil {
		return err
	}
	m.buildEdges(l.hints)
	return nil
}

// quakeChecksums returns QuakeWorld's checksums: the folded MD4 of each lump except for the entities, combined by
// exclusive or. The second leaves out the lumps that a patch for visibility through water changes.
func (l *loader) quakeChecksums() Checksums {
	var c Checksums
	for name, lump := range l.lumps {
		if name == lumpEntities {
			continue
		}
		sum := md4.Folded(lump.data)
		c.QuakeWorld ^= sum
		if name != lumpVisibility && name != lumpNodes && name != lumpLeaves {
			c.QuakeWorld2 ^= sum
		}
	}
	return c
}

// fileChecksum returns the sum of the whole file, which Quake II's servers send.
func (l *loader) fileChecksum() Checksums { return Checksums{File: md4.Folded(l.data)} }
