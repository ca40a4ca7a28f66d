//go:build !js

package material

// maxTexels is the total number of texels of all textures.
const maxTexels = 1 << 23
