package bsp

import (
	"errors"
	"strings"
)

// Pair is a key with its value as in the map's text (Quake's own characters are not translated).
type Pair struct{ Key, Value string }

// Entity is an entity of the map's text: its pairs in order.
type Entity []Pair

// Get returns the value of a key, the last one if there are several, and whether there is one.
func (e Entity) Get(key string) (string, bool) {
	for i := len(e) - 1; i >= 0; i-- {
		if e[i].Key == key {
			return e[i].Value, true
		}
	}
	return "", false
}

var (
	errNoBrace     = errors.New("expected {")
	errNoEnd       = errors.New("the text ends inside an entity")
	errNoQuote     = errors.New("the text ends inside quotation marks")
	errBraceInPair = errors.New("expected a key or value, not a brace")
)

// Limits of the entities text. Engines have up to 65,536 entities, and the largest maps about
// ten pairs for each. Entities and pairs beyond the limits are ignored.
const (
	// maxEntities is the maximum number of entities.
	maxEntities = 1 << 16
	// maxPairs is the maximum number of pairs of all entities together.
	maxPairs = 1 << 20
)

// parseEntities parses the text of a map's entities: { "key" "value" ... } for each. It ends at the first NUL. Unquoted
// words and comments after // are read as in the engines; there are no escapes in quotation marks.
func parseEntities(text string) ([]Entity, error) {
	if i := strings.IndexByte(text, 0); i >= 0 {
		text = text[:i]
	}
	t := entityText{s: text}
	pairs := []Pair{} // of all entities: growing one slice saves many allocations
	var starts []int
	for {
		word, quoted, err := t.next()
		if err != nil {
			return nil, err
		}
		if word == "" && !quoted || len(starts) >= maxEntities || len(pairs) >= maxPairs {
			break
		}
		if word != "{" || quoted {
			return nil, t.fail(errNoBrace)
		}
		starts = append(starts, len(pairs))
		for {
			key, more, err := t.part()
			if err != nil {
				return nil, err
			}
			if !more {
				break
			}
			value, more, err := t.part()
			if err != nil {
				return nil, err
			}
			if !more {
				return nil, t.fail(errBraceInPair)
			}
			if len(pairs) < maxPairs {
				pairs = append(pairs, Pair{key, value})
			}
		}
	}
	entities := make([]Entity, len(starts))
	for i, s := range starts {
		end := len(pairs)
		if i+1 < len(starts) {
			end = starts[i+1]
		}
		entities[i] = pairs[s:end:end]
	}
	return entities, nil
}

// entityText splits the text into words.
type entityText struct {
	s         string
	at, start int // start is the offset of the last word
}

func (t *entityText) fail(err error) error {
	return &FormatError{Lump: "entities", Offset: int64(t.start), Err: err}
}

// part returns a key or value; more is false at the closing brace.
func (t *entityText) part() (word string, more bool, err error) {
	word, quoted, err := t.next()
	switch {
	case err != nil:
		return "", false, err
	case quoted:
		return word, true, nil
	case word == "":
		return "", false, t.fail(errNoEnd)
	case word == "{":
		return "", false, t.fail(errBraceInPair)
	}
	return word, word != "}", nil
}

// next returns the next word, "" without quotes at the end.
func (t *entityText) next() (word string, quoted bool, err error) {
	for t.at < len(t.s) {
		switch c := t.s[t.at]; {
		case c <= ' ':
			t.at++
			continue
		case c == '/' && strings.HasPrefix(t.s[t.at:], "//"):
			if i := strings.IndexByte(t.s[t.at:], '\n'); i >= 0 {
				t.at += i
			} else {
				t.at = len(t.s)
			}
			continue
		case c == '{' || c == '}':
			t.start = t.at
			t.at++
			return t.s[t.start:t.at], false, nil
		case c == '"':
			t.start = t.at
			i := strings.IndexByte(t.s[t.at+1:], '"')
			if i < 0 {
				return "", false, t.fail(errNoQuote)
			}
			t.at += i + 2
			return t.s[t.start+1 : t.at-1], true, nil
		}
		t.start = t.at
		for t.at < len(t.s) && t.s[t.at] > ' ' && !strings.ContainsRune("{}\"", rune(t.s[t.at])) {
			t.at++
		}
		return t.s[t.start:t.at], false, nil
	}
	t.start = t.at
	return "", false, nil
}

// readEntities reads the entity lump.
func readEntities(l *lump) ([]Entity, error) {
	e, err := parseEntities(string(l.data))
	var fe *FormatError
	if errors.As(err, &fe) {
		fe.Version = l.version
		fe.Offset += int64(l.offset)
	}
	return e, err
}
