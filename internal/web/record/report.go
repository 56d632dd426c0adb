package record

import (
	"html/template"
	"net/http"
	"strconv"
	"time"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/event/day"
	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/rules"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/history"
	"tourney/internal/web/page"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// cookieLifetime is the lifetime of the cookie with a device's player.
const cookieLifetime = 7 * 24 * time.Hour

// The cookie has this value once a player has declared the device to be another's.
const noPlayer = "-"

// cookie names the cookie that stores the player of a device.
func cookie(t *tournament.Tournament) string { return "as-" + t.Info.Slug }

// mostRecordForm limits a form with a game record, in bytes.
const mostRecordForm = 2 * gamerecord.MostBytes

// A reportPage is the page of the link on a slip: the players' own game, a form for its result, and the ways to hand in
// its record, within the settings.
type reportPage struct {
	page.Base
	page.GameView
	Round int
	// Outcome is nil if only the desk enters results; Stands is then the result that the desk entered.
	Outcome *outcomeForm
	Stands  string
	Record  *public.RecordView
	// Start is the board with the handicap stones, "" without any on fixed points; Clock the time system, Rules names the rules.
	Start        template.HTML
	Clock, Rules string
	// Me is the player at this device, nil before their choice.
	Me *page.PlayerView
	// Who is true if the page asks for the player.
	Who bool
	// Records is set when players may hand in records, Live when a recorder sends the moves.
	Records, Live bool
	// Waits is set while a report has not reached the computer of the tournament. NotTaken is that computer's reason
	// for a refusal.
	Waits    bool
	NotTaken string
	// Choosing is set while the players find komi and colours; Choose is nil before the choice of a player.
	Choosing bool
	Choose   *chooseView
	// Stage is the stage of the game. The page reloads when the stage changes on another device.
	Stage string
	// Settle is nil if the players do not settle the game themselves; Refused is the reason for a refused step.
	Settle  *settleView
	Refused string
	submission
}

// An outcomeForm asks the players for the result of their game.
type outcomeForm struct {
	Seen string
	// Black and White are the players' IDs; Jigo is set when a jigo is possible.
	Black, White int
	Jigo         bool
	// Known describes the known result and its source, Disputed is set when the desk must decide between two results,
	// Asks when the player can confirm the result.
	Known          string
	Disputed, Asks bool
	// Final is set for a result of the desk, and for a result that both players have confirmed.
	Final bool
	// Statements lists the players' reports and confirmations, or the desk's receipt.
	Statements []statementView
	// Said is the label of the button for each winner and manner, by the values of the fields, such as "7.R". In the
	// label of "7.+" the margin replaces "%s".
	Said []resultChoice
	// Winner, How and Margin are the choices of a refused form, Fault the reason.
	Winner, How, Margin, Fault string
}

// A statementView is a person's statement about a result, and its CSS class: "done", "attention" or "".
type statementView struct{ Class, Text string }

// newOutcomeForm returns the form for a player of the game; 0 is an unknown player.
func newOutcomeForm(lang *i18n.Language, t *tournament.Tournament, g *tournament.Game, me tournament.PlayerID) *outcomeForm {
	v := &outcomeForm{
		Seen: page.FormatSeen(g), Black: int(g.Black), White: int(g.White), Disputed: g.Dispute.Open(),
		Jigo: t.MayBeJigo(g), Said: resultChoices(lang, g),
	}
	if !g.Result.Known() {
		return v
	}
	author, reported := tournament.Reporter(g.EnteredBy)
	switch {
	case !reported:
		v.Known, v.Final = lang.T("report.stands.desk", g.Result), !v.Disputed
	case author != 0 && g.ConfirmedBy != "" && !v.Disputed:
		v.Final, v.Known = true, lang.T("report.stands.both", g.Result, lang.Clock(g.EnteredAt))
	case author == 0 || author == me:
		v.Known = lang.T("report.stands", g.Result, lang.Clock(g.EnteredAt))
	case me == 0 || g.ConfirmedBy != "" || v.Disputed:
		v.Known = lang.T("report.stands.other", t.NameOf(author), g.Result, lang.Clock(g.EnteredAt))
	default:
		v.Asks, v.Known = true, lang.T("report.asks", t.NameOf(author), g.Result)
	}
	if v.Disputed {
		v.Statements = []statementView{
			{"attention", statement(lang, t, g.EnteredBy, g.Result)},
			{"attention", statement(lang, t, g.Dispute.By, g.Dispute.Result)},
		}
		return v
	}
	switch {
	case v.Asks: // the player at this device has not reported
		v.Statements = []statementView{{"", lang.T("report.desk.one", t.NameOf(author))}}
	case reported:
		v.Statements = []statementView{{"done", lang.T("report.desk")}}
	}
	switch other := g.Opponent(author); {
	case g.ConfirmedBy != "":
		v.Statements = append(v.Statements, statementView{"done", confirmation(lang, t, g.ConfirmedBy)})
	case other != 0 && !v.Asks:
		v.Statements = append(v.Statements, statementView{"", lang.T("report.unconfirmed", t.NameOf(other))})
	}
	return v
}

// statement describes a result with its source. A source that is not a player is called the desk: players read no names
// of its people and programs.
func statement(lang *i18n.Language, t *tournament.Tournament, by string, r tournament.Result) string {
	switch id, reported := tournament.Reporter(by); {
	case !reported:
		return lang.T("report.stands.desk", r)
	case t.Player(id) == nil:
		return lang.T("report.says.somebody", r)
	default:
		return lang.T("report.says", t.NameOf(id), r)
	}
}

// confirmation describes who confirmed a result.
func confirmation(lang *i18n.Language, t *tournament.Tournament, by string) string {
	if tournament.IsOnTablet(by) {
		return lang.T("report.both.tablet")
	}
	if id, _ := tournament.Reporter(by); t.Player(id) != nil {
		return lang.T("report.confirmed", history.AuthorName(lang, t, by))
	}
	return lang.T("report.confirmed.desk")
}

// A resultChoice is a result in words, for the winner and manner of a form.
type resultChoice struct{ Key, Text string }

// resultChoices lists the possible results of the form.
func resultChoices(lang *i18n.Language, g *tournament.Game) []resultChoice {
	list := []resultChoice{{"jigo.", page.Text(lang, tournament.Result{Outcome: tournament.Jigo})}}
	for _, manner := range []struct {
		value string
		is    tournament.Manner
	}{{"", tournament.Unspecified}, {"R", tournament.ByResignation}, {"T", tournament.ByTime}} {
		black := page.Text(lang, tournament.Result{Outcome: tournament.BlackWins, Manner: manner.is})
		white := page.Text(lang, tournament.Result{Outcome: tournament.WhiteWins, Manner: manner.is})
		list = append(list,
			resultChoice{strconv.Itoa(int(g.Black)) + "." + manner.value, black},
			resultChoice{strconv.Itoa(int(g.White)) + "." + manner.value, white})
	}
	return append(list,
		resultChoice{strconv.Itoa(int(g.Black)) + ".+", lang.T("report.black.by", "%s")},
		resultChoice{strconv.Itoa(int(g.White)) + ".+", lang.T("report.white.by", "%s")})
}

// A report is a request by the link on a slip.
type report struct {
	snapshot *director.Snapshot
	t        *tournament.Tournament
	// shown is the public view of the tournament: a player may hide their name from the opponent too.
	shown *tournament.Tournament
	g     *tournament.Game
	lang  *i18n.Language
	page  *reportPage
	// me is the player at this device, 0 before their choice.
	me tournament.PlayerID
	// link is the hash of the link; a hub stores only this.
	link string
}

// actor returns the actor of the report.
func (r *report) actor() director.Actor {
	if r.me == 0 {
		return director.Actor{Name: tournament.ByLink}
	}
	return director.Actor{Name: tournament.ByPlayer(r.me)}
}

// withReport returns the action that runs do with the game of the token in the address.
func (s *Handlers) withReport(do func(c *gin.Context, r *report) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		r, err := s.report(c, snapshot)
		if err != nil {
			return err
		}
		r.page.Stage = r.page.stage(r.g)
		if r.me != 0 {
			s.present.note(presenceKey(r.t, r.g, r.me), s.Director.Now())
		}
		return do(c, r)
	})
}

