package formats

// Pieces makes a growing demo lie in pieces of so many bytes.
func (g *Growing) Pieces(bytes int) { g.piece = bytes }
