package container

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"

	"demoscope/formats/message"
)

// letters is a format for tests. A file may begin with a title, ">" up to the end of the
// line; then records follow:
//
//	"R", size byte, messages                            a record
//	"S", sequence number of 4 bytes, size byte, messages
//	"Z", size of 4 bytes, messages                      with a limit, and one to be likely
//	"Fx", 7 bytes of messages                           one that must be there as a whole
//	"-"                                                 a byte that is no record
//	"E"                                                 the mark of the end
//
// Messages are letters, by the protocol; and
//
//	"@", byte                                           the time in seconds
//	"#", digit                                          a level begins: the protocol in two bits
//	"#!"                                                one that cannot be read, of protocol 2
//	".", what follows                                   leftovers of the recorder
//	"%"                                                 one that claims more than there is
type letters struct {
	file     Reader
	pos      int
	strength Strength
	protocol uint32
	now      float64
	letter   message.Print

	trial  *letters
	read   int // messages that were read in trials
	likely int // headers that were looked at
}

const (
	sizedLimit  = 20_000
	likelySized = 10_000
	fixedHeader = 2
	fixedSize   = 7
)

func newLetters(data string) *letters {
	l := bareLetters(data)
	l.file.Recover(l)
	return l
}

// findStart finds the start of a file of letters.
func findStart(data string, detected bool) Start {
	l := bareLetters(data)
	return l.file.FindStart(l, detected)
}

// begin returns letters at a start.
func begin(data string, s Start) *letters {
	l := bareLetters(data)
	l.file.Begin(l, s)
	return l
}

// bareLetters returns letters without recovery.
func bareLetters(data string) *letters {
	l := &letters{trial: new(letters), strength: Strength{Headers: 1, Run: 3}}
	for _, l := range []*letters{l, l.trial} {
		l.file = Reader{Format: "letters", Data: []byte(data), Clock: func() float64 { return l.now }}
	}
	return l
}

func (l *letters) Strength() Strength { return l.strength }

func (l *letters) Likely(at int) int {
	l.likely++
	data := l.file.Data[at:]
	switch {
	case data[0] == 'R' && len(data) > 2:
		return 2 + int(data[1])
	case data[0] == 'S' && len(data) > 6:
		return 6 + int(data[5])
	case data[0] == 'Z' && len(data) >= 5:
		if size := binary.LittleEndian.Uint32(data[1:]); size <= likelySized {
			return 5 + int(size)
		}
	case data[0] == 'F' && len(data) >= fixedHeader:
		return fixedHeader + fixedSize
	case data[0] == '-':
		return 1
	case data[0] == 'E':
		return len(data)
	}
	return 0
}

func (l *letters) Trial() (message.Decoder, *Reader) { return l.trial, &l.trial.file }

// Begin reads the first record to see that there is one.
func (l *letters) Begin() (first message.Mark, whole bool) {
	first.Offset = int64(l.title())
	l.Return(first)
	_, err := l.NextPacket()
	return first, err == nil
}

func (l *letters) Starts() (list []message.Mark) {
	for protocol := range uint32(3) {
		list = append(list, message.Mark{State: [6]uint32{protocol}})
	}
	return list
}

func (l *letters) SetProtocol(state [6]uint32) { l.protocol = state[0] }

func (l *letters) ProtocolName() string { return fmt.Sprint("protocol ", l.protocol) }

func (l *letters) Mark() message.Mark {
	m := l.file.Mark([6]uint32{l.protocol})
	m.Time = int64(1000 * l.now)
	return m
}

func (l *letters) Return(m message.Mark) {
	l.file.Return(m)
	l.pos, l.protocol, l.now = l.file.Pos, m.State[0], float64(m.Time)/1000
}

func (l *letters) NextPacket() (*message.Packet, error) {
	f := &l.file
	for l.pos < f.Pos { // an unread message may begin a level
		_, _ = l.NextMessage()
	}
	p, err := l.record()
	if err != nil {
		l.pos = f.Pos
		return nil, err
	}
	l.pos = f.Payload
	if p.Kind == message.PacketEnd || p.Kind == message.PacketRaw {
		l.pos = f.Pos
	}
	return p, nil
}

