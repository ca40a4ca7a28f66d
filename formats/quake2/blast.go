package quake2

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"errors"
	"hash/adler32"
	"io"
	"math"

	"github.com/klauspost/compress/flate"

	"demoscope/formats/message"
	"demoscope/formats/wire"
)

// errPacked says that compressed bytes are damaged, or don't have the stated uncompressed length.
var errPacked = errors.New("packed data cannot be unpacked")

// unpacker decompresses messages of at most 64 KiB each. It reuses its tables, because the standard library's reader
// allocates them for each stream.
type unpacker struct {
	source bytes.Reader
	flate  io.ReadCloser
	plain  []byte
}

// Sizes of zlib's header and checksum around a deflate stream.
const (
	zlibHeader = 2
	zlibSum    = 4
)

// unpack decompresses bytes to exactly plain bytes, valid until the next call. raw says that the header and the
// checksum of zlib are missing.
func (u *unpacker) unpack(packed []byte, plain uint16, raw bool) ([]byte, error) {
	var sum []byte
	if !raw {
		const deflate, dictionary = 8, 0x20
		if len(packed) < zlibHeader+zlibSum || packed[0]&0x0f != deflate || packed[1]&dictionary != 0 ||
			binary.BigEndian.Uint16(packed)%31 != 0 {
			return nil, errPacked
		}
		packed, sum = packed[zlibHeader:len(packed)-zlibSum], packed[len(packed)-zlibSum:]
	}
	u.source.Reset(packed)
	if u.flate == nil {
		u.flate = flate.NewReader(&u.source)
		u.plain = make([]byte, math.MaxUint16+1)
	} else if err := u.flate.(flate.Resetter).Reset(&u.source, nil); err != nil {
		return nil, errPacked
	}
	n, err := io.ReadFull(u.flate, u.plain[:int(plain)+1])
	if n != int(plain) || err != io.ErrUnexpectedEOF && err != io.EOF {
		return nil, errPacked
	}
	// The stream must end here: reading another byte must return io.EOF.
	if err == io.ErrUnexpectedEOF {
		if _, err := u.flate.Read(u.plain[n : n+1]); err != io.EOF {
			return nil, errPacked
		}
	}
	if sum != nil && adler32.Checksum(u.plain[:n]) != binary.BigEndian.Uint32(sum) {
		return nil, errPacked
	}
	return u.plain[:n:n], nil
}

// pack compresses bytes, with zlib's header.
func pack(plain []byte) []byte {
	var b bytes.Buffer
	w := zlib.NewWriter(&b)
	_, _ = w.Write(plain) // a buffer never fails
	_ = w.Close()
	return b.Bytes()
}

// enter codes compressed bytes with their sizes. It reports whether to code their content next, up to leave: when
// reading, and when compressing anew.
func (c *coder) enter(m *message.Quake2Packed) bool {
	if !c.Reading() && len(m.Packed) == 0 {
		c.outerWriter = c.Writer()
		c.Codec.Write(new(wire.Writer))
		return true
	}
	plain := c.packed(m, false)
	if plain == nil {
		return false
	}
	c.outer = c.Reader()
	c.inner.Reset(plain)
	c.Codec.Read(&c.inner)
	return true
}

// packed codes compressed bytes with their sizes. When reading, it returns their content, nil if decompression fails.
// raw is as in [unpacker.unpack].
func (c *coder) packed(m *message.Quake2Packed, raw bool) []byte {
	n := uint16(len(m.Packed))
	if len(m.Packed) > math.MaxUint16 {
		c.Fail(message.ErrTooLarge)
		return nil
	}
	c.Word(&n)
	c.Word(&m.Plain)
	c.Bytes(&m.Packed, int(n))
	if !c.Reading() || c.Reader().Overrun() {
		return nil
	}
	plain, err := c.unpacker.unpack(m.Packed, m.Plain, raw)
	if err != nil {
		c.Fail(err)
		return nil
	}
	return plain
}

