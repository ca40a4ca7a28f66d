package live

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"net"
	"net/netip"
	"os"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"demoscope/formats"
	"demoscope/formats/message"
	"demoscope/formats/netchan"
)

// machine is the other end of a socket, on a clock of its own. While no server runs there, each datagram is refused.
type machine struct {
	net.Conn // nil
	mu       sync.Mutex
	answer   func(datagram string) (answers []string) // nil if no server runs
	in       chan any                                 // datagrams, or errors
	deadline time.Time
	sent     int // datagrams
}

func (m *machine) Write(p []byte) (int, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sent++
	if m.answer == nil {
		m.in <- syscall.ECONNREFUSED
		return len(p), nil
	}
	for _, d := range m.answer(string(p)) {
		m.in <- d
	}
	return len(p), nil
}

func (m *machine) Read(p []byte) (int, error) {
	select {
	case d := <-m.in:
		if err, ok := d.(error); ok {
			return 0, err
		}
		return copy(p, d.(string)), nil
	case <-time.After(time.Until(m.deadline)):
		return 0, os.ErrDeadlineExceeded
	}
}

func (m *machine) SetReadDeadline(t time.Time) error { m.deadline = t; return nil }
func (m *machine) Close() error                      { return nil }

// serve sets what the machine answers, and returns the number of datagrams before.
func (m *machine) serve(answer func(string) []string) (sent int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.answer = answer
	return m.sent
}

// TestSpectatorTimes plays a server that comes and goes on a clock of its own: how it is asked, how many refusals and
// how long a silence end the connection, when it is joined again, and when it is given up.
func TestSpectatorTimes(t *testing.T) {
	const oob, changing = "\xff\xff\xff\xff", "\x09changing\n\x00"
	synctest.Test(t, func(t *testing.T) {
		m := &machine{in: make(chan any, 1000)}
		var dialed []time.Duration
		began := time.Now()
		join := func() *Spectator {
			s := newSpectator(m, netip.MustParseAddrPort("192.0.2.1:27500"),
				SpectatorOptions{Checksum: sums, Password: "p"})
			s.dial = func() (net.Conn, error) {
				dialed = append(dialed, time.Since(began))
				return m, nil
			}
			return s
		}
		var connects []string
		sequence := byte(0)
		welcome := func(d string) []string {
			switch {
			case d == oob+"getchallenge\n":
				return []string{oob + "c17\x00"}
			case strings.HasPrefix(d, oob+"connect"):
				sequence = 0
				connects = append(connects, d[4:])
				return []string{oob + "j"}
			}
			sequence++
			return []string{string(rune(sequence)) + "\x00\x00\x00\x00\x00\x00\x00" + changing}
		}
		ended := make(chan error, 1)
		s := join()
		go func() { ended <- s.Copy(t.Context(), io.Discard) }()
		if err := <-ended; !errors.Is(err, errNobody) || s.Gone() || len(dialed) > 0 {
			t.Errorf("a server that never was there: %v, dialed %v", err, dialed)
		}
		m.serve(welcome)
		m.in = make(chan any, 1000)
		s = join()
		go func() { ended <- s.Copy(t.Context(), io.Discard) }()
		time.Sleep(time.Second + pace/2)
		if text := s.Awaits(); text != "the level changes" || s.Status().State != netchan.Changing {
			t.Errorf("it awaits %q in the state %v", text, s.Status().State)
		}
		before := m.serve(welcome)
		time.Sleep(time.Second)
		if n := m.serve(welcome) - before; n != 50 {
			t.Errorf("%d packets in a second", n)
		}
		refuse := func(packets int) {
			m.serve(nil)
			time.Sleep(time.Duration(packets) * pace)
			m.serve(welcome)
		}
		refuse(100)
		time.Sleep(time.Second / 2)
		if s.Gone() || len(dialed) > 0 {
			t.Error("100 refusals end the connection")
		}
		refuse(101)
		synctest.Wait()
		if text := s.Awaits(); !s.Gone() || text != "connection lost; joining again" {
			t.Errorf("after 101 refusals it awaits %q", text)
		}
		lost := time.Since(began)
		time.Sleep(2 * time.Second)
		if s.Gone() || len(dialed) != 1 || dialed[0] <= lost+againEvery-pace || dialed[0] > lost+againEvery {
			t.Errorf("lost at %v, dialed at %v, gone %v", lost, dialed, s.Gone())
		}
		if len(connects) < 2 || connects[0] == connects[len(connects)-1] {
			t.Errorf("it joins by %q", connects)
		}
		for _, want := range []string{`\name\demoscope`, `\rate\60000`, `\spectator\p`} {
			if !strings.Contains(connects[0], want) {
				t.Errorf("it joins by %q, without %s", connects[0], want)
			}
		}
		quiet := func(string) []string { return nil }
		m.serve(quiet)
		time.Sleep(silentFor - time.Second)
		if text := s.Awaits(); s.Gone() || text != "the level changes" {
			t.Errorf("after a silence of 14 s it awaits %q", text)
		}
		time.Sleep(2 * time.Second)
		if !s.Gone() {
			t.Error("after a silence of 16 s it is still there")
		}
		time.Sleep(30 * time.Second)
		if text := s.Awaits(); !strings.HasPrefix(text, "connection lost; joining again for 3") {
			t.Errorf("it awaits %q", text)
		}
		time.Sleep(againFor - time.Minute)
		select {
		case err := <-ended:
			t.Fatalf("given up after 14 minutes: %v", err)
		default:
		}
		time.Sleep(2 * time.Minute)
		select {
		case err := <-ended:
			if !errors.Is(err, netchan.ErrNoAnswer) {
				t.Errorf("given up: %v", err)
			}
		default:
			t.Error("not given up after 16 minutes")
		}
	})
}

