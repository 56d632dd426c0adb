package api

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/site"
)

// resultFields are a result, the revision of the game that the program saw, and the reason that a correction of an
// earlier round needs.
var resultFields = fields{"result": words, "seen": digits, "reason": words}

// postResult enters the result of the game in the address at the revision that the program saw.
func (s *Handlers) postResult(c *gin.Context, sent url.Values) (int, any, error) {
	t, err := s.public(c)
	if err != nil {
		return 0, nil, err
	}
	entry, err := newEntry(t, c.Param("game"), sent)
	if err != nil {
		return 0, nil, err
	}
	done, err := s.editor(c, sent).Enter(c.Request.Context(), entry)
	if err == nil && done.Effect == tournament.Unchanged && done.Now.Dispute.Open() {
		err = fault.New(fault.Conflict, "api.dispute", done.Now.Table, done.Now.Revision)
	}
	if err != nil {
		return 0, nil, err
	}
	if t, err = s.public(c); err != nil {
		return 0, nil, err
	}
	// The game at the version of the ETag, which may be a later one.
	g := t.Game(done.Now.ID)
	if g == nil {
		return 0, nil, fault.New(fault.NotFound, "game.unknown", c.Param("game"))
	}
	setTag(c, t)
	return http.StatusOK, NewGameLine(t, g), nil
}

// newEntry parses a result for the game of a number.
func newEntry(t *tournament.Tournament, number string, sent url.Values) (e tournament.Entry, err error) {
	id, err := strconv.Atoi(number)
	g := t.Game(id)
	if err != nil || g == nil {
		return e, fault.New(fault.NotFound, "game.unknown", fault.Clip(number))
	}
	e.Round, e.Table, e.Game = g.Round, g.Table, g.ID
	if err = requireFields(sent, "result", "seen"); err == nil {
		e.Seen, err = intField("seen", sent)
	}
	if err != nil {
		return e, err
	}
	if e.Result, err = tournament.ParseResult(sent.Get("result")); err == nil {
		err = t.CheckMargin(g, e.Result)
	}
	return e, err
}

// drawFields are the seed, as a number or as text, and whether an existing draft is replaced.
var drawFields = fields{"seed": digits, "seedText": words, "again": yesNo, "reason": words}

// postDraw makes the draft of the round in the address. An existing draft stays unless again is set.
func (s *Handlers) postDraw(c *gin.Context, sent url.Values) (int, any, error) {
	n, err := round(c)
	if err != nil {
		return 0, nil, err
	}
	seed, err := seedOf(sent)
	if err != nil {
		return 0, nil, err
	}
	draw := s.editor(c, sent).Round(n).Draft
	if sent.Get("again") != "" {
		draw = s.editor(c, sent).Round(n).Pair
	}
	if err := draw(c.Request.Context(), seed); err != nil {
		return 0, nil, err
	}
	return s.roundAnswer(c, n)
}

// seedOf returns the seed in a request, 1 without one.
func seedOf(sent url.Values) (uint64, error) {
	text, name := sent.Get("seed"), "seed"
	switch other := sent.Get("seedText"); {
	case text == "":
		text, name = other, "seedText"
	case other != "" && other != text:
		return 0, site.AtField("seedText", fault.New(fault.Invalid, "api.differ", "seed", "seedText"))
	}
	if text == "" {
		return 1, nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, site.AtField(name, fault.New(fault.Invalid, "draw.seed.invalid", fault.Clip(text)))
	}
	return seed, nil
}

// publicationFields are the fields of a publication.
var publicationFields = fields{"reason": words}

// postPublication publishes the round in the address. A published round stays published.
func (s *Handlers) postPublication(c *gin.Context, sent url.Values) (int, any, error) {
	n, err := round(c)
	if err == nil {
		err = s.editor(c, sent).Round(n).Publish(c.Request.Context())
	}
	if err != nil && !fault.Is(err, "round.published") {
		return 0, nil, err
	}
	return s.roundAnswer(c, n)
}

// roundAnswer answers with a round. A draft has the checks of the page of the draw.
func (s *Handlers) roundAnswer(c *gin.Context, n int) (int, any, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return 0, nil, err
	}
	t := s.withDraft(c, snapshot)
	r := t.Round(n)
	if r == nil {
		return 0, nil, fault.New(fault.NotFound, "round.missing", n)
	}
	setTag(c, t)
	d := NewRoundDocument(t, r)
	if !r.Published {
		for _, check := range snapshot.Checks(n) {
			text := s.Language(c).T(check.Key, check.Args...)
			d.Checks = append(d.Checks, CheckLine{check.Key, text, check.Grave, check.Round, check.Tables})
		}
	}
	return http.StatusOK, d, nil
}
