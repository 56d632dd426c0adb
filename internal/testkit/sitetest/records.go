package sitetest

import (
	"archive/zip"
	"bytes"
	"context"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"tourney/internal/tournament"
)

// GameAt returns the desk's address of a game of the cup.
func (s *Site) GameAt(round, table int) (*tournament.Game, string) {
	s.T.Helper()
	snapshot, err := s.Director.Snapshot(s.T.Context(), "spring-cup")
	s.Check(err)
	g := snapshot.Tournament.Round(round).At(table)
	return g, "/games/" + strconv.Itoa(g.ID)
}

// Slip returns the link on the slip of a game of the cup.
func (s *Site) Slip(round, table int) string {
	s.T.Helper()
	g, _ := s.GameAt(round, table)
	token, err := s.Director.GameToken(s.T.Context(), s.State("spring-cup"), g)
	s.Check(err)
	return "/t/spring-cup/report/" + token
}

// ReplaceRecord replaces the record of a game: the desk sees both and confirms it.
func (s *Site) ReplaceRecord(game, record string) {
	s.T.Helper()
	at := s.SeeOther(s.Upload(game, "other.sgf", []byte(record)))
	if !strings.HasPrefix(at, game+"/compare/") {
		s.T.Fatalf("the comparison is at %s", at)
	}
	doc := s.Page(s.Get(at), http.StatusOK)
	s.SeeOther(s.Post(at, url.Values{"seen": {doc.Find("main form button[name=seen]").AttrOr("value", "")}}))
}

// Record makes a game of the second round live and returns its number and the address
// of its recorder.
func (s *Site) Record(table int) (game int, path string) {
	s.T.Helper()
	game = s.Game(2, table).ID
	s.Check(s.Director.On(Anna, "spring-cup").Game(game).GoLive(context.Background()))
	now := s.State("spring-cup")
	token, err := s.Director.LiveGames().Token(context.Background(), now, now.Game(game))
	s.Check(err)
	return game, "/t/spring-cup/recorder/" + token
}

// Files returns the files of an archive by name, and their names in its order.
func (s *Site) Files(data []byte) (map[string]string, []string) {
	s.T.Helper()
	archive, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	s.Check(err)
	files, names := map[string]string{}, []string{}
	for _, f := range archive.File {
		r, err := f.Open()
		s.Check(err)
		text, err := io.ReadAll(r)
		s.Check(err)
		if _, twice := files[f.Name]; twice {
			s.T.Errorf("%s is there twice", f.Name)
		}
		files[f.Name], names = string(text), append(names, f.Name)
	}
	return files, names
}

// Offline returns the archive of the public pages of a tournament as the desk sends it.
func (s *Site) Offline(slug string) []byte {
	s.T.Helper()
	return []byte(s.Body(s.Get("/desk/" + slug + "/exports/site")))
}
