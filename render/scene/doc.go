// Package scene builds the picture of a moment: it walks the visible part of the
// level back to front, inserts doors, players, items and effects at their leaves,
// and writes triangles and lines in that order, which replaces a depth buffer.
//
// It needs no window: it fills buffers. Places are in Quake units, angles in
// degrees, the picture in pixels from its upper left corner. Once its memory has
// grown to what a level needs, building a picture does not allocate.
//
// No demo and no map make a picture take long: maxThings, maxWork, maxThingPoints and
// maxPieces bound what is in it, cutsPerFace and maxLeafDepth how a level is prepared.
// Entities at places that are no numbers are not drawn.
package scene
