// Package scene makes the picture of a moment: it walks the level back to
// front through what can be seen, puts doors, players, items and effects in
// at their leaves, and writes triangles and lines in that order. The order
// stands in for a depth buffer.
//
// It knows no window: it fills buffers. Places are in Quake units, angles in
// degrees, the picture in pixels from its upper left corner. Once its memory
// has grown to what a level needs, building a picture does not allocate.
package scene
