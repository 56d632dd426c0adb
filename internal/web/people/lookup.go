package people

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"tourney/internal/event/federations"
	"tourney/internal/fault"
	"tourney/internal/format/ratinglist"
	"tourney/internal/i18n"
	"tourney/internal/rank"
	"tourney/internal/results/rating"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A lookupView is the search in the rating lists, above the registration form.
type lookupView struct {
	*i18n.Language
	// Kept is set if the organisation has a list to search.
	Kept  bool
	Home  string // address of the registration page
	Query string
	Found []candidateView
	// Partial is the line above players whose family name alone matches the query.
	Partial string
	// None is set when no player was found.
	None bool
}

// A candidateView is one player of a rating list.
type candidateView struct {
	*ratinglist.Entry
	Address            string // of the form filled with the player
	Rating, List, Last string
	// Here is set when a player of that number or name is registered.
	Here bool
}

// A filledView is the player of a rating list in the form.
type filledView struct {
	Entry  string // the list and the line, as the form sends them back
	Text   string
	Doubts []string
}

// mostFound limits the players that a search shows.
const mostFound = 10

func (s *Handlers) lookup(ctx context.Context, lang *i18n.Language, t *tournament.Tournament, query string) (lookupView, error) {
	view := lookupView{Language: lang, Home: "/desk/" + t.Info.Slug + "/players", Query: strings.TrimSpace(query)}
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
		v := newCandidateView(lang, f.Hit.List, f.Entry)
		v.Address = view.Home + "?take=" + f.Key()
		v.Here = slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return f.Entry.Is(&p) })
		view.Found = append(view.Found, v)
	}
	if partial != nil {
		view.Partial = page.Text(lang, partial)
	}
	view.None = len(view.Found) == 0
	return view, nil
}

func newCandidateView(lang *i18n.Language, l *ratinglist.List, e *ratinglist.Entry) candidateView {
	v := candidateView{Entry: e, Rating: lang.Decimal(federations.Listed(l.Origin, e.Rating)), List: l.Name}
	if e.LastSeen != "" {
		v.Last = lang.T("lookup.last", page.LastPlayed(lang, e.LastSeen))
	}
	return v
}

// A namedEntry is the entry of a rating list for a key in a form or an address, such as "3-120".
type namedEntry struct {
	name  string
	list  *ratinglist.List
	entry *ratinglist.Entry
}

// entry finds a named entry in the lists of a tournament.
func (s *Handlers) entry(ctx context.Context, slug, text string) (named namedEntry, err error) {
	lists, err := s.Director.RatingLists().At(ctx, slug)
	if err != nil {
		return named, err
	}
	named.name = text
	named.list, named.entry, err = lists.ByKey(ctx, text)
	return named, err
}

func newFilledView(lang *i18n.Language, named namedEntry, declared rank.Rank) *filledView {
	l, e := named.list, named.entry
	listed := newCandidateView(lang, l, e)
	text := joinFacts(l.Name, e.Name(), e.ID(), e.Rank.String(), listed.Rating, e.Country, e.Club, listed.Last)
	doubts := page.Texts(lang, l.Doubts(&tournament.Player{Rank: declared}, e))
	return &filledView{Entry: named.name, Text: text, Doubts: doubts}
}

// joinFacts joins the facts that are not "".
func joinFacts(facts ...string) string {
	return strings.Join(slices.DeleteFunc(facts, func(fact string) bool { return fact == "" }), " · ")
}

// sharesName reports whether a typed name shares a word with the entry in the form; if not, it is another player.
func sharesName(p *tournament.Player, e *ratinglist.Entry) bool {
	listed := spelling.Words(e.Name())
	return slices.ContainsFunc(spelling.Words(p.Name()), func(word string) bool { return slices.Contains(listed, word) })
}

// rankDoubt returns a warning when rank and rating disagree, otherwise "".
func rankDoubt(lang *i18n.Language, p *tournament.Player) string {
	for _, finding := range ratinglist.Disagreement(rating.Declared(p), p.Rating, p.RatingOrigin) {
		return lang.T(finding.Key, finding.Args...)
	}
	return ""
}

// parseChoice parses a player and a line of a list: "17-120".
func parseChoice(text string) (tournament.PlayerID, int, error) {
	player, line, ok := strings.Cut(text, "-")
	id, err := strconv.Atoi(player)
	if !ok || err != nil {
		return 0, 0, fault.New(fault.Invalid, "ratinglist.entry", fault.Clip(text))
	}
	return tournament.PlayerID(id), page.Natural(line), nil
}