// report finds the game of the token in the address.
func (s *Handlers) report(c *gin.Context, snapshot *director.Snapshot) (*report, error) {
	t := snapshot.Tournament
	g, err := s.Director.GameOf(c.Request.Context(), t, c.Param("token"))
	if err != nil {
		return nil, err
	}
	lang := s.Language(c).In(page.Zone(t))
	shown := public.In(lang, snapshot)
	r := &report{snapshot: snapshot, t: t, shown: shown.Tournament, g: g, lang: lang, link: director.LinkHash(c.Param("token"))}
	view := &reportPage{GameView: page.NewGameView(r.lang, r.shown, g), Round: g.Round}
	v := public.Visit{Snapshot: shown, Catalog: s.Catalog, Lang: r.lang, Path: c.Request.URL.Path, Now: s.Director.Now()}
	view.Base = v.Base(r.lang.T("report.title", g.Table), "").AtRound(g.Round)
	view.Address, view.Preview = v.To("/report/"+c.Param("token")), nil
	view.Action = view.Address
	if id := s.devicePlayer(c, t, g); id != 0 {
		me := page.NewPlayerView(r.shown, id)
		r.me, view.Me = id, &me
	}
	c.Header("X-Robots-Tag", "noindex")
	view.describe(r)
	if t.Settings.PlayersDecide() {
		view.Outcome = newOutcomeForm(r.lang, r.shown, g, r.me)
		view.Who = r.me == 0 && !view.Outcome.Disputed
	} else if g.Result.Known() {
		view.Stands = newOutcomeForm(r.lang, r.shown, g, 0).Known
	}
	if err := r.showForwarded(c, s, view); err != nil {
		return nil, err
	}
	if t.ChoosesKomi(g) {
		view.Choosing, view.Who, view.Outcome = true, r.me == 0, nil
		if r.me != 0 {
			view.Choose = newChooseView(r)
		}
	}
	if g.Record != "" {
		review, err := s.Director.PublicReview(c.Request.Context(), snapshot, g.ID)
		if err != nil {
			return nil, err
		}
		view.Record = public.NewRecordView(r.lang, g, review)
		if view.Record.Count != nil {
			view.Record.Count.Steps = v.To("/games/" + strconv.Itoa(g.ID) + "/count")
		}
		if isSettledByPlayers(r, review) {
			view.Who = r.me == 0
			view.Settle = newSettleView(r, review, s.hasPhone(r))
		}
	} else if !view.Records {
		r.page = view
		return r, nil
	} else if view.Play, err = r.board().playView("", ""); err != nil {
		return nil, err
	}
	r.page = view
	return r, nil
}

