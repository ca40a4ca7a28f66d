package dataset

import (
	"errors"
	"io"
)

// newParquet is not there in a browser, whose download the library would make ten megabytes larger.
func newParquet[T any](io.Writer) (Writer[T], error) {
	return nil, errors.New("browsers can't write Parquet")
}
