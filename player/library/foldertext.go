package library

import (
	"bytes"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// listText is the position of the list of folders in the text of its file.
type listText struct {
	open  int // offset after the opening bracket
	items []itemText
}

// itemText is a folder in the text, at the bytes from begin to end.
type itemText struct {
	folder     string
	begin, end int
}

// withFolders returns the text of a file with another list. It keeps everything else, including comments.
func withFolders(data []byte, list []string) ([]byte, error) {
	t, ok := findList(data)
	if !ok { // a key outside a table must come before all tables
		data = slices.Concat([]byte(foldersKey+" = [\n]\n"), data)
		if t, ok = findList(data); !ok {
			return nil, errors.New("the list has no place in its file")
		}
	}
	data = slices.Clone(data)
	added := slices.DeleteFunc(slices.Clone(list), func(folder string) bool {
		return slices.ContainsFunc(t.items, func(i itemText) bool { return i.folder == folder })
	})
	data, err := t.insert(data, added)
	if err != nil {
		return nil, err
	}
	for _, i := range slices.Backward(t.items) {
		if !slices.Contains(list, i.folder) {
			begin, end := i.cut(data)
			data = slices.Delete(data, begin, end)
		}
	}
	now, err := parseFolders(data)
	if err == nil && !slices.Equal(now, list) {
		err = errors.New("the list can't be changed in its file")
	}
	return data, err
}

// findList finds the list in a text. ok is false if there is none.
func findList(data []byte) (t listText, ok bool) {
	var p unstable.Parser
	p.Reset(data)
	for p.NextExpression() {
		e := p.Expression()
		if e.Kind != unstable.KeyValue {
			return t, false // a table starts
		}
		key := e.Key()
		if !key.Next() || string(key.Node().Data) != foldersKey || !key.IsLast() || e.Value().Kind != unstable.Array {
			continue
		}
		raw := key.Node().Raw
		t.open = int(raw.Offset + raw.Length)
		t.open += bytes.IndexByte(data[t.open:], '[') + 1
		items := e.Value().Children()
		for items.Next() {
			n := items.Node()
			t.items = append(t.items, itemText{filepath.Clean(string(n.Data)), int(n.Raw.Offset),
				int(n.Raw.Offset + n.Raw.Length)})
		}
		return t, true
	}
	return t, false
}

// insert adds folders at the end of the list, one per line.
func (t *listText) insert(data []byte, folders []string) ([]byte, error) {
	if len(folders) == 0 {
		return data, nil
	}
	var text bytes.Buffer
	at := t.open
	if n := len(t.items); n > 0 {
		at = t.items[n-1].end
		if comma := skipBlank(data, at); comma < len(data) && data[comma] == ',' {
			at = comma + 1
		} else {
			data = slices.Insert(data, at, ',')
			at++
		}
	}
	at = lineRest(data, at)
	for _, folder := range folders {
		line, err := toml.Marshal(map[string]string{"x": folder})
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(&text, "\n  %s,", bytes.TrimSpace(bytes.TrimPrefix(line, []byte("x ="))))
	}
	if at < len(data) && data[at] != '\n' && data[at] != '\r' {
		text.WriteByte('\n')
	}
	return slices.Insert(data, at, text.Bytes()...), nil
}

// cut returns the range of a folder with the comma after it, and the whole line if that has nothing else.
func (i *itemText) cut(data []byte) (begin, end int) {
	begin, end = i.begin, i.end
	if comma := skipBlank(data, end); comma < len(data) && data[comma] == ',' {
		end = comma + 1
	}
	line := bytes.LastIndexByte(data[:begin], '\n') + 1
	rest := lineRest(data, end)
	if len(bytes.TrimSpace(data[line:begin])) > 0 || rest < len(data) && data[rest] != '\n' && data[rest] != '\r' {
		return begin, end
	}
	next := bytes.IndexByte(data[rest:], '\n')
	return line, rest + next + 1
}

// skipBlank skips blanks, line ends and comments.
func skipBlank(data []byte, at int) int {
	for at < len(data) {
		switch data[at] {
		case ' ', '\t', '\r', '\n':
			at++
		case '#':
			if at = lineRest(data, at); at == len(data) {
				return at
			}
		default:
			return at
		}
	}
	return at
}

// lineRest skips blanks and a comment up to the end of a line.
func lineRest(data []byte, at int) int {
	for at < len(data) && (data[at] == ' ' || data[at] == '\t') {
		at++
	}
	if at < len(data) && data[at] == '#' {
		if n := bytes.IndexByte(data[at:], '\n'); n >= 0 {
			return at + n
		}
		return len(data)
	}
	return at
}
