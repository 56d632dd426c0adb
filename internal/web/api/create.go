package api

import (
	"cmp"
	"net/http"
	"net/url"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/site"
)

// infoFields are the fields about a tournament itself, by their names in forms.
var infoFields = form.Pick(form.InfoFields, "name", "slug", "place", "country", "begin", "end", "zone", "director", "hidden")

// tournamentFields are their kinds in requests, with the preset of the settings and an optional number of rounds.
var tournamentFields = fields{
	"name": words, "slug": words, "place": words, "country": words, "begin": words, "end": words, "zone": words, "director": words, "hidden": yesNo,
	"preset": words, "rounds": digits, "once": words,
}

// postTournament creates a tournament of the token's organisation.
func (s *Handlers) postTournament(c *gin.Context, sent url.Values) (int, any, error) {
	if c.GetHeader("If-Match") != "" {
		return 0, nil, fault.New(fault.Outdated, "api.match.new")
	}
	var info tournament.Info
	if err := readFields(infoFields, sent, &info); err != nil {
		return 0, nil, err
	}
	if err := requireFields(sent, "name", "preset"); err != nil {
		return 0, nil, err
	}
	settings, err := tournament.PresetNamed(sent.Get("preset"))
	if err != nil {
		return 0, nil, err
	}
	rounds, err := intField("rounds", sent)
	if err != nil {
		return 0, nil, err
	}
	if sent.Get("rounds") != "" {
		settings.Rounds = rounds
	}
	info.Zone = cmp.Or(info.Zone, form.ZoneFor(info.Country, ""))
	token, _ := site.Program(c)
	ctx := c.Request.Context()
	slug, err := s.Director.Create(ctx, s.DeskActor(c), director.Creation{
		Info: info, Settings: settings, Founding: director.Founding{Once: site.IdempotencyKey(c), Organisation: token.Organisation},
	})
	if err != nil {
		return 0, nil, err
	}
	snapshot, err := s.Director.Snapshot(ctx, slug)
	if err != nil {
		return 0, nil, err
	}
	t := snapshot.Public().Tournament
	c.Header("Location", "/api/v1/tournaments/"+slug)
	setTag(c, t)
	return http.StatusCreated, NewTournamentDocument(t), nil
}
