// Package torture keeps the promise that no file breaks the program. It changes demos,
// maps, models, archives, texts and bookmarks in ways that accidents and attackers do, and gives
// them to everything that can be driven without a window.
//
// A run is one changed file, the input, given to one drive: see [Drives]. Everything
// about a run follows from a seed and its number, so each can be repeated. Runs are made
// in processes of their own ([Work]), because a panic of any goroutine, an endless loop
// and an endless allocation end a process; [Campaign] starts them, watches them, counts
// what became of the runs, and writes a reproducer for each kind of [Find].
//
// The command is internal/torture/cmd/torture. [Soak] is its other half: hours of random
// watching of files that nobody has changed.
package torture
