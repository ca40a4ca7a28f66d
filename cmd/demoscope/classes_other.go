//go:build !windows

package main

import "errors"

// userClasses returns the keys of the user: only Windows has them.
func userClasses() (classes, error) { return nil, errors.New("no registry on this system") }