// leave ends the content of compressed bytes.
func (c *coder) leave(m *message.Quake2Packed) {
	err := c.Err()
	if c.Reading() {
		if err == nil && c.inner.Overrun() {
			err = message.ErrTruncated
		}
		c.Codec.Read(c.outer)
	} else {
		plain := c.Writer().Data
		if c.Codec.Write(c.outerWriter); err == nil && len(plain) > math.MaxUint16 {
			err = message.ErrTooLarge
		}
		if err == nil {
			m.Packed, m.Plain = pack(plain), uint16(len(plain))
			c.enter(m)
			return
		}
	}
	if err != nil {
		c.Fail(err)
	}
}

// configStrings codes config strings up to the end of the data, or if end is not negative, up to that index.
func (c *coder) configStrings(list *[]message.ConfigString, end int) {
	if !c.Reading() {
		for i := range *list {
			CodeConfigString(&c.Codec, &(*list)[i])
		}
		if end >= 0 {
			c.Writer().Word(uint16(end))
		}
		return
	}
	*list = (*list)[:0]
	r := c.Reader()
	for !r.Overrun() && (end >= 0 || r.Len() > 0) {
		index := r.Word()
		if end >= 0 && int(index) == end {
			return
		}
		if int(index) >= c.p.Numbering().End || len(*list) >= c.p.Numbering().End {
			c.Fail(message.ErrRange)
			return
		}
		s := next(list)
		s.Index, s.Text = index, r.String()
	}
}

// baselines codes baselines up to the end of the data.
func (c *coder) baselines(list *[]message.EntityDelta) {
	if !c.Reading() {
		for i := range *list {
			c.baseline(&(*list)[i])
		}
		return
	}
	*list = (*list)[:0]
	for r := c.Reader(); r.Len() > 0 && !c.Failed(); {
		if len(*list) >= maxEntitiesExtended {
			c.Fail(message.ErrRange)
			return
		}
		c.baseline(next(list))
	}
}

func codeConfigStrings(c *coder, m *message.Quake2ConfigStrings) {
	if m.Stream {
		c.configStrings(&m.Strings, c.p.Numbering().End)
		return
	}
	if c.enter(&m.Quake2Packed) {
		c.configStrings(&m.Strings, -1)
		c.leave(&m.Quake2Packed)
	}
}

func codeBaselines(c *coder, m *message.Quake2Baselines) {
	if m.Stream {
		c.entities(&m.Entities)
		return
	}
	if c.enter(&m.Quake2Packed) {
		c.baselines(&m.Entities)
		c.leave(&m.Quake2Packed)
	}
}

func codeGameState(c *coder, m *message.Quake2GameState) {
	c.configStrings(&m.Strings, c.p.Numbering().End)
	c.entities(&m.Entities)
}

// restartEnd is the index that ends a level_restart.
const restartEnd = 1<<16 - 1

func codeLevelRestart(c *coder, m *message.Quake2LevelRestart) {
	c.configStrings(&m.Strings, restartEnd)
}

// codeZip codes compressed messages. Their content follows as separate messages: see [Parser.Follows].
func codeZip(c *coder, m *message.Quake2Zip) {
	if len(m.Packed) == 0 && !c.Reading() {
		c.Fail(errPacked)
		return
	}
	if c.zipped && c.Reading() {
		c.Fail(message.ErrUnknown) // nested
		return
	}
	if plain := c.packed(&m.Quake2Packed, true); plain != nil {
		c.zip.Reset(plain)
		c.zipped = true
	}
}

func codeZipDownload(c *coder, m *message.Quake2ZipDownload) {
	if c.Reading() {
		m.Data = nil
	}
	c.Short(&m.Size)
	c.Byte(&m.Percent)
	if m.Size > 0 {
		c.Bytes(&m.Data, int(m.Size))
	}
}
