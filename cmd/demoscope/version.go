package main

import (
	"regexp"
	"runtime/debug"
	"strings"
)

// version returns which build this is: a release and its commit, or the commit that it was built from.
func version() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "unknown"
	}
	return versionOf(info)
}

// pseudo is the end of a version that Go makes of a commit without a tag: when, and which.
var pseudo = regexp.MustCompile(`[-.]\d{14}-([0-9a-f]{12})$`)

// versionOf is version of what the builder has noted.
func versionOf(info *debug.BuildInfo) string {
	commit, changed := "", ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			commit = s.Value[:min(len(s.Value), 12)]
		case s.Key == "vcs.modified" && s.Value == "true":
			changed = " modified"
		}
	}
	release := strings.TrimSuffix(info.Main.Version, "+dirty")
	if m := pseudo.FindStringSubmatch(release); m != nil {
		release = ""
		if commit == "" { // installed from a proxy, which has no repository
			commit = m[1]
		}
	}
	if release == "(devel)" {
		release = ""
	}
	switch {
	case release != "" && commit != "":
		return release + " (" + commit + ")" + changed
	case release != "" || commit != "":
		return release + commit + changed
	}
	return "built from source"
}