func (l *letters) record() (*message.Packet, error) {
	f := &l.file
	left, err := f.Next(1, true)
	if err != nil {
		return nil, err
	}
	f.Packet = message.Packet{}
	switch {
	case left[0] == 'R' && len(left) >= 2:
		f.Take(2, int(left[1]))
	case left[0] == 'S' && len(left) >= 6:
		f.Take(6, int(left[5]))
		f.Packet.Sequence = int32(binary.LittleEndian.Uint32(left[1:]))
	case left[0] == 'Z':
		_, err = f.Sized(5, sizedLimit)
	case left[0] == 'F':
		_, err = f.Fixed(fixedHeader, fixedSize)
	case left[0] == '-':
		f.Take(1, 0)
		f.Packet.Kind = message.PacketRaw
	case left[0] == 'E':
		return f.End(1)
	case left[0] == 0 && f.Zeros():
		err = ErrZeros
	default:
		err = message.ErrRange
	}
	if err != nil {
		return nil, f.Broken(err)
	}
	return &f.Packet, nil
}

func (l *letters) NextMessage() (message.Message, error) {
	f, at := &l.file, l.pos
	if at >= f.Pos {
		return f.Last()
	}
	l.read++
	l.pos++
	switch c, more := f.Data[at], l.pos < f.Pos; {
	case c == '@' && more:
		l.now = float64(f.Data[l.pos])
		l.pos++
		return &message.Time{Time: float32(l.now)}, nil
	case c == '#' && more && f.Data[l.pos] == '!':
		l.protocol = 2
	case c == '#' && more:
		before := l.Mark().State
		said := uint32(f.Data[l.pos]-'0') & 3
		l.protocol = said
		l.pos++
		f.CheckProtocol("level", before)
		return &message.ServerInfo{Protocol: int32(said)}, nil
	case c == '.':
		f.Tail, l.pos = f.Data[at:f.Pos], f.Pos
		return f.Last()
	case knows(l.protocol, c):
		l.letter.Text = f.Data[at:l.pos]
		return &l.letter, nil
	}
	l.pos = f.Pos
	reached := at + 1
	if f.Data[at] == '%' {
		reached += 1 << 20
	}
	return nil, f.Lost("letter", at, reached, message.ErrUnknown)
}

// Rest implements [message.LostBytes].
func (l *letters) Rest() []byte { return l.file.Rest() }

// Header implements [message.Headed].
func (l *letters) Header() message.Message {
	if size := l.title(); size > 0 {
		return &message.Raw{Data: l.file.Data[:size]}
	}
	return nil
}

// title returns how many bytes the title has.
func (l *letters) title() int {
	if title, _, ok := strings.Cut(string(l.file.Data), "\n"); ok && title[0] == '>' {
		return len(title) + 1
	}
	return 0
}

// knows reports whether a byte is a message of the protocol: with 0 the letters to z, with
// 1 those to m, with 2 everything but "!".
func knows(protocol uint32, c byte) bool {
	switch protocol {
	case 0:
		return c >= 'a' && c <= 'z'
	case 1:
		return c >= 'a' && c <= 'm'
	}
	return c != '!'
}

// record is a record of messages.
func record(messages string) string { return "R" + string([]byte{byte(len(messages))}) + messages }

// sequenced is one with a sequence number.
func sequenced(number uint32, messages string) string {
	return "S" + string(binary.LittleEndian.AppendUint32(nil, number)) + string([]byte{byte(len(messages))}) + messages
}

// sized is one that may be large.
func sized(messages string) string {
	return "Z" + string(binary.LittleEndian.AppendUint32(nil, uint32(len(messages)))) + messages
}

// outline reads a file and returns what it is made of: sizes of records, what is missing of
// them in brackets, "!" for damage and "+" with the size for leftovers in them, "-" with
// what was lost between them.
func outline(l *letters) string {
	var list []string
	for {
		p, err := l.NextPacket()
		if err == io.EOF {
			return strings.Join(list, " ")
		}
		if err != nil {
			list = append(list, fmt.Sprintf("-%d", err.(*message.Damage).Skipped))
			continue
		}
		entry := fmt.Sprint(p.Size)
		if p.Missing > 0 {
			entry += fmt.Sprintf("(%d)", p.Missing)
		}
		for {
			m, err := l.NextMessage()
			if err == io.EOF {
				break
			}
			if raw, ok := m.(*message.Raw); ok {
				entry += fmt.Sprintf("+%d", len(raw.Data))
			} else if err != nil {
				entry += "!"
			}
		}
		list = append(list, entry)
	}
}
