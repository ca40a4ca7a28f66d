// Package assets finds things by their game path ("maps/dm3.bsp") and never
// knows what is in them.
//
// A [Search] is a search path like the engines': folders that the user named,
// folders beside the demo, folders that people have (Steam, GOG, Debian, the
// engines' own home folders), and last the sample that is built into the
// program. In each game folder loose files come before archives, archives in
// the order of the engines (numbered PAKs, other PAKs, PK3s by name; the later
// one wins). Case never matters.
//
// Names come from demos, which are not trusted: cleanName refuses whatever
// could leave a game folder, and folders are read through [os.Root], which
// refuses symbolic links out of them.
package assets