// TestConnectionLoss: how long one waits for a game counts from its loss, and only for a game that was there.
func TestConnectionLoss(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var a connectionLoss
		ctx, stop := a.begin(t.Context())
		defer stop()
		if a.lose() || a.Gone() || a.description("x") != "" {
			t.Error("a game that never was there is lost")
		}
		for range 2 { // the second time as the first
			a.come()
			a.GiveUp()
			if a.Gone() || a.description("x") != "" || ctx.Err() != nil {
				t.Error("a game that is there is lost")
			}
			if !a.lose() || a.description("") != "connection lost; joining again" {
				t.Errorf("just lost: %q", a.description(""))
			}
			time.Sleep(time.Second)
			if text := a.description("why"); text != "connection lost (why); joining again for 1 s" {
				t.Errorf("%q", text)
			}
			time.Sleep(15*time.Minute - time.Second)
			if !a.lose() {
				t.Error("given up after 15 minutes")
			}
			time.Sleep(time.Nanosecond)
			if a.lose() || !a.Gone() {
				t.Error("not given up after more than 15 minutes")
			}
		}
		if a.GiveUp(); ctx.Err() == nil {
			t.Error("it cannot be given up")
		}
	})
}

// upTo is a writer whose calls fail from a number on.
type upTo struct {
	bytes.Buffer
	left, failed int
}

func (w *upTo) Write(p []byte) (int, error) {
	if w.left--; w.left < 0 {
		w.failed++
		return 0, errEnough
	}
	return w.Buffer.Write(p)
}

