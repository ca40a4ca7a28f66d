//go:build !js

package dataset

import (
	"io"

	"github.com/parquet-go/parquet-go"
)

// rowsTogether is how many rows a group of a Parquet file has: readers skip whole groups, and a
// group is held until it is written.
const rowsTogether = 1 << 17

// columns writes Parquet.
type columns[T any] struct{ w *parquet.GenericWriter[T] }

func newParquet[T any](out io.Writer) (Writer[T], error) {
	return &columns[T]{parquet.NewGenericWriter[T](out, parquet.Compression(&parquet.Zstd),
		parquet.MaxRowsPerRowGroup(rowsTogether))}, nil
}

func (c *columns[T]) Write(rows []T) error {
	_, err := c.w.Write(rows)
	return err
}

func (c *columns[T]) Close() error { return c.w.Close() }