// describe fills in the terms of the game, and the ways to its record.
func (p *reportPage) describe(r *report) {
	set := &r.t.Settings
	system := set.RuleSystem()
	p.Live = r.g.Recorded()
	p.Records = !set.DeskRecords && !p.Live
	p.Clock, p.Rules = public.ClockWords(r.lang, set.Clock), r.lang.T("report.rules", rules.SystemName(system.Name))
	if r.g.Handicap > 1 && system.Placement == rules.FixedPlacement {
		p.Start = public.StartBoard(r.lang, r.t, r.g)
	}
}

// showForwarded shows the state of reports to this server, if another computer runs the tournament. A game whose
// players choose komi there is refused: "report.hall".
func (r *report) showForwarded(c *gin.Context, s *Handlers, view *reportPage) error {
	if r.t.Origin == "" {
		return nil
	}
	if r.t.ChoosesKomi(r.g) {
		return fault.New(fault.Conflict, "report.hall")
	}
	said, err := s.Beyond.LastReport(c.Request.Context(), r.t, r.g, r.link)
	if view.Waits = said.Pending; said.Refused != "" {
		view.NotTaken = r.lang.T("report.nottaken", r.lang.T(said.Refused, r.g.Table))
	}
	if said.Pending && said.Report.Result.Known() && view.Outcome != nil {
		view.Outcome.showPending(r, said.Report)
	}
	return err
}

