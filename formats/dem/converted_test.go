package dem

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"demoscope/formats/message"
	"demoscope/internal/sums"
)

// copied returns a copy of a message, because conversions change messages in place.
func copied(m message.Message) message.Message {
	c := reflect.New(reflect.TypeOf(m).Elem())
	c.Elem().Set(reflect.ValueOf(m).Elem())
	return c.Interface().(message.Message)
}

// ways are fields that say in which of several ways the rest is written.
var ways = cmp.FilterPath(func(p cmp.Path) bool {
	return slices.Contains([]string{".Bits", ".Kind", ".Long", ".Short", ".HasItems"}, p.Last().String())
}, cmp.Ignore())

// TestConverted compares sums of all messages of each dialect, and of what they are converted to, with a document. What
// is converted there and back without an error is what it was.
func TestConverted(t *testing.T) {
	entry := func(key string, n, refused int, of any) {
		sums.Entry(t, "testdata/converted.txt", key, fmt.Sprintf("%d messages, %d refused, %08x", n, refused,
			sums.Sum(of)))
	}
	for i, from := range dialects() {
		key := fmt.Sprintf("%d %d/%#x", i, from.Protocol, from.Flags)
		list := everything(from)
		info := list[0].(*message.ServerInfo)
		info.Sounds = info.Sounds[:255]
		entry(key+" written", len(list), 0, encode(t, "-1\n", everything(from)))
		for _, number := range []int{protocolQuake, protocolFitz, protocolRMQ} {
			for _, rounded := range []*int{nil, new(int)} {
				c, _ := NewConverter(number, rounded)
				back, _ := NewConverter(int(from.Protocol), nil)
				var texts []string // of errors
				var out []message.Message
				for _, m := range list {
					c.Look(m)
				}
				for i, m := range list {
					m = copied(m)
					more, err := c.Messages(m)
					if err != nil {
						texts = append(texts, err.Error())
						continue
					}
					for _, m := range more {
						out = append(out, copied(m))
					}
					usual := from.Protocol != protocolRMQ || from.Flags == usualFlags
					if from.Extensions != nil || back == nil || !usual || i == 0 && number == int(from.Protocol) {
						continue
					}
					again, err := back.Messages(copied(more[0]))
					if err != nil || rounded != nil {
						continue
					}
					switch again[0].(type) {
					case *message.ServerInfo, *message.Version:
						continue
					}
					if diff := cmp.Diff(list[i], again[0], ways); diff != "" {
						t.Errorf("%s to %d and back: %s", key, number, diff)
					}
				}
				more, err := c.End()
				texts = append(texts, fmt.Sprint(err))
				for _, m := range more {
					out = append(out, copied(m))
				}
				entry(fmt.Sprintf("%s to %d, rounded %v", key, number, rounded != nil), len(out), len(texts)-1,
					[]any{texts, out, rounded})
			}
		}
	}
}
