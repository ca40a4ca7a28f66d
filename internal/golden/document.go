package golden

import (
	"os"
	"strings"
	"testing"

	"demoscope/internal/corpus"
)

// Document compares text with a document. "go test -update" writes the document.
func Document(t testing.TB, path, text string) {
	t.Helper()
	if *update {
		write(t, path, []byte(text))
		return
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if old := strings.ReplaceAll(string(data), "\r\n", "\n"); old != text {
		t.Errorf("%s is out of date: run go test . -run %s -update", path, t.Name())
	}
}

// Section compares text with a part of a document, between the lines "<!-- begin NAME -->" and "<!-- end NAME -->". "go
// test -update" writes that part.
func Section(t testing.TB, path, name, text string) {
	t.Helper()
	begin, end := "<!-- begin "+name+" -->\n", "<!-- end "+name+" -->\n"
	old := strings.ReplaceAll(string(corpus.Read(t, path)), "\r\n", "\n")
	head, rest, found := strings.Cut(old, begin)
	_, tail, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no part %q", path, name)
	}
	Document(t, path, head+begin+text+end+tail)
}
