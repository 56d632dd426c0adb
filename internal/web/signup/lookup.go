package signup

import (
	"context"
	"strings"

	"tourney/internal/format/ratinglist"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A lookupView is the public search of the stored rating lists.
type lookupView struct {
	*i18n.Language
	// Kept is set if the organisation has a list to search.
	Kept  bool
	Query string
	Found []candidateView
	// Partial is the line above players whose family name alone matches the query.
	Partial string
	None    bool
}

// A candidateView is the public part of a rating list's player.
type candidateView struct {
	Address                           string // of the form filled with the player
	Entry                             string // identifies the player in the form
	Name, Rank, Club, Country, Number string

	entry  *ratinglist.Entry
	listed tournament.Player
}

// mostFound limits the players that a search shows.
const mostFound = 8

func (s *Handlers) lookup(ctx context.Context, lang *i18n.Language, t *tournament.Tournament, query string) (lookupView, error) {
	view := lookupView{Language: lang, Query: page.Clip(strings.TrimSpace(query))}
	lists, err := s.Director.RatingLists().At(ctx, t.Info.Slug)
	if err != nil {
		return view, err
	}
	kept, err := lists.All(ctx)
	view.Kept = len(kept) > 0
	if err != nil || view.Query == "" {
		return view, err
	}
	found, partial, err := lists.Lookup(ctx, view.Query, mostFound)
	if err != nil {
		return view, err
	}
	for _, f := range found {
		v := newCandidateView(f.Hit.List, f.Entry)
		v.Entry, v.Address = f.Key(), publicPath(t)+"/sign-up?take="+f.Key()
		view.Found = append(view.Found, v)
	}
	if partial != nil {
		view.Partial = page.Text(lang, partial)
	}
	view.None = len(view.Found) == 0
	return view, nil
}

func newCandidateView(l *ratinglist.List, e *ratinglist.Entry) candidateView {
	return candidateView{
		Name: e.Name(), Rank: e.Rank.String(), Club: e.Club, Country: e.Country, Number: e.ID(),
		entry: e, listed: l.Fill(tournament.Player{}, e),
	}
}

// findListed returns the player of a list for an entry in a form or an address, such as 3-120.
func (s *Handlers) findListed(ctx context.Context, t *tournament.Tournament, text string) (*tournament.Player, *candidateView, error) {
	lists, err := s.Director.RatingLists().At(ctx, t.Info.Slug)
	if err != nil {
		return nil, nil, err
	}
	list, e, err := lists.ByKey(ctx, text)
	if err != nil {
		return nil, nil, err
	}
	v := newCandidateView(list, e)
	v.Entry = text
	return &v.listed, &v, nil
}
