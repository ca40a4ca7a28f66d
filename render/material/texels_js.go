package material

// maxTexels is the total number of texels of all textures. A tab has less memory than a window.
const maxTexels = 1 << 21
