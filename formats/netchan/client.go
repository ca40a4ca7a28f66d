package netchan

import (
	"errors"
	"fmt"
	"net/netip"
	"time"

	"demoscope/formats/internal/container"
	"demoscope/formats/message"
	"demoscope/formats/quakeworld"
)

// How long a client waits.
const (
	// challengeEvery is after how long getchallenge is sent again, and connectWait how long
	// an answer to connect is waited for: servers ignore a second one within five seconds.
	challengeEvery = 2 * time.Second
	connectWait    = 6 * time.Second
	// pingsEvery is how often everybody's pings are asked for.
	pingsEvery = 2 * time.Second

	// maxTries is how often a server is asked that does not answer.
	maxTries = 8
	// maxSilence is how long a server that we are connected to may say nothing: servers give
	// clients 65 seconds.
	maxSilence = 60 * time.Second
	// maxSignOn is how long a sign-on may take: one of two seconds is a slow one.
	maxSignOn = 60 * time.Second
)

// What a server may make us do.
const (
	// maxAnswers is how many answers the server may ask for until a sign-on is over: one takes
	// some twenty, and a thousand with the longest lists.
	maxAnswers = 2000
	// maxPerSecond is how many bytes a server may send in a second, and maxDatagrams how many
	// datagrams: a server that answers each of our packets sends a tenth.
	maxPerSecond = 1 << 20
	maxDatagrams = 1000
	// maxNonsense is how many packets in a row may be unreadable.
	maxNonsense = 64
	// maxAhead is how many numbers a sequence may jump at once: minutes of packets.
	maxAhead = 1 << 16
	// maxLine is the longest command of a server that is looked at.
	maxLine = 4096
	// maxOwnAddress is how often the question for our address is answered.
	maxOwnAddress = 16
)

// maxNote is the length in bytes of a server's text in an error.
const maxNote = 200

// Errors of a connection.
var (
	ErrNoAnswer = errors.New("the server does not answer")
	ErrSilent   = errors.New("no data from the server for a minute")
	ErrSignOn   = errors.New("the server does not finish the sign-on")
	ErrFlood    = errors.New("the server sends more than requested")
	ErrNonsense = errors.New("invalid data from the server")
	ErrLeft     = errors.New("the connection is closed")
)

// RefusedError is a server that does not let us in.
type RefusedError struct {
	Text string // the server's words, one line
}

func (e *RefusedError) Error() string { return "the server refuses: " + e.Text }

// ClosedError is a server that ends a connection.
type ClosedError struct {
	Text string // what it said last, one line, empty for nothing
}

func (e *ClosedError) Error() string {
	if e.Text == "" {
		return "the server closed the connection"
	}
	return "the server closed the connection: " + e.Text
}

// State is how far a connection has come.
type State uint8

// The states.
const (
	Asking    State = iota // for a challenge
	Joining                // connect was sent
	SigningOn              // the level is being told
	Watching               // the game is being told
	Changing               // the level changes
	Over                   // by us, or by an error
)

var stateNames = [...]string{"asking", "joining", "signing on", "watching", "changing level", "over"}

// String returns the state's name for people.
func (s State) String() string { return stateNames[s] }

// Options are what a [Client] is told.
type Options struct {
	// Server is the address that datagrams go to. It is compared with where the server wants
	// its question for our address answered.
	Server netip.AddrPort
	QPort  uint16 // any number
	Name   string // of the spectator
	// Password is the server's for spectators, empty if it has none.
	Password string
	Rate     int // bytes a second that the server may send
	// Extensions are what is asked for, nil for [Extensions].
	Extensions []message.QWExtension
	// Checksum returns the checksum2 of a map by its path in the game folder, such as
	// "maps/dm4.bsp". Its error ends the connection.
	Checksum func(gameDir, path string) (int32, error)
}

