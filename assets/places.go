package assets

import (
	"os"
	"path/filepath"
	"slices"
)

// title is a set of games as sold; QuakeWorld is played from Quake's folders.
type title uint8

const (
	titleQuake title = 1 << iota
	titleQuake2
	titleQuake3
)

// titles returns the titles whose folders a family of games uses.
func (g Game) titles() title {
	switch g {
	case Quake, QuakeWorld:
		return titleQuake
	case Quake2:
		return titleQuake2
	case Quake3:
		return titleQuake3
	}
	return titleQuake | titleQuake2 | titleQuake3
}

// installedFolder is a base folder in which games are usually installed.
type installedFolder struct {
	path   string
	why    string
	titles title
}

// system is the information about the machine for systemFolders.
type system struct {
	getenv func(string) string
	home   string
	root   string // prefix of absolute paths, for tests
}

func newSystem(o Options) system {
	home := o.getenv(homeVariable)
	if home == "" && o.Getenv == nil {
		home, _ = os.UserHomeDir()
	}
	if !filepath.IsAbs(home) {
		home = "" // leaves out the home folders: a relative one would depend on the working folder
	}
	return system{getenv: o.getenv, home: home, root: o.systemRoot}
}

// installedFolders lists the folders of a family, the most important first.
func installedFolders(s system, g Game) []installedFolder {
	var list []installedFolder
	for _, f := range systemFolders(s) {
		if f.titles&g.titles() != 0 &&
			!slices.ContainsFunc(list, func(o installedFolder) bool { return o.path == f.path }) {
			list = append(list, f)
		}
	}
	return list
}
