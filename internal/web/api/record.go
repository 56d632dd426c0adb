package api

import (
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// recordFields are the parameters of a game record: the SGF, whether to replace another record, and whether to enter
// the result for a game without one.
var recordFields = fields{"sgf": words, "replace": yesNo, "takeResult": yesNo, "reason": words}

// mostRecord limits a request with a record, in bytes: JSON may write a letter of two bytes as six.
const mostRecord = 3*gamerecord.MostBytes + mostBody

// A RecordDocument is a game with its record, and the record's check by the rules.
type RecordDocument struct {
	Game   GameLine   `json:"game"`
	Record recordLine `json:"record"`
}

type recordLine struct {
	// Hash is the hash of the text.
	Hash  string `json:"hash"`
	Moves int    `json:"moves"`
	// Legal is set if no move breaks a rule, Result is the result in the record, "" without one.
	Legal  bool   `json:"legal"`
	Result string `json:"result,omitempty"`
	// Findings are notes for a person to check, in the language of the response.
	Findings []string `json:"findings"`
}

// postRecord stores the record of the game in the address.
func (s *Handlers) postRecord(c *gin.Context, sent url.Values) (int, any, error) {
	t, err := s.public(c)
	if err != nil {
		return 0, nil, err
	}
	id, err := strconv.Atoi(c.Param("game"))
	g := t.Game(id)
	if err != nil || g == nil {
		return 0, nil, fault.New(fault.NotFound, "game.unknown", fault.Clip(c.Param("game")))
	}
	if err := requireFields(sent, "sgf"); err != nil {
		return 0, nil, err
	}
	ed, ctx := s.editor(c, sent), c.Request.Context()
	if sent.Get("replace") != "" {
		err = ed.Game(id).AttachRecord(ctx, []byte(sent.Get("sgf")))
	} else {
		err = ed.Game(id).ReplaceRecord(ctx, "", []byte(sent.Get("sgf")))
	}
	if fault.Is(err, "records.overtaken") && sent.Get("replace") == "" {
		return 0, nil, site.AtField("replace", fault.New(fault.Conflict, "api.record"))
	}
	if f, is := fault.As(err); is && (f.Kind == fault.Invalid || f.Kind == fault.TooLarge) {
		return 0, nil, site.AtField("sgf", err)
	}
	if err == nil && sent.Get("takeResult") != "" {
		err = s.Director.On(s.DeskActor(c), t.Info.Slug).Because(sent.Get("reason")).Round(g.Round).TakeResults(ctx, []int{id})
	}
	if err != nil {
		return 0, nil, err
	}
	return s.recordAnswer(c, id)
}

// recordAnswer answers with a game and its record.
func (s *Handlers) recordAnswer(c *gin.Context, id int) (int, any, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return 0, nil, err
	}
	t := s.withDraft(c, snapshot)
	g := t.Game(id)
	if g == nil || g.Record == "" { // it was removed since
		return 0, nil, fault.New(fault.NotFound, "game.unknown", id)
	}
	review, err := s.Director.Review(c.Request.Context(), snapshot.Tournament, id)
	if err != nil {
		return 0, nil, err
	}
	setTag(c, t)
	return http.StatusOK, RecordDocument{NewGameLine(t, g), s.recordLine(c, g, review)}, nil
}

func (s *Handlers) recordLine(c *gin.Context, g *tournament.Game, review *director.Review) recordLine {
	line := recordLine{Hash: g.Record, Moves: review.Verdict.Moves, Legal: review.Verdict.Legal, Findings: []string{}}
	if result, ok := tournament.ResultOf(review.Verdict); ok {
		line.Result = result.String()
	}
	line.Findings = append(line.Findings, public.RecordFindings(s.Language(c), g, review)...)
	return line
}