// Client is a spectator's end of a connection.
//
// Of what a server says it obeys nothing but these commands, each of which has one fixed
// answer to the server itself: "cmd new", "cmd pext", "cmd prespawn N M", "cmd spawn N M", "skins",
// "changing", "reconnect", and a question for our address.
type Client struct {
	opt   Options
	state State
	ch    *Channel

	next      time.Duration // when the next try is
	tries     int
	offers    []message.QWExtension // what both ends can do
	asked     bool                  // "cmd pext" was answered
	addresses int                   // questions for our address that were answered
	outer     []byte                // an answer outside of the sequence that waits
	note      string                // what the server printed last

	dec  quakeworld.Decoder
	file container.Reader
	now  time.Duration

	heard   time.Duration // when the last packet was accepted
	began   time.Duration // when the sign-on began
	answers int
	bad     int // unreadable packets in a row
	second  struct {
		began        time.Duration
		bytes, count int
	}

	signOn signOn
	line   []byte // the server's command so far
	long   bool   // and it is longer than is read

	// frames are the packets whose entities are known, by the low bits of their sequence number.
	frames [frameRing]uint32
	newest uint32 // of these, 0 if there is none
	choked int

	players  [slots]slot
	follow   int  // the viewer's wish: a slot, or Nobody or Anybody
	followed int  // what the server was told last
	asking   bool // and it has perhaps not heard it
	place    [3]float32
	angles   [3]float32
	moves    [3]message.QWUserCommand
	sent     time.Duration // when the last packet was
	pings    time.Duration // when they were asked for

	left bool // nothing is to be said any more

	packet       Packet
	buffer, body []byte
}

// slots are how many players a server can have.
const slots = 32

// slot is what is known of a player.
type slot struct {
	playing bool // and is no spectator
	seen    bool
	origin  [3]float32 // Quake units
	angles  [3]float32 // degrees
}

// Whom [Client.Follow] can follow besides a slot.
const (
	Nobody  = -1 // the view is where Place says
	Anybody = -2 // whoever plays in the first slot
)

// NewClient returns a client that has not said anything.
func NewClient(opt Options) *Client {
	if opt.Extensions == nil {
		opt.Extensions = Extensions
	}
	c := &Client{opt: opt, ch: NewChannel(opt.QPort), follow: Anybody, followed: Nobody}
	c.file = container.Reader{Format: "netchan", Clock: c.seconds}
	c.dec.Init(false)
	return c
}

func (c *Client) seconds() float64 { return c.now.Seconds() }

// State returns how far the connection has come.
func (c *Client) State() State { return c.state }

// Count returns what happened on the channel.
func (c *Client) Count() Count { return c.ch.Count }

// Heard returns when the last packet was accepted.
func (c *Client) Heard() time.Duration { return c.heard }

// Sequence returns the sequence number of the next packet of ours.
func (c *Client) Sequence() uint32 { return c.ch.Next() }

// Choked returns how many packets the server says to have held back because of the rate.
func (c *Client) Choked() int { return c.choked }

// Follow chooses whom the server shows: a slot, [Nobody] or [Anybody], which is also who is shown
// instead of somebody who does not play.
func (c *Client) Follow(slot int) { c.follow = slot }

// Followed returns the slot that is followed, [Nobody] if none is.
func (c *Client) Followed() int { return c.followed }

// Place says where the view is, in Quake units, and where it looks, in degrees: what is seen
// from there is what the server tells while nobody is followed.
func (c *Client) Place(origin, angles [3]float32) { c.place, c.angles = origin, angles }

// View returns where the view is, in Quake units, and where it looks, in degrees: those of
// whoever is followed, else what [Client.Place] said.
func (c *Client) View() (origin, angles [3]float32) {
	if c.followed >= 0 && c.players[c.followed].seen {
		return c.players[c.followed].origin, c.players[c.followed].angles
	}
	return c.place, c.angles
}

// Say sends a line of chat. The error is [ErrFull].
func (c *Client) Say(text string) error { return c.say("say " + text) }

// say sends a console command.
func (c *Client) say(text string) error { return c.ch.Queue(AppendText(nil, text)) }

// answer sends a command that the server asked for.
func (c *Client) answer(text string) error {
	if c.answers++; c.answers > maxAnswers {
		return ErrSignOn
	}
	return c.say(text)
}

// Send makes the datagrams that are due at a time: at most two, which are valid until the next
// call. It is to be called 20 to 77 times a second, because a server only ever answers. An error
// ends the connection.
func (c *Client) Send(now time.Duration, emit func(datagram []byte)) error {
	c.now = now
	if c.state == Over {
		return ErrLeft
	}
	if len(c.outer) > 0 {
		emit(c.outer)
		c.outer = c.outer[:0]
	}
	if c.state <= Joining {
		return c.ask(emit)
	}
	if now-c.heard > maxSilence {
		return c.end(ErrSilent)
	}
	if c.state != Watching && now-c.began > maxSignOn {
		return c.end(ErrSignOn)
	}
	c.body = c.body[:0]
	if c.state == Watching {
		if err := c.watch(); err != nil {
			return c.end(err)
		}
	} else {
		c.body = append(c.body, idNop)
	}
	c.buffer = c.ch.Append(c.buffer[:0], c.body)
	c.sent = now
	emit(c.buffer)
	return nil
}

