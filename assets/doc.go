// Package assets finds files by their game path ("maps/dm3.bsp"). It does not
// interpret them, except for palettes and models ([Search.Model], [Models]).
//
// A [Search] is a search path like the engines': folders that the user named,
// folders around the demo, installed games (Steam, GOG, Debian, the engines'
// home folders), and last the sample that is built into the program. In each
// game folder loose files come before archives, and an archive that the engines
// load later comes before one that they load earlier: PK3s from the end of the
// alphabet, then PAKs without a number in the same order, then numbered PAKs
// from the highest number. Case never matters.
//
// Names come from demos, which are not trusted. Whatever could leave a game
// folder is a [NameError], and folders are read through [os.Root], which refuses
// symbolic links out of them.
//
// Archives are not trusted either: the size of a file (maxFile), how much a packed one may
// become (plentyUnpacked), and the numbers of files and archives (maxArchiveFiles,
// maxIndexed, maxArchives, maxListing) are bounded, and so are models (maxModel,
// maxModelsKept, maxModelsLoading). Nothing is written.
package assets
