package qwz

import "bytes"

// Symbols of players' names in prints.
const (
	chatNames  = 0x100 // before a player's chat text
	plainNames = 0x120
)

// levelChat is the level of chat prints.
const levelChat = 3

// readText reads letters of a row up to a zero.
func (r *Reader) readText(n uint8) {
	for !r.full() {
		b := r.byte(n)
		r.write(b)
		if b == 0 {
			return
		}
	}
}

// readWords reads letters and words up to a zero.
func (r *Reader) readWords(kind int) {
	for !r.full() {
		s := r.letter(&r.table.texts[kind])
		switch word, ok := r.words.texts[kind].word(s); {
		case s == 0:
			r.write(0)
			return
		case s < tableCounts:
			r.write(uint8(s))
		case ok:
			r.writeText(word)
		case kind == textChat && s < plainNames:
			r.write('(')
			r.writeName(s)
			r.writeText("): ")
		case kind == textChat || kind == textPrint:
			r.writeName(s)
		default:
			r.fail(errWord)
		}
	}
}

// writeName writes the name of a player.
func (r *Reader) writeName(symbol uint16) { r.out = append(r.out, r.names[symbol&lastPlayer]...) }

// readPrint reads a print.
func (r *Reader) readPrint() {
	level := r.byte(rowPrintLevel)
	r.write(level)
	if level == levelChat {
		r.readWords(textChat)
	} else {
		r.readWords(textPrint)
	}
}

// readUserInfo reads the whole user info of a player.
func (r *Reader) readUserInfo() {
	player := r.byte(rowPlayer)
	r.write(player)
	r.pass(rowUserID, 4)
	text := len(r.out)
	r.readText(rowUserInfo)
	r.userInfo(player, r.out[text:])
}

// readSetInfo reads a key of a player's user info.
func (r *Reader) readSetInfo() {
	player := r.byte(rowPlayer)
	r.write(player)
	key := len(r.out)
	r.readWords(textKey)
	value := len(r.out)
	r.readText(rowSetInfo)
	r.setInfo(player, r.out[key:value], r.out[value:])
}

// nameKey is the key of a player's name.
const nameKey = "name"

// userInfo records the name of a player.
func (r *Reader) userInfo(player uint8, info []byte) {
	info = bytes.TrimSuffix(info, []byte{0})
	var name []byte
	for len(info) > 0 {
		var key, value []byte
		key, info, _ = bytes.Cut(bytes.TrimPrefix(info, []byte{'\\'}), []byte{'\\'})
		value, info, _ = bytes.Cut(info, []byte{'\\'})
		if string(key) == nameKey {
			name = value
		}
	}
	r.setInfo(player, []byte(nameKey), name)
}

// setInfo records a changed key of a player, if it is the name.
func (r *Reader) setInfo(player uint8, key, value []byte) {
	if player <= lastPlayer && string(bytes.TrimSuffix(key, []byte{0})) == nameKey {
		r.names[player] = append(r.names[player][:0], bytes.TrimSuffix(value, []byte{0})...)
	}
}
