// Package assets finds files by their game path ("maps/dm3.bsp"). It does not interpret them, except for palettes and
// models ([Search.Model], [Models]).
//
// A [Search] is a search path like the engines': folders from the user, folders around the demo, installed games
// (Steam, GOG, Debian, the engines' home folders), and last the sample that is built into the program. In each game
// folder loose files come before archives, and archives that the engines load later come before earlier ones: PK3s in
// reverse alphabetical order, then PAKs without a number in the same order, then numbered PAKs from the highest number.
// Case never matters.
//
// Names come from demos, which are not trusted. A name that could lead out of a game folder is a [NameError], and
// folders are read through [os.Root], which refuses symbolic links out of them.
//
// Archives are not trusted either. The package bounds the size of a file (maxFile), the size of an unpacked one
// (minUnpackLimit), the numbers of files and archives (maxArchiveFiles, maxIndexed, maxArchives, maxListing), and
// models (maxModel, maxModelsKept, maxModelsLoading). It writes nothing.
package assets
