package qwz

// maxChunks is the maximum number of messages with a part of a list that Qizmo stores.
const maxChunks = 8

// playerModel is the default model of players.
const playerModel = "progs/player.mdl"

// lists are the server's lists of models and sounds, with the meaning of symbols in them.
type lists struct {
	models, sounds list
	built          bool // no chunk was stored since build
}

// list is one of the lists, in the chunks sent by the server.
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

// keep stores a chunk, and reports whether it is new.
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

// build makes the symbols of the names that Qizmo knows stand for the numbers of these names in chunks.
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

// build determines the meaning of symbols.
func (l *lists) build(w *words) {
	if len(l.models.chunks)+len(l.sounds.chunks) == 0 {
		return
	}
	l.built = true
	l.sounds.build(l.sounds.chunks, w.sounds)
	// Qizmo continues the count of model chunks after those of sounds, and so misses most of them except for the first.
	models := l.models.chunks
	if n := len(models); n > 0 {
		models = append(models[:1:1], models[min(len(l.sounds.chunks)+1, n):]...)
	}
	l.models.build(models, w.models)
}