// TestRecordedBlocks compares all blocks of a recording of two connections, then lets each write fail: the step that
// needs it has the error, and what was written is the beginning of the whole.
func TestRecordedBlocks(t *testing.T) {
	packet := func(sequence int32, level bool) *netchan.Packet {
		return &netchan.Packet{Sequence: sequence, Acknowledge: sequence - 3, Payload: []byte{byte(sequence)},
			Level: level}
	}
	ms := time.Millisecond
	var r *recording
	steps := []func() error{
		func() error { r.again(); return r.packet(900*ms, packet(6, false), 3) },
		func() error { return r.moved(950*ms, [3]float32{1, 2, 3}) },
		func() error { return r.packet(1000*ms, packet(7, true), 4) },
		func() error { return r.moved(1050*ms, [3]float32{1, 90, 0}) },
		func() error { return r.letIn() },
		func() error { return r.moved(1120*ms, [3]float32{2, 90, 0}) },
		func() error { return r.letIn() },
		func() error { return r.packet(1125*ms, packet(8, true), 5) },
		func() error { return r.moved(4000*ms, [3]float32{3, 90, 0}) },
		func() error { r.again(); return r.packet(5000*ms, packet(2, false), 9) },
		func() error { return r.moved(5050*ms, [3]float32{}) },
		func() error { return r.packet(6000*ms, packet(-math.MaxInt32-1+3, true), 11) },
		func() error { return r.moved(6010*ms, [3]float32{4, 80, 0}) },
		func() error { return r.end(7000 * ms) },
	}
	record := func(writes int) (out *upTo, failed []int) {
		out = &upTo{left: writes}
		r = newRecording(out)
		r.holds = true
		for i, step := range steps {
			if err := step(); err != nil {
				failed = append(failed, i)
				if err != errEnough {
					t.Errorf("step %d: %v", i, err)
				}
				break
			}
		}
		return out, failed
	}
	out, failed := record(1 << 20)
	whole := bytes.Clone(out.Bytes())
	if failed != nil {
		t.Errorf("steps %v failed", failed)
	}
	demo, err := formats.Open("x.qwd", whole)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	d := demo.Decoder()
	for p, err := d.NextPacket(); err == nil; p, err = d.NextPacket() {
		line := fmt.Sprintf("%.3f type %d: %d %d", p.Time, p.Type, p.Sequence, p.Acknowledge)
		m, _ := d.NextMessage()
		switch m := m.(type) {
		case *message.QWClientBlock:
			line += fmt.Sprint(" move ", m.Msec, m.Angles, m.ViewAngles)
		case *message.QWSequence:
			line += fmt.Sprint(" counts ", m.Outgoing, m.Incoming)
		}
		got = append(got, line)
	}
	want := []string{"1.000 type 1: 7 4", "1.000 type 2: 0 0 counts 4 7", "1.050 type 0: 0 0 move 50 [1 90 0] [1 90 0]",
		"1.120 type 0: 0 0 move 70 [2 90 0] [2 90 0]", "1.125 type 1: 8 5",
		"4.000 type 0: 0 0 move 255 [3 90 0] [3 90 0]",
		"6.000 type 2: 0 0 counts 11 2", "6.000 type 1: -2147483645 -2147483648",
		"6.010 type 0: 0 0 move 10 [4 80 0] [4 80 0]",
		"7.000 type 1: -1 0"}
	if !slices.Equal(got, want) {
		t.Errorf("the blocks are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	var at []int
	for writes := 0; ; writes++ {
		out, failed := record(writes)
		if !bytes.HasPrefix(whole, out.Bytes()) || out.failed > 1 {
			t.Errorf("with %d writes: %d bytes that differ, %d failures", writes, out.Len(), out.failed)
		}
		if failed == nil {
			break
		}
		at = append(at, failed...)
	}
	if want := []int{4, 5, 7, 8, 11, 11, 12, 13}; !slices.Equal(at, want) {
		t.Errorf("steps %v fail, want %v", at, want)
	}
	out = &upTo{left: 1 << 20}
	r = newRecording(out)
	r.holds = true
	if err := errors.Join(r.packet(time.Second, packet(7, true), 3), r.end(time.Hour)); err != nil || out.Len() > 0 {
		t.Errorf("%d bytes of a game that was never joined: %v", out.Len(), err)
	}
	for n := 0; out.Len() == 0 && n < 1000; n++ {
		if err := r.packet(time.Second, &netchan.Packet{Payload: make([]byte, 1400)}, 4); err != nil {
			t.Fatal(err)
		}
	}
	if out.Len() <= maxSignOn || out.Len() > maxSignOn+1500 {
		t.Errorf("%d bytes are held of a server that lets nobody in", out.Len())
	}
}