// showPending shows a report that has not reached the computer of the tournament.
func (v *outcomeForm) showPending(r *report, said director.PlayerReport) {
	text := r.lang.T("report.stands", said.Result, r.lang.Clock(said.At))
	if said.By != 0 && said.By != r.me {
		text = r.lang.T("report.stands.other", r.shown.NameOf(said.By), said.Result, r.lang.Clock(said.At))
	}
	if v.Known == "" {
		v.Known = text
	} else {
		v.Statements = append(v.Statements, statementView{"", text})
	}
}

// board returns the game for the board on the page.
func (r *report) board() boardGame { return boardGame{lang: r.lang, t: r.t, g: r.g} }

func (s *Handlers) showReport(c *gin.Context, r *report) error {
	// A refetched part of the page cannot show another stage. Moves being entered stay.
	if was, asks := c.GetQuery("stage"); asks && was != r.page.Stage && site.IsHTMX(c) && c.Query("moves") == "" {
		c.Header("HX-Refresh", "true")
		c.Status(http.StatusNoContent)
		return nil
	}
	if r.page.Settle != nil && c.Query("look") != "" {
		return s.showCount(c, r)
	}
	return s.Render(c, "report", r.page)
}

// stage returns the stage of a game, which selects the parts of the page apart from the result.
func (p *reportPage) stage(g *tournament.Game) string {
	switch {
	case p.Outcome != nil && p.Outcome.Disputed: // players report again once the desk has decided
		return "disputed " + g.Record
	case p.Settle != nil:
		return "settle " + g.Record
	case g.Record != "":
		return "record " + g.Record
	case p.Choosing:
		return "choose"
	}
	return "play"
}

// submitRecord attaches a player's record.
func (s *Handlers) submitRecord(c *gin.Context, r *report, data []byte) error {
	if !r.page.Records && !r.page.Live {
		return fault.New(fault.Denied, "report.closed")
	}
	if err := s.tries.Try(c.Request.Context(), "report "+r.page.Action); err != nil {
		return err
	}
	if r.t.Origin == "" {
		return s.Director.On(r.actor(), r.t.Info.Slug).Game(r.g.ID).HandIn(c.Request.Context(), data)
	}
	record, err := r.t.JudgeRecord(r.g.ID, data)
	switch {
	case err != nil || r.g.Record == record.Hash:
		return err
	case r.g.Record != "":
		return fault.New(fault.Conflict, "report.done")
	}
	return s.Beyond.Report(c.Request.Context(), r.t.Info.Slug, director.PlayerReport{Game: r.g.ID, Link: r.link, By: r.me, Record: record.Text})
}

func (s *Handlers) postReport(c *gin.Context, r *report) error {
	_, data, err := site.SentFile(c)
	if err == nil {
		err = checkBranch(c, data)
	}
	if err == nil {
		err = s.submitRecord(c, r, data)
	}
	return s.finish(c, r, err)
}

// finish shows the page again, with the reason of a refusal.
func (s *Handlers) finish(c *gin.Context, r *report, err error) error {
	if err == nil {
		return redirectFully(c, r.page.Action)
	}
	r.page.refuse(c, r.lang, err, r.page.Error(err))
	if site.IsHTMX(c) && r.page.Play != nil { // htmx replaces only the board
		r.page.Play.Fault = r.page.Fault
	}
	return s.RenderRefused(c, err, "report", r.page)
}

func (s *Handlers) postReportPlay(c *gin.Context, r *report) error {
	return s.stepBoard(c, r.board(),
		func(record string) error { return s.finish(c, r, s.submitRecord(c, r, []byte(record))) },
		func(status int, v *playView) error {
			r.page.Play = v
			return s.RenderStatus(c, status, "report", r.page)
		})
}

