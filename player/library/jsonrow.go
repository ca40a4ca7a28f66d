package library

// JSONRow is a row in the form of JSON output.
type JSONRow struct {
	File   string   `json:"file"`             // path that the program can open
	Places []string `json:"places,omitempty"` // paths of copies
	Key    string   `json:"sha256,omitempty"` // of the unpacked demo; empty if it is unreadable
	*Row
}

// JSONRow returns the row in the form of JSON output.
func (r *Row) JSONRow() *JSONRow {
	l := &JSONRow{File: r.Places[0].Name(), Row: r}
	if r.Error == "" {
		l.Key = r.Key.String()
	}
	for i := range r.Places[1:] {
		l.Places = append(l.Places, r.Places[i+1].Name())
	}
	return l
}
