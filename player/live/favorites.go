package live

import (
	"bytes"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"demoscope/internal/atomicfile"
	"demoscope/internal/bounded"
	"demoscope/internal/settings"
)

const (
	// maxFavorites is the maximum number of favorite servers, more than anybody needs.
	maxFavorites = 1000
	// maxFavoritesFile is the maximum size of the file in bytes.
	maxFavoritesFile = 256 << 10
)

// FavoritesFile returns the path of the list of favorite servers: servers.txt in the settings folder, or "" if there is
// no such folder.
func FavoritesFile() string { return settings.File("servers.txt") }

// Favorites returns the servers of a list in its order. The file has one HOST:PORT per line; a missing file is an empty
// list. The error also reports invalid lines, and the servers of the valid lines are returned with it.
func Favorites(path string) ([]string, error) {
	if path == "" {
		return nil, nil
	}
	data, err := bounded.ReadFile(path, maxFavoritesFile)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var list []string
	wrong := bounded.BadLines{Path: path}
	for i, line := range strings.Split(string(data), "\n") {
		address := strings.TrimSpace(line)
		if address == "" || strings.HasPrefix(address, "#") {
			continue
		}
		address, err := ServerName(address)
		switch {
		case err != nil:
			wrong.Add(i+1, err.Error())
		case !slices.Contains(list, address) && len(list) < maxFavorites:
			list = append(list, address)
		}
	}
	return list, wrong.Err()
}

// ServerName returns the address of a server as HOST:PORT.
func ServerName(text string) (string, error) {
	name := strings.TrimSpace(text)
	if server, ok := ServerAddress(name); ok {
		name = server
	}
	address := withPort(name, serverPort)
	host, port, err := net.SplitHostPort(address)
	if err != nil || host == "" || strings.HasPrefix(host, "-") || len(host) > 253 ||
		strings.ContainsFunc(address, func(r rune) bool {
			return r <= ' ' || r > '~' || r == '"' || r == '/' || r == '#'
		}) {
		return "", fmt.Errorf("invalid server address %q", text)
	}
	if _, err := netip.ParseAddr(host); strings.Contains(host, ":") && err != nil {
		return "", fmt.Errorf("invalid server address %q", text)
	}
	if _, err := parsePort(port); err != nil {
		return "", fmt.Errorf("invalid server address %q: %w", text, err)
	}
	return address, nil
}

// patience is how long to wait for another window that writes the list.
const patience = time.Second

// SetFavorite adds a server to a list or removes it. The error is [atomicfile.ErrLocked] if the list is locked for
// longer than a second.
func SetFavorite(path, address string, favorite bool) error {
	address, err := ServerName(address)
	if err != nil {
		return err
	}
	if path == "" {
		return settings.Missing()
	}
	if err := atomicfile.MkdirAll(filepath.Dir(path)); err != nil {
		return err
	}
	unlock, err := atomicfile.Lock(path+".lock", patience)
	if errors.Is(err, atomicfile.ErrLocked) {
		return fmt.Errorf("%s: %w", path, err) // writing anyway would lose the other's changes
	}
	if err == nil { // without locks in the file system, go on unlocked
		defer unlock()
	}
	list, err := Favorites(path)
	if err != nil {
		return err // don't replace an unreadable list
	}
	list = slices.DeleteFunc(list, func(a string) bool { return a == address })
	if favorite {
		if len(list) == maxFavorites {
			return fmt.Errorf("too many favorites: at most %d", maxFavorites)
		}
		list = append(list, address)
	}
	var b bytes.Buffer
	b.WriteString("# Demoscope's favorite servers, one HOST:PORT per line.\n")
	for _, a := range list {
		fmt.Fprintln(&b, a)
	}
	return atomicfile.Write(path, b.Bytes(), 0o600)
}
