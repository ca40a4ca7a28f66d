// Package assets finds things by their game path ("maps/dm3.bsp") and never
// knows what is in them.
//
// A [Search] is a search path like the engines': folders that the user named,
// folders beside the demo, folders that people have (Steam, GOG, Debian, the
// engines' own home folders), and last the sample that is built into the
// program. In each game folder loose files come before archives, and an archive
// that the engines load later before one that they load earlier: PK3s from the
// end of the alphabet, then PAKs without a number the same way, then numbered
// PAKs from the highest. Case never matters.
//
// Names come from demos, which are not trusted. Whatever could leave a game
// folder is a [NameError], and folders are read through [os.Root], which refuses
// symbolic links out of them.
package assets
