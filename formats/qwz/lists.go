package qwz

// maxChunks is how many messages with a part of a list Qizmo keeps.
const maxChunks = 8

// playerModel is the model of players that have no other one.
const playerModel = "progs/player.mdl"

// lists are the server's lists of models and of sounds, and what symbols stand for in them.
type lists struct {
	models, sounds list
	built          bool // since a chunk was kept
}

// list is one of the lists, in the chunks in which the server sent it.
type list struct {
	chunks  []chunk
	numbers [256]uint8 // of symbols
	symbols [256]uint8 // of numbers
}

type chunk struct {
	first uint8
	names []string
}

// reset makes each symbol stand for its own number.
func (l *list) reset() {
	for i := range l.numbers {
		l.numbers[i], l.symbols[i] = uint8(i), uint8(i)
	}
}

// keep keeps a chunk, and reports whether it is a new one.
func (l *list) keep(c chunk) bool {
	if c.first == 0 {
		l.chunks = l.chunks[:0]
	}
	for i := range l.chunks {
		if l.chunks[i].first == c.first {
			return false
		}
	}
	if len(l.chunks) == maxChunks {
		return false
	}
	l.chunks = append(l.chunks, c)
	return true
}

// build makes the symbols of names that Qizmo knows stand for the numbers of these names in chunks.
func (l *list) build(chunks []chunk, known map[string]uint8) {
	l.reset()
	number := 0
	for _, c := range chunks {
		for _, name := range c.names {
			if number++; number > len(l.numbers)-1 {
				return
			}
			if symbol, ok := known[name]; ok {
				l.swap(symbol, uint8(number))
			}
		}
	}
}

// swap makes a symbol stand for a number, and the symbol that stood for it for the other one.
func (l *list) swap(symbol, number uint8) {
	other := l.numbers[symbol]
	l.symbols[number], l.symbols[other] = l.symbols[other], l.symbols[number]
	l.numbers[l.symbols[number]], l.numbers[l.symbols[other]] = number, other
}

// build finds out what symbols stand for.
func (l *lists) build(w *words) {
	if len(l.models.chunks)+len(l.sounds.chunks) == 0 {
		return
	}
	l.built = true
	l.sounds.build(l.sounds.chunks, w.sounds)
	// Qizmo counts the chunks of models on from those of sounds, and so misses most of them but for the first.
	models := l.models.chunks
	if n := len(models); n > 0 {
		models = append(models[:1:1], models[min(len(l.sounds.chunks)+1, n):]...)
	}
	l.models.build(models, w.models)
}
