// Package loopback has servers for tests, on this machine alone.
package loopback

import (
	"net"
	"testing"
)

// Answer answers datagrams until the test ends, and returns the address for them, HOST:PORT: reply is called
// with one after the other, on one goroutine, and sends as many back as it likes.
func Answer(t testing.TB, reply func(datagram string, send func(string))) (address string) {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan struct{})
	go func() {
		defer close(done)
		buffer := make([]byte, 2048)
		for {
			n, from, err := conn.ReadFrom(buffer)
			if err != nil {
				return
			}
			reply(string(buffer[:n]), func(d string) { _, _ = conn.WriteTo([]byte(d), from) })
		}
	}()
	t.Cleanup(func() {
		conn.Close()
		<-done
	})
	return conn.LocalAddr().String()
}
