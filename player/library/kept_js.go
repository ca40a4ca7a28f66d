package library

import "errors"

// openKept opens what is kept in a folder; a browser has none.
func openKept(string, store) (store, error) { return nil, errors.ErrUnsupported }

// damaged reports whether an error says that what is kept is of no use.
func damaged(error) bool { return false }
