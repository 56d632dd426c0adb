package signup

import (
	"context"
	"fmt"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/ratinglist"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A lookupView is what everybody may find in the kept rating lists.
type lookupView struct {
	*i18n.Language
	// Kept is set when there is a list to search.
	Kept  bool
	Query string
	Found []candidateView
	// Partial is the line above players who only bear a family name of the query.
	Partial string
	None    bool
}

// A candidateView is a player of a rating list, as far as everybody may know them.
type candidateView struct {
	Address                           string // of the form filled with the player
	Entry                             string // names the player in the form
	Name, Rank, Club, Country, Number string

	listed tournament.Player
}

// mostFound limits the players that a search shows.
const mostFound = 8

func (s *Room) lookup(ctx context.Context, lang *i18n.Language, t *tournament.Tournament, query string) (lookupView, error) {
	view := lookupView{Language: lang, Query: page.Clip(strings.TrimSpace(query))}
	kept, err := s.Director.RatingLists().All(ctx)
	view.Kept = len(kept) > 0
	if err != nil || view.Query == "" {
		return view, err
	}
	found, err := s.Director.RatingLists().Lookup(ctx, view.Query, mostFound)
	if err != nil {
		return view, err
	}
	var hits []ratinglist.Hit
	for _, f := range found {
		hits = append(hits, f.Hit)
		v := newCandidateView(f.Hit.List, f.Entry)
		v.Entry = fmt.Sprintf("%d-%d", f.List, f.Entry.Line)
		v.Address = home(t) + "/sign-up?take=" + v.Entry
		view.Found = append(view.Found, v)
	}
	if note, ok := ratinglist.PartialNote(hits); ok {
		view.Partial = lang.T(note.Key, note.Args...)
	}
	view.None = len(view.Found) == 0
	return view, nil
}

func newCandidateView(l *ratinglist.List, e *ratinglist.Entry) candidateView {
	return candidateView{
		Name: e.Name(), Rank: e.Rank.String(), Club: e.Club, Country: e.Country, Number: e.ID(),
		listed: l.Fill(tournament.Player{}, e),
	}
}

// take returns the player of a list whom a form or an address names, such as 3-120.
func (s *Room) take(ctx context.Context, text string) (*tournament.Player, *candidateView, error) {
	id, line, ok := strings.Cut(text, "-")
	if !ok {
		return nil, nil, fault.New(fault.Invalid, "ratinglist.entry", fault.Clip(text))
	}
	index, _, err := s.Director.RatingLists().Index(ctx, page.Natural(id))
	if err != nil {
		return nil, nil, err
	}
	e := index.List().At(page.Natural(line))
	if e == nil {
		return nil, nil, fault.New(fault.NotFound, "ratinglist.entry", fault.Clip(line))
	}
	v := newCandidateView(index.List(), e)
	v.Entry = text
	return &v.listed, &v, nil
}

// is reports whether a person who signs up is the candidate: by a number of theirs or,
// if they have none in common, by the name.
func (v *candidateView) is(p *tournament.Player) bool {
	numbers := v.listed.Numbers()
	for _, mine := range p.Numbers() {
		for _, number := range numbers {
			if mine == number {
				return true
			}
		}
	}
	return !v.listed.Differs(p) && tournament.Fold(p.Name()) == tournament.Fold(v.Name)
}
