//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/ncruces/zenity"

	"demoscope/assets"
	"demoscope/internal/humanize"
	"demoscope/internal/m3u"
	"demoscope/player/live"
	"demoscope/player/lobby"
	"demoscope/player/recent"
	"demoscope/render/app"
	"demoscope/render/scene"
)

// welcome is the notice for users without a library or recently watched demos.
const welcome = "Drop a demo or a folder here. Shift+Esc: library."

// newHome returns the demo browser of a window. The window starts with it if no demo is named, except the first time:
// then it plays the sample with the welcome notice.
func (c *playCmd) newHome(s *streams) *app.Home {
	h := &app.Home{Recent: recent.Open(recent.File()), Open: s.openLibrary, Choose: chooseFolder,
		OpenPictureSource: c.openPictureSource(), Pictures: app.OpenPictures(), Games: homeGames()}
	unnamed := len(c.Files) == 0 && !c.saysHow()
	if !unnamed {
		return h
	}
	h.Library = s.openLibrary()
	if l := h.Library; l.List().Len() > 0 || len(l.Folders()) > 0 || len(h.Recent.Entries()) > 0 {
		h.Begin = true
	} else {
		h.Welcome = welcome
	}
	return h
}

// openPictureSource returns the function that opens a demo for its picture. It prints no errors, because the viewer has
// not asked for the demo yet.
func (c *playCmd) openPictureSource() func(path string) (*app.PictureSource, error) {
	quiet := &streams{in: strings.NewReader(""), out: io.Discard, err: io.Discard}
	return func(path string) (*app.PictureSource, error) {
		demo, err := openDemo(path)
		if err != nil {
			return nil, err
		}
		search, err := c.search(quiet, demo)
		if err != nil {
			return nil, err
		}
		return &app.PictureSource{
			Demo: demo, Maps: c.maps(quiet, search).load, SurveyStore: levelCache(demo), Palette: palette(quiet,
				search),
			Models: assets.NewModels(search, scene.BrushModel),
			Close:  func() { search.Close() },
		}, nil
	}
}

// homeGames returns the functions with which the window finds live games.
func homeGames() *app.Games {
	return &app.Games{
		Ask: func(ctx context.Context, each func(lobby.Game)) []error {
			favorites, err := live.Favorites(live.FavoritesFile())
			var failed []error
			if err != nil {
				failed = append(failed, fmt.Errorf("can't read your favorites: %w", err))
			}
			var asked sync.WaitGroup
			var telling sync.Mutex
			ask := func(addresses []string) {
				_ = live.AskServers(ctx, addresses, live.ServersOptions{}, func(srv live.Server) {
					if game, ok := gameOf(&srv, favorites); ok {
						telling.Lock()
						defer telling.Unlock()
						each(game)
					}
				}) // servers that cannot be queried count as not answering
			}
			asked.Go(func() { ask(favorites) }) // before the masters have answered
			servers, wrong := live.Addresses(ctx, live.Masters, nil, live.ServersOptions{})
			ask(slices.DeleteFunc(servers, func(a string) bool { return slices.Contains(favorites, a) }))
			asked.Wait()
			return append(failed, wrong...)
		},
		Favor: func(address string, favorite bool) error {
			return live.SetFavorite(live.FavoritesFile(), address, favorite)
		},
		Address: live.WatchAddress,
	}
}

// gameOf returns the game of a server; ok is false if the server did not answer.
func gameOf(srv *live.Server, favorites []string) (g lobby.Game, ok bool) {
	if srv.Status == nil {
		return g, false
	}
	g = lobby.New(srv.Address, srv.Ping, srv.Status)
	g.Favorite = slices.Contains(favorites, srv.Address)
	return g, true
}

// chooseFolder opens the system's folder dialog; it returns "" if the user canceled.
func chooseFolder() (string, error) {
	folder, err := zenity.SelectFile(zenity.Title("Select a demo folder"), zenity.Directory())
	switch {
	case errors.Is(err, zenity.ErrCanceled):
		return "", nil
	case err != nil:
		return "", errNoDialog
	}
	return folder, nil
}

// errNoDialog gives alternatives if no dialog can be opened. On Linux, that needs zenity, qarma or matedialog.
var errNoDialog = errors.New(
	"can't open a folder dialog (Linux: install zenity): drop a folder here, type its path, or run " +
		"demoscope add FOLDER")

// saveList writes the demos as a playlist. It reports unreadable demos and leaves them out.
func (c *playCmd) saveList(s *streams, demos []found) error {
	if err := s.checkOutput(c.SaveList, "", nil); err != nil {
		return err
	}
	stop := make(chan struct{})
	defer close(stop)
	var (
		list   []m3u.Entry
		failed error
	)
	for r := range summarizeAll(s, demos, nil, func(*found) {}, stop) {
		f := <-r
		err := f.err
		if err == nil && f.path == standardStream {
			err = fmt.Errorf("%s can't be in a playlist", standardInput)
		}
		if err != nil {
			s.report(err)
			failed = errReported
			continue
		}
		title := f.title
		if title == "" {
			title = f.info.Title()
		}
		path := f.path
		if path == "" {
			path = f.info.File
		}
		entry := m3u.Entry{Path: path, Title: printable(title), Seconds: f.info.Duration}
		if _, err := m3u.Format(filepath.Dir(c.SaveList), sampleName, []m3u.Entry{entry}); err != nil {
			s.report(err)
			failed = errReported
			continue
		}
		list = append(list, entry)
	}
	if len(list) == 0 {
		return failed
	}
	data, err := m3u.Format(filepath.Dir(c.SaveList), sampleName, list)
	if err != nil {
		return err
	}
	if err := s.writeFile(c.SaveList, data); err != nil {
		return err
	}
	s.say("%s: %s", c.SaveList, humanize.Count(len(list), "demo"))
	return failed
}
