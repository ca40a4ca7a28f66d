package formats

// Pieces makes a growing demo lie in pieces of so many bytes.
func (g *Growing) Pieces(bytes int) { g.piece = bytes }

// Most makes so many bytes the most of a growing demo.
func (g *Growing) Most(bytes int64) { g.most = bytes }