// ask asks to join.
func (c *Client) ask(emit func([]byte)) error {
	if c.tries > 0 && c.now < c.next {
		return nil
	}
	if c.tries++; c.tries > maxTries {
		return c.end(ErrNoAnswer)
	}
	c.state, c.next = Asking, c.now+challengeEvery
	emit(Outside("getchallenge\n"))
	return nil
}

// watch makes what a packet of a spectator says.
func (c *Client) watch() error {
	if who := c.wanted(); who != c.followed {
		text := "ptrack"
		if who != Nobody {
			text = fmt.Sprintf("ptrack %d", who)
		}
		if err := c.say(text); err != nil {
			return err
		}
		c.followed, c.asking = who, true
	}
	c.asking = c.asking && c.ch.Waiting()
	if c.now-c.pings >= pingsEvery && !c.ch.Waiting() {
		c.pings = c.now
		if err := c.say("pings"); err != nil {
			return err
		}
	}
	origin, angles := c.View()
	c.moves[0], c.moves[1] = c.moves[1], c.moves[2]
	move := &c.moves[2]
	*move = message.QWUserCommand{Msec: uint8(min((c.now - c.sent).Milliseconds(), 255))}
	for i, a := range angles {
		move.Angles[i] = int16(uint16(int64(float64(a) * 65536 / 360)))
	}
	c.body = AppendMove(c.body, c.ch.Next(), c.loss(), &c.moves)
	if c.newest != 0 && c.ch.Next()-c.newest < frameRing-1 {
		c.body = AppendDelta(c.body, c.newest)
	}
	// The server tells us our place again, by which the recording tells whom we follow: it must not come
	// before the server has heard that we follow him.
	if !c.asking {
		c.body = AppendPlace(c.body, c.dec.Protocol.Units(), origin)
	}
	return nil
}

// loss returns the percentage of the server's packets that did not come.
func (c *Client) loss() uint8 {
	n := &c.ch.Count
	return uint8(100 * n.Gaps / max(n.Gaps+n.Accepted, 1))
}

// wanted returns whom to follow now.
func (c *Client) wanted() int {
	switch {
	case c.follow >= 0 && c.follow < slots && c.players[c.follow].playing:
		return c.follow
	case c.follow != Nobody:
		if c.followed >= 0 && c.players[c.followed].playing {
			return c.followed
		}
		for i := range c.players {
			if c.players[i].playing {
				return i
			}
		}
	}
	return Nobody
}

// end ends the connection and returns the reason.
func (c *Client) end(err error) error {
	c.state = Over
	return err
}

// leaves is how many packets say that we leave: some may be lost, and none is answered for
// certain.
const leaves = 3

// Leave ends the connection, and says so if the server let us in.
func (c *Client) Leave(emit func(datagram []byte)) {
	if c.ch.Next() > 1 && !c.left {
		for range leaves {
			c.buffer = c.ch.Append(c.buffer[:0], AppendText(nil, "drop"))
			emit(c.buffer)
		}
	}
	c.state, c.left = Over, true
}

// Packet is a packet of the server that was accepted, as it came.
type Packet struct {
	Sequence, Acknowledge int32  // the header's words, flags included
	Payload               []byte // a part of the datagram
	Level                 bool   // it begins a level
	Damaged               bool   // not all of it could be read
}

// Receive takes a datagram that came from the server at a time. It returns its packet, nil if
// there is none; it is valid until the next call. An error ends the connection; the packet may be
// there nevertheless.
func (c *Client) Receive(now time.Duration, datagram []byte) (*Packet, error) {
	c.now = now
	if c.state == Over {
		return nil, ErrLeft
	}
	if now-c.second.began >= time.Second {
		c.second.began, c.second.bytes, c.second.count = now, 0, 0
	}
	c.second.bytes += len(datagram)
	if c.second.count++; c.second.bytes > maxPerSecond || c.second.count > maxDatagrams {
		return nil, c.end(ErrFlood)
	}
	if len(datagram) > MaxDatagram {
		return nil, c.nonsense()
	}
	if IsOutside(datagram) {
		return nil, c.outside(datagram)
	}
	if c.state == Asking || c.state == Joining || len(datagram) < headerSize {
		return nil, nil
	}
	sequence, acknowledge := header(datagram)
	if sequence&sequenceMask > c.ch.In()+maxAhead || acknowledge&sequenceMask >= c.ch.Next() {
		return nil, c.nonsense() // numbers that no server can have
	}
	payload, ok := c.ch.Receive(datagram)
	if !ok {
		return nil, nil
	}
	c.heard = now
	p := &c.packet
	*p = Packet{Sequence: int32(sequence), Acknowledge: int32(acknowledge), Payload: payload}
	if err := c.read(p); err != nil {
		return p, c.end(err)
	}
	if !p.Damaged {
		c.bad = 0
		return p, nil
	}
	return p, c.nonsense()
}

