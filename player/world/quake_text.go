package world

// quakeText puts together what Quake's games print in pieces.
type quakeText struct {
	lines pieces
	plain []byte // scratch: a line without the charset's colours
}

// chatByte begins what players say, and plays the talk sound; 2 in its place
// only colours the line (DEM section 5).
const chatByte = 1

// print prints, and reads what the text tells. What somebody says is no part
// of the game's lines.
func (q *quakeRules) print(w *World, text []byte) {
	if len(text) > 0 && text[0] == chatByte {
		w.printTo(0, true, text, Everybody, w.speaker(text[1:]))
		return
	}
	w.print(0, false, text)
	q.text.lines.add(w, text, q.line)
}

// line reads a line that the recorder was told. Only what he picks up is not
// for everybody.
func (q *quakeRules) line(w *World, line []byte) {
	q.text.plain = plainText(q.text.plain[:0], line)
	plain := q.text.plain
	if item := pickedUp(plain); item != "" {
		w.event(Event{Kind: EventItem, Player: w.Recorder, Other: Nobody, Item: item})
	} else if e, ok := w.quakeObituary(line, plain); ok {
		w.countDeath(e)
	} else if e, ok := w.flagLine(line, plain); ok {
		w.event(e)
	} else {
		w.pauseLine(line, plain)
	}
}
