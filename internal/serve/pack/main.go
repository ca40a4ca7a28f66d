// Pack compresses standard input with Brotli at the best level, for .ci/page. It takes a minute.
package main

import (
	"fmt"
	"io"
	"os"

	"github.com/andybalholm/brotli"
)

func main() {
	w := brotli.NewWriterOptions(os.Stdout, brotli.WriterOptions{Quality: brotli.BestCompression, LGWin: 24})
	_, err := io.Copy(w, os.Stdin)
	if err == nil {
		err = w.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "pack:", err)
		os.Exit(1)
	}
}
