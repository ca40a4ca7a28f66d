package qwz

import (
	_ "embed"
	"strconv"
	"strings"
	"sync"
)

//go:embed words.txt
var wordList string

// words are the words of texts, and the numbers of models and sounds in Qizmo's own lists.
type words struct {
	texts  [textKinds]dictionary
	models map[string]uint8
	sounds map[string]uint8
}

// dictionary has the words of a kind of text, for symbols from first.
type dictionary struct {
	first int
	words []string
}

// word returns the word of a symbol; false if it has none.
func (d *dictionary) word(symbol uint16) (string, bool) {
	i := int(symbol) - d.first
	if i < 0 || i >= len(d.words) {
		return "", false
	}
	return d.words[i], true
}

// theWords are the words of words.txt.
var theWords = sync.OnceValue(func() *words { return readWords(wordList) })

// readWords parses a list of words, which must be valid.
func readWords(list string) *words {
	w := &words{models: map[string]uint8{}, sounds: map[string]uint8{}}
	kinds := map[string]*dictionary{
		"print": &w.texts[textPrint], "chat": &w.texts[textChat], "stufftext": &w.texts[textStuff],
		"centerprint": &w.texts[textCenter], "setinfo": &w.texts[textKey],
	}
	var add func(word string)
	for line := range strings.Lines(list) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == "", line[0] == '#':
		case line[0] == '[':
			kind, first, _ := strings.Cut(line[1:len(line)-1], " ")
			d := kinds[kind]
			switch kind {
			case "models":
				add = number(w.models)
			case "sounds":
				add = number(w.sounds)
			default:
				d.first, _ = strconv.Atoi(first)
				add = func(word string) { d.words = append(d.words, word) }
			}
		default:
			word, _ := strconv.Unquote(line)
			add(word)
		}
	}
	return w
}

// number returns a function that numbers words from 1.
func number(of map[string]uint8) func(word string) {
	return func(word string) { of[word] = uint8(len(of) + 1) }
}
