//go:build !js

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"

	"github.com/ncruces/zenity"

	"demoscope/assets"
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
