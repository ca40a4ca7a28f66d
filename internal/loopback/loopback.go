// Package loopback has servers for tests, reachable only from this machine.
package loopback

import (
	"net"
	"testing"
)

// Answer answers datagrams until the test ends, and returns the address for them, HOST:PORT. It calls reply for one
// datagram after the other, on a single goroutine; reply may send any number of datagrams back.
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
