package library

// Listed is a row in the shape that other programs read.
type Listed struct {
	File   string   `json:"file"`             // as the program opens it
	Places []string `json:"places,omitempty"` // of copies
	Key    string   `json:"sha256,omitempty"` // of the demo, unpacked; empty if nothing was read
	*Row
}

// Listed returns the row in the shape that other programs read.
func (r *Row) Listed() *Listed {
	l := &Listed{File: r.Places[0].Name(), Row: r}
	if r.Error == "" {
		l.Key = r.Key.String()
	}
	for i := range r.Places[1:] {
		l.Places = append(l.Places, r.Places[i+1].Name())
	}
	return l
}
