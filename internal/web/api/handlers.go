package api

import (
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// Handlers handle the writes of programs.
type Handlers struct {
	*site.Site
	// writes limits the rate of writes by one token.
	writes *site.Limiter
}

// A token may write that many times at once, and once more after every interval.
const (
	writesAtOnce = 50
	writeAgain   = time.Second / 10
)

// New returns the handlers of a site.
func New(s *site.Site) *Handlers {
	return &Handlers{
		Site: s, writes: site.NewLimiter(s, "api", site.Pace{AtOnce: writesAtOnce, Every: writeAgain}),
	}
}

// ResultRoutes mounts the addresses for a token to results.
func (s *Handlers) ResultRoutes(g *site.Group) {
	s.post(g, "/tournaments/:slug/games/:game/result", resultFields, s.postResult)
	s.postLarge(g, "/tournaments/:slug/games/:game/record", mostRecord, endpoint{recordFields, s.postRecord})
}

// DrawRoutes mounts the addresses for a token to publish.
func (s *Handlers) DrawRoutes(g *site.Group) {
	s.post(g, "/tournaments/:slug/rounds/:round/draw", drawFields, s.postDraw)
	s.post(g, "/tournaments/:slug/rounds/:round/publication", publicationFields, s.postPublication)
}

// PlayerRoutes mounts players, for a token with the whole scope.
func (s *Handlers) PlayerRoutes(g *site.Group) {
	g.Get("/tournaments/:slug/players", site.WithQuery(s.WithTournament(s.sendPlayers)))
	g.Get("/tournaments/:slug/players/:player", site.WithQuery(s.WithTournament(s.sendPlayer)))
	s.post(g, "/tournaments/:slug/players", newPlayerFields, s.postPlayer)
	s.post(g, "/tournaments/:slug/players/:player", editedPlayerFields, s.postEdit)
	s.post(g, "/tournaments/:slug/players/:player/status", statusFields, s.postStatus)
	s.post(g, "/tournaments/:slug/players/:player/rounds/:round", attendanceFields, s.postAttendance)
}

// FoundingRoutes mounts new tournaments, for a token with the whole scope.
func (s *Handlers) FoundingRoutes(g *site.Group) {
	s.post(g, "/tournaments", tournamentFields, s.postTournament)
}

// An action performs a request, and returns the status and the document of the response.
type action func(c *gin.Context, sent url.Values) (status int, document any, err error)

// endpoint are the fields that an address accepts, and its action.
type endpoint struct {
	fields fields
	do     action
}

// PostWords mounts an address that accepts a JSON object whose fields are words.
func (s *Handlers) PostWords(g *site.Group, path string, names []string, do func(c *gin.Context, sent url.Values) (int, any, error)) {
	known := fields{}
	for _, name := range names {
		known[name] = words
	}
	s.post(g, path, known, do)
}

// RateLimited returns the action with a rate limit for its token.
func (s *Handlers) RateLimited(a site.Action) site.Action {
	return func(c *gin.Context) error {
		token, _ := site.Program(c) // the route requires a token
		if err := s.checkRate(c, token.ID); err != nil {
			return err
		}
		return a(c)
	}
}

// checkRate refuses a token that writes too often: "api.slow".
func (s *Handlers) checkRate(c *gin.Context, token int) error {
	err := s.writes.Try(c.Request.Context(), strconv.Itoa(token))
	if f, slow := fault.As(err); slow && f.Kind == fault.TooMany { // its args are the seconds to wait
		return fault.New(fault.TooMany, "api.slow", f.Args...)
	}
	return err
}

// post mounts an address that accepts a JSON object with some fields.
func (s *Handlers) post(g *site.Group, path string, known fields, do action) {
	s.postLarge(g, path, mostBody, endpoint{known, do})
}

// postLarge is post for objects of up to the given bytes.
func (s *Handlers) postLarge(g *site.Group, path string, most int64, t endpoint) {
	g.PostStream(path, most, site.WithQuery(func(c *gin.Context) error {
		token, _ := site.Program(c) // the route requires a token
		if err := s.checkRate(c, token.ID); err != nil {
			return err
		}
		seen, err := seenVersions(c.Request)
		if err != nil {
			return err
		}
		c.Set(seenKey, seen)
		sent, err := readBody(c.Request, most, t.fields)
		if _, keyed := t.fields["once"]; keyed && err == nil {
			err = copyKey(c.Request, sent)
		}
		if err != nil {
			return err
		}
		c.Request.PostForm = sent // site.IdempotencyKey reads it from there
		status, document, err := t.do(c, sent)
		if err != nil {
			return site.AtField(sentAt(c.Request, fieldOf(err)), s.withoutNames(c, rewordFault(err)))
		}
		c.Header("Cache-Control", "no-store")
		c.JSON(status, document)
		return nil
	}))
}

// faultFields are the fields of faults, by the key of the fault, in addition to the table of package form.
var faultFields = map[string]string{
	"preset.unknown": "preset", "player.status.unknown": "status", "registration.attendance.unknown": "attendance",
	"player.twin": "namesake", "player.alike": "namesake", "reason.needed": "reason", "result.invalid": "result", "result.jigo.komi": "result", "result.jigo.white": "result", "result.jigo.black": "result",
	"result.margin.most": "result", "result.margin.half": "result", "result.margin.whole": "result", "result.margin.zero": "result",
	"result.margin.zero.black": "result", "result.margin.zero.white": "result", "form.reused": "once", "form.gone": "once", "form.key": "once",
}

// programFaults replace faults that mention forms and the line at the desk.
var programFaults = map[string]string{
	"form.reused": "api.key.used", "form.gone": "api.key.gone", "form.key": "api.key.long", "result.margin.half": "api.margin.half", "result.margin.whole": "api.margin.whole",
	"result.margin.zero": "api.margin.zero", "result.margin.zero.black": "api.margin.zero.black", "result.margin.zero.white": "api.margin.zero.white",
}

// rewordFault returns a fault as worded for programs, and any other error unchanged.
func rewordFault(err error) error {
	f, ok := fault.As(err)
	if !ok || programFaults[f.Key] == "" {
		return err
	}
	return fault.Wrap(err, f.Kind, programFaults[f.Key], f.Args...)
}

// fieldOf names the field that a fault is about, "" without one.
func fieldOf(err error) string {
	if f, ok := fault.As(err); ok && faultFields[f.Key] != "" {
		return faultFields[f.Key]
	}
	return form.FieldOf(err)
}

// requireFields refuses a body without some fields: "api.missing" at the first one, with the names of all.
func requireFields(sent url.Values, names ...string) error {
	missing := slices.DeleteFunc(names, func(name string) bool { return sent.Get(name) != "" })
	if len(missing) == 0 {
		return nil
	}
	return site.AtField(missing[0], fault.New(fault.Invalid, "api.missing", len(missing), strings.Join(missing, ", ")))
}

// intField parses a whole number in a request, 0 without one.
func intField(name string, sent url.Values) (int, error) {
	if sent.Get(name) == "" {
		return 0, nil
	}
	n, err := strconv.Atoi(sent.Get(name))
	if err != nil {
		return 0, site.AtField(name, fault.New(fault.Invalid, wrongKind[digits], name))
	}
	return n, nil
}

// readFields parses fields of a form from a request, or returns the first fault.
func readFields[T any](known []form.Field[T], sent url.Values, to *T) error {
	wrong, err := form.Read(known, sent, to)
	for _, f := range known {
		if wrong[f.Name] != nil {
			return site.AtField(f.Name, wrong[f.Name])
		}
	}
	return err
}

// public returns the tournament in the address as programs see it now.
func (s *Handlers) public(c *gin.Context) (*tournament.Tournament, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return nil, err
	}
	return s.withDraft(c, snapshot), nil
}

// withDraft returns the public tournament with its draft, which programs may make.
func (s *Handlers) withDraft(c *gin.Context, snapshot *director.Snapshot) *tournament.Tournament {
	out := *public.In(s.Language(c), snapshot).Tournament
	out.Rounds = snapshot.Tournament.Rounds
	return &out
}

// editor is Editor, with the reason in the request and on the versions in If-Match.
func (s *Handlers) editor(c *gin.Context, sent url.Values) *director.Editor {
	seen, _ := c.Value(seenKey).([]int)
	return s.Director.On(s.DeskActor(c), c.Param("slug")).Because(sent.Get("reason")).At(seen...)
}

// round returns the round in the address, or the fault of a missing page.
func round(c *gin.Context) (int, error) {
	n, err := strconv.Atoi(c.Param("round"))
	if err != nil {
		return 0, fault.New(fault.NotFound, "fault.page")
	}
	return n, nil
}
