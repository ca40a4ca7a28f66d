// Package scene builds the picture of a moment: it walks the visible part of the
// level back to front, inserts doors, players, items and effects at their leaves,
// and writes triangles and lines in that order, which replaces a depth buffer.
//
// It needs no window: it fills buffers. Places are in Quake units, angles in
// degrees, the picture in pixels from its upper left corner. Once its memory has
// grown to what a level needs, building a picture does not allocate.
package scene
