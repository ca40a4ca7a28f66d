package netchan

import (
	"fmt"
	"strconv"
	"strings"
	"testing"
	"time"

	"demoscope/internal/corpus"
	"demoscope/internal/golden"
)

// TestTranscript compares a client with a transcript: what it sends, byte by byte, when it gives up, and why.
func TestTranscript(t *testing.T) {
	const path = "testdata/client.txt"
	k := talk{server: newServerFor(t, me)}
	for line := range strings.Lines(string(corpus.Read(t, path))) {
		if line = strings.TrimRight(line, "\r\n"); !strings.HasPrefix(line, " ") {
			fmt.Fprintln(&k.out, line)
			k.line(line)
		}
	}
	golden.Document(t, path, k.out.String())
}

// talk is a transcript in the making. Its lines are a verb with an argument, see line, or, after a space, what comes of
// it.
type talk struct {
	*server
	out   strings.Builder
	state State
}

// quoted returns a text: quoted as in Go, and "*N" for its repetition.
func (k *talk) quoted(s string) string {
	prefix, err := strconv.QuotedPrefix(s)
	if err != nil {
		k.t.Fatal(s, err)
	}
	text, _ := strconv.Unquote(prefix)
	if times := strings.TrimPrefix(s[len(prefix):], "*"); times != "" {
		return strings.Repeat(text, k.number(times))
	}
	return text
}

func (k *talk) number(s string) int {
	n, err := strconv.Atoi(s)
	if err != nil {
		k.t.Fatal(s, err)
	}
	return n
}

// untilError calls do until it fails.
func (k *talk) untilError(do func() error) (err error) {
	n := 0
	for ; err == nil && n < 5000; n++ {
		err = do()
	}
	fmt.Fprintf(&k.out, "  %d times, at %v, with %.100q\n", n, k.now, k.texts[max(0, len(k.texts)-2):])
	if len(k.c.line) > maxLine || k.c.ch.queued > maxQueue {
		k.t.Error("too much is kept")
	}
	return err
}

// line executes a line.
func (k *talk) line(line string) {
	verb, text, _ := strings.Cut(line, " ")
	var err error
	switch verb {
	case "", "#":
	case "client": // a new one
		k.server, k.state = newServerFor(k.t, me), Asking
		if text != "" {
			k.c.opt.Password = k.quoted(text)
		}
	case "joined":
		k.server = joined(k.t, me)
	case "spectating":
		k.server = joined(k.t, me)
		k.texts = nil
		k.signOn(3)
	case "send": // the client's packets after this many milliseconds
		k.now += time.Duration(k.number(text)) * time.Millisecond
		err = k.c.Send(k.now, k.print)
	case "lose": // such packets do not arrive
		k.now += time.Duration(k.number(text)) * time.Millisecond
		err = k.c.Send(k.now, func(d []byte) { k.show(d) })
	case "wait": // until the client gives up
		err = k.untilError(func() error { k.now += 50 * time.Millisecond; return k.c.Send(k.now, k.take) })
		for _, d := range k.outer {
			fmt.Fprintf(&k.out, "  outside %q\n", d)
		}
	case "packet": // of the server
		k.ch.out = max(k.ch.in, k.ch.out)
		err = k.receive(k.ch.Append(nil, []byte(k.quoted(text))))
	case "repeat": // packets of both, until the client gives up
		text = k.quoted(text)
		err = k.untilError(func() error { return k.say(text) })
	case "flood": // packets of the server alone
		text = k.quoted(text)
		err = k.untilError(func() error { return k.answer(text) })
	case "datagram":
		err = k.receive([]byte(k.quoted(text)))
	case "datagrams":
		text = k.quoted(text)
		err = k.untilError(func() error { _, err := k.c.Receive(k.now, []byte(text)); return err })
	case "follow":
		k.c.Follow(k.number(text))
	case "place":
		var o, a [3]float32
		_, err = fmt.Sscan(text, &o[0], &o[1], &o[2], &a[0], &a[1], &a[2])
		k.c.Place(o, a)
	case "say":
		err = k.c.Say(k.quoted(text))
	case "says":
		err = k.untilError(func() error { return k.c.Say(k.quoted(text)) })
	case "flip": // what the server acknowledges
		k.ch.parityIn ^= 1
	case "steps":
		for range k.number(text) {
			if err := k.step(); err != nil {
				k.t.Fatal(err)
			}
		}
	case "leave":
		k.c.Leave(k.print)
	case "view":
		origin, angles := k.c.View()
		fmt.Fprintf(&k.out, "  slot %d at %v, angles %v, choked %d, heard %v, %+v\n", k.c.Followed(), origin, angles,
			k.c.Choked(), k.c.Heard(), k.c.Count())
	default:
		k.t.Fatal(line)
	}
	if err != nil {
		fmt.Fprintf(&k.out, "  error: %v\n", err)
	}
	if now := k.c.State(); now != k.state {
		k.state = now
		fmt.Fprintf(&k.out, "  state: %v\n", now)
	}
}

func (k *talk) receive(d []byte) error {
	p, err := k.c.Receive(k.now, d)
	if p == nil {
		fmt.Fprintln(&k.out, "  no packet")
	} else if p.Level || p.Damaged {
		fmt.Fprintf(&k.out, "  packet %x %x: level %v, damaged %v\n", uint32(p.Sequence), uint32(p.Acknowledge),
			p.Level, p.Damaged)
	}
	return err
}

// print shows a datagram of the client, and takes it.
func (k *talk) print(d []byte) {
	k.show(d)
	k.take(d)
}

func (k *talk) show(d []byte) {
	if IsOutOfBand(d) {
		fmt.Fprintf(&k.out, "  outside %q\n", d[len(outOfBand):])
		return
	}
	sequence, acknowledge := header(d)
	fmt.Fprintf(&k.out, "  %x %x:", sequence, acknowledge)
	for _, m := range said(k.t, d[headerSize+2:]) {
		if m[0] == idText {
			fmt.Fprintf(&k.out, " %q", m[1:len(m)-1])
		} else {
			fmt.Fprintf(&k.out, " %x", m)
		}
	}
	fmt.Fprintln(&k.out)
}