// nonsense counts what cannot be read.
func (c *Client) nonsense() error {
	if c.bad++; c.bad > maxNonsense {
		return c.end(ErrNonsense)
	}
	return nil
}

// outside takes a datagram outside of the sequence.
func (c *Client) outside(datagram []byte) error {
	if text, ok := Print(datagram); ok {
		if s := Readable(text, maxNote); s != "" {
			c.note = s
		}
		if c.state == Asking || c.state == Joining {
			return c.end(&RefusedError{Text: c.note})
		}
		return nil
	}
	switch {
	case c.state == Asking && c.tries > 0:
		challenge, ok := ParseChallenge(datagram)
		if !ok {
			return nil
		}
		c.offers = challenge.agree(c.opt.Extensions)
		spectator := c.opt.Password
		if spectator == "" {
			spectator = "1"
		}
		info := UserInfo("name", c.opt.Name, "spectator", spectator, "rate", fmt.Sprint(c.opt.Rate),
			"msg", "0", "noaim", "1", "*client", "Demoscope", "*z_ext", zExtensions)
		c.outer = append(c.outer[:0], Connect(c.opt.QPort, challenge.Number, info, c.offers)...)
		c.state, c.next = Joining, c.now+connectWait
	case c.state == Joining && datagram[len(outside)] == kindJoined:
		c.state, c.heard, c.began = SigningOn, c.now, c.now
		return c.answer("new")
	}
	return nil
}

// zExtensions are what is asked for of ZQuake's extensions: all that change nothing but
// values, so that a recording has what those of others have.
const zExtensions = "511"

// read reads the messages of a packet.
func (c *Client) read(p *Packet) error {
	f := &c.file
	f.Data, f.Pos, f.Ended = p.Payload, 0, false
	f.Take(0, len(p.Payload))
	c.dec.Reset(p.Payload)
	sequence := uint32(p.Sequence) & sequenceMask
	for {
		m, err := c.dec.Next(f)
		if err != nil {
			var damage *message.Damage
			p.Damaged = errors.As(err, &damage)
			return nil
		}
		if _, ok := m.(*message.QWServerData); ok {
			p.Level = true
		}
		if err := c.message(m, sequence); err != nil {
			return err
		}
	}
}

// frameRing is how many packets back a delta may go.
const frameRing = 64

// message takes a message of the packet with a sequence number.
func (c *Client) message(m message.Message, sequence uint32) error {
	switch m := m.(type) {
	case *message.StuffText:
		return c.stuff(m.Text)
	case *message.QWServerData:
		return c.serverData(m)
	case *message.QWList:
		return c.list(m)
	case *message.Disconnect:
		c.left = true
		return &ClosedError{Text: c.note}
	case *message.Print:
		if s := Readable(m.Text, maxNote); s != "" && m.Level > 1 {
			c.note = s
		}
	case *message.QWChoke:
		c.choked += int(m.Count)
	case *message.PacketEntities:
		c.entities(m, sequence)
	case *message.QWPlayerInfo:
		c.player(m)
	case *message.QWUpdateUserInfo:
		c.players[m.Player].playing = len(m.Text) > 0 && !spectates(m.Text)
	case *message.QWSetInfo:
		if string(m.Key) == "*spectator" {
			c.players[m.Player].playing = len(m.Value) == 0
		}
	}
	return nil
}

// entities notes that the entities of a packet are known, if their base is.
func (c *Client) entities(m *message.PacketEntities, sequence uint32) {
	if m.Delta {
		base := sequence - (sequence-uint32(m.From))&0xff
		if base == 0 || c.frames[base%frameRing] != base {
			c.newest = 0 // the next packet asks for all
			return
		}
	}
	c.frames[sequence%frameRing], c.newest = sequence, sequence
}

func (c *Client) player(m *message.QWPlayerInfo) {
	s, units := &c.players[m.Player], c.dec.Protocol.PlayerUnits()
	s.seen, s.origin = true, units.Vec(m.Origin)
	if m.Bits&message.QWPlayerCommand != 0 {
		for i, a := range m.Command.Angles {
			s.angles[i] = float32(a) * (360. / 65536)
		}
	}
}
