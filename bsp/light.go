package bsp

// Lighting holds the lightmaps of all faces.
type Lighting struct {
	// Samples are luxels of Channels bytes each: 1 (grey, Quake) or 3 (red,
	// green, blue).
	Samples  []byte
	Channels int
	// Corners gives for each entry of FaceVertices where it lies in the
	// lightmap of its face, in luxels (0.5 is the middle of the first).
	Corners [][2]float32
	// Colors gives for each entry of FaceVertices the colour of the vertex
	// (red, green, blue, alpha); nil but in Quake III.
	Colors [][4]uint8
}

// NoStyle marks the end of the lightstyles of a face.
const NoStyle = 255

// FaceLight is the lightmap of a face: one rectangle of luxels for each
// lightstyle up to the first NoStyle, one after the other.
type FaceLight struct {
	// Offset is the index in Lighting.Samples, -1 if the face has no lightmap.
	Offset        int32
	Styles        [4]uint8
	Width, Height uint16 // luxels
}