func (s *Handlers) postReportResult(c *gin.Context, r *report) (err error) {
	e := tournament.Entry{
		Mode: tournament.Reported, Round: r.g.Round, Table: r.g.Table, Game: r.g.ID,
		Seen: page.ParseSeen(c.PostForm("seen"), r.g),
	}
	if e.Result, err = form.ReportedResult(c.Request.PostForm, r.t, r.g); err == nil {
		err = s.tries.Try(c.Request.Context(), "report "+r.page.Action)
	}
	if err == nil {
		err = r.enter(c, s, e)
	}
	if err == nil {
		return redirectFully(c, r.page.Action)
	}
	return s.refuseResult(c, r, err)
}

// enter stores a player's entry, or queues it for the computer of the tournament.
func (r *report) enter(c *gin.Context, s *Handlers, e tournament.Entry) error {
	ctx := c.Request.Context()
	if r.t.Origin == "" {
		_, err := s.Director.On(r.actor(), r.t.Info.Slug).Enter(ctx, e)
		return err
	}
	tried := e
	tried.By, tried.At = r.actor().Name, s.Director.Now()
	after := r.t.Clone()
	_, err := after.Enter(tried)
	if err == nil {
		err = day.Guard(r.t, after, tried.At)
	}
	if err != nil {
		return err
	}
	return s.Beyond.Report(ctx, r.t.Info.Slug, director.PlayerReport{
		Game: e.Game, Seen: e.Seen, Link: r.link, By: r.me, Result: e.Result, Confirms: e.Mode == tournament.Confirming,
	})
}

// postAs stores the player of a device in its cookie, or deletes it.
func (s *Handlers) postAs(c *gin.Context, r *report) error {
	s.present.forget(presenceKey(r.t, r.g, r.me))
	if id := page.Natural(c.PostForm("as")); id != 0 && r.g.Has(tournament.PlayerID(id)) {
		s.SetCookie(c, cookie(r.t), strconv.Itoa(id), cookieLifetime)
	} else {
		s.SetCookie(c, cookie(r.t), noPlayer, cookieLifetime)
	}
	return s.Redirect(c, r.page.Action)
}

// devicePlayer returns the player of the game to whom the device belongs, or 0: the player who said so at a slip, else
// the player of the personal link that the device remembers.
func (s *Handlers) devicePlayer(c *gin.Context, t *tournament.Tournament, g *tournament.Game) tournament.PlayerID {
	said := s.Cookie(c, cookie(t))
	if id := tournament.PlayerID(page.Natural(said)); id != 0 && g.Has(id) {
		return id
	}
	link := s.Cookie(c, site.LinkCookie(t.Info.Slug))
	if said == noPlayer || link == "" {
		return 0
	}
	p, err := s.Director.PlayerOf(c.Request.Context(), t, link)
	if err != nil || !g.Has(p.ID) { // an expired link identifies no player
		return 0
	}
	return p.ID
}

// postConfirm confirms the result that the opponent has reported.
func (s *Handlers) postConfirm(c *gin.Context, r *report) error {
	err := s.tries.Try(c.Request.Context(), "report "+r.page.Action)
	if err == nil {
		err = r.enter(c, s, tournament.Entry{
			Mode: tournament.Confirming, Round: r.g.Round, Table: r.g.Table, Game: r.g.ID,
			Seen: page.ParseSeen(c.PostForm("seen"), r.g),
		})
	}
	if err == nil {
		return redirectFully(c, r.page.Action)
	}
	return s.refuseResult(c, r, err)
}

// refuseResult shows the page again with the sent form and the reason.
func (s *Handlers) refuseResult(c *gin.Context, r *report, err error) error {
	form := r.page.Outcome
	r.page.Who = false // the form shows its sent values
	if form == nil {
		return err
	}
	form.Winner, form.How, form.Margin = page.Clip(c.PostForm("winner")), page.Clip(c.PostForm("how")), page.Clip(c.PostForm("margin"))
	form.Fault = r.page.Error(err)
	return s.RenderRefused(c, err, "report", r.page)
}
