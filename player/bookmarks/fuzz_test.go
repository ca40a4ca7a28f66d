package bookmarks

import (
	"bytes"
	"testing"
)

// FuzzDecode: any file is refused, or read with no more than its limits, and what was
// read is written and read again as it was.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(
		`{"marks":[{"clock":1.5,"name":"a"},{"clock":-1e308,"color":3}],"in":1,"out":2,"loop":true,"later":[1]}`))
	f.Add([]byte(`{"marks":null,"in":3,"out":2}`))
	f.Add([]byte(`[]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decode(data)
		if err != nil {
			return
		}
		if len(c.marks) > MaxMarks {
			t.Fatalf("%d bookmarks", len(c.marks))
		}
		written, err := c.encode()
		if err != nil {
			t.Fatal(err)
		}
		c, err = decode(written)
		if err != nil {
			t.Fatalf("%v: %q", err, written)
		}
		if again, err := c.encode(); err != nil || !bytes.Equal(again, written) {
			t.Fatalf("%v: %q became %q", err, written, again)
		}
	})
}
