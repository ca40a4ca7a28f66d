package library

import "errors"

// openStore returns an error: a browser has no files.
func openStore(string, store) (store, error) { return nil, errors.ErrUnsupported }

// damaged reports whether an error means that the saved data is unusable.
func damaged(error) bool { return false }
