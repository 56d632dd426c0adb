package history

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/event/federations"
	"tourney/internal/i18n"
	"tourney/internal/rules/gamerecord"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/web/page"
)

// A ChangedView is one value of a change in the log, before and after. Was is empty for a new value, both are empty for
// a long one.
type ChangedView struct {
	What     string
	Was, Now []page.PieceView
}

// A Describer describes changes in a language. It uses the names of players in the current tournament.
type Describer struct {
	Lang       *i18n.Language
	Tournament *tournament.Tournament
}

// Describe returns the values that a change touched.
func (w Describer) Describe(c tournament.Change) []ChangedView {
	switch {
	case c.Info != nil && c.Info.Old != nil && c.Info.New != nil:
		return w.info(c.Info.Old, c.Info.New)
	case c.Settings != nil && c.Settings.Old != nil && c.Settings.New != nil:
		return w.settings(c.Settings.Old, c.Settings.New)
	case c.Team != nil && c.Team.Old != nil && c.Team.New != nil:
		return w.team(c.Team.Old, c.Team.New)
	case c.Player != nil && c.Player.Old != nil && c.Player.New != nil:
		return w.player(c.Player.Old, c.Player.New)
	case c.Round != nil && c.Round.Old != nil && c.Round.New != nil:
		return w.round(c.Round.Old, c.Round.New)
	case c.Game != nil:
		return w.game(c.Game)
	}
	return nil
}

// DescribeAll returns the values that the changes of one entry touched. If they are changes of several players, teams and
// games, each value follows the name of its player or game.
func (w Describer) DescribeAll(changes []tournament.Change) (all []ChangedView) {
	subjects := map[string]bool{}
	for _, c := range changes {
		if name := w.subject(c); name != "" {
			subjects[name] = true
		}
	}
	for _, c := range changes {
		found := w.Describe(c)
		if name := w.subject(c); name != "" && len(subjects) > 1 {
			for i := range found {
				if found[i].What != name {
					found[i].What = name + " · " + found[i].What
				}
			}
		}
		all = append(all, found...)
	}
	return all
}

// subject names the player, the team or the table that a change is about, "" for any other change.
func (w Describer) subject(c tournament.Change) string {
	switch {
	case c.Player != nil:
		return c.Player.Value().Name()
	case c.Team != nil:
		return c.Team.Value().Name
	case c.Game != nil:
		return w.table(c.Game.Value())
	}
	return ""
}

// A difference collects the values that differ.
type difference struct {
	lang  *i18n.Language
	found []ChangedView
}

func (d *difference) note(what, was, now string) {
	if was == now {
		return
	}
	v := ChangedView{What: what, Now: page.Pieces(d.lang, cmp.Or(now, "–"))}
	if was != "" {
		v.Was = page.Pieces(d.lang, was)
	}
	d.found = append(d.found, v)
}

func (w Describer) info(was, now *tournament.Info) []ChangedView {
	d := difference{lang: w.Lang}
	d.note(w.Lang.T("field.name"), was.Name, now.Name)
	d.note(w.Lang.T("field.short"), was.ShortName, now.ShortName)
	d.note(w.Lang.T("field.place"), was.Place, now.Place)
	d.note(w.Lang.T("field.country"), was.Country, now.Country)
	d.note(w.Lang.T("field.director"), was.Director, now.Director)
	d.note(w.Lang.T("log.dates"), w.Lang.Dates(was.Begin.Time, was.End.Time), w.Lang.Dates(now.Begin.Time, now.End.Time))
	d.note(w.Lang.T("field.zone"), was.Zone, now.Zone)
	d.note(w.Lang.T("field.hidden"), w.yes(was.Hidden), w.yes(now.Hidden))
	d.note(w.Lang.T("field.archived"), w.yes(was.Archived), w.yes(now.Archived))
	return d.found
}

// settings returns the changed settings, with the values of words and numbers.
func (w Describer) settings(was, now *tournament.Settings) []ChangedView {
	d := difference{lang: w.Lang}
	a, b := reflect.ValueOf(*was), reflect.ValueOf(*now)
	for i := range a.NumField() {
		name, _, _ := strings.Cut(a.Type().Field(i).Tag.Get("json"), ",")
		if name == "foreign" || reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			continue
		}
		what := w.Lang.T("log.setting." + strings.ToLower(name))
		switch kind := a.Field(i).Kind(); {
		case name == "consent":
			w.consent(&d, was.Consent, now.Consent)
		case kind == reflect.Struct, kind == reflect.Slice:
			d.found = append(d.found, ChangedView{What: what})
		default:
			d.note(what, fmt.Sprint(a.Field(i).Interface()), fmt.Sprint(b.Field(i).Interface()))
		}
	}
	return d.found
}

// consent adds the changed rules for public names, in the words of the settings.
func (w Describer) consent(d *difference, was, now consent.Rules) {
	shown := func(h consent.Hiding) string { return page.Text(w.Lang, cmp.Or(h, consent.Full)) }
	age := func(r consent.Rules) string { return strconv.Itoa(cmp.Or(r.Age, consent.FullAge)) }
	d.note(w.Lang.T("field.names"), shown(was.All), shown(now.All))
	d.note(w.Lang.T("log.setting.consent"), shown(was.Minors), shown(now.Minors))
	d.note(w.Lang.T("field.minors-age"), age(was), age(now))
}

// rating formats a player's rating; a log without its tournament has EGF points.
func (w Describer) rating(p *tournament.Player) string {
	if w.Tournament == nil {
		return w.Lang.Decimal(p.Rating.String())
	}
	return w.Lang.Decimal(federations.RatingOf(w.Tournament, p))
}

func (w Describer) player(was, now *tournament.Player) []ChangedView {
	d := difference{lang: w.Lang}
	d.note(w.Lang.T("field.name"), was.Name(), now.Name())
	d.note(w.Lang.T("field.rank"), was.Rank.String(), now.Rank.String())
	d.note(w.Lang.T("field.rating"), w.rating(was), w.rating(now))
	d.note(w.Lang.T("field.country"), was.Country, now.Country)
	d.note(w.Lang.T("field.club"), was.Club, now.Club)
	d.note(w.Lang.T("field.egd"), was.EGD, now.EGD)
	d.note(w.Lang.T("field.ffg"), was.FFG, now.FFG)
	d.note(w.Lang.T("field.aga"), was.AGA, now.AGA)
	d.note(w.Lang.T("player.status"), w.Lang.T("log.status."+was.Status.String()), w.Lang.T("log.status."+now.Status.String()))
	d.note(w.Lang.T("log.absent"), page.Rounds(was.Absent), page.Rounds(now.Absent))
	d.note(w.Lang.T("log.halfbyes"), page.Rounds(was.HalfByes), page.Rounds(now.HalfByes))
	d.note(w.Lang.T("log.expected"), page.Rounds(was.Expected), page.Rounds(now.Expected))
	d.note(w.Lang.T("log.correction"), strconv.Itoa(was.StartCorrection), strconv.Itoa(now.StartCorrection))
	d.note(w.Lang.T("field.tags"), strings.Join(was.Tags, ", "), strings.Join(now.Tags, ", "))
	d.note(w.Lang.T("field.born"), page.BirthYear(was), page.BirthYear(now))
	d.note(w.Lang.T("field.notes"), was.Notes, now.Notes)
	d.note(w.Lang.T("field.contact"), was.Contact, now.Contact)
	d.note(w.Lang.T("field.mail"), was.Mail, now.Mail)
	d.note(w.Lang.T("field.fee-class"), was.Fee.Class, now.Fee.Class)
	d.note(w.Lang.T("log.fee"), w.Lang.Decimal(ownSum(was.Fee)), w.Lang.Decimal(ownSum(now.Fee)))
	d.note(w.Lang.T("log.paid"), w.Lang.Decimal(was.Fee.Paid.String()), w.Lang.Decimal(now.Fee.Paid.String()))
	d.note(w.Lang.T("log.shown"), page.Text(w.Lang, was.Hiding), page.Text(w.Lang, now.Hiding))
	return d.found
}

// ownSum returns a fee that the director set, "" for one by the rules.
func ownSum(f tournament.Fee) string {
	if !f.Own {
		return ""
	}
	return f.Sum.String()
}

func (w Describer) team(was, now *tournament.Team) []ChangedView {
	d := difference{lang: w.Lang}
	d.note(w.Lang.T("team.page.name"), was.Name, now.Name)
	d.note(w.Lang.T("team.page.members"), w.names(was.Members), w.names(now.Members))
	for n := 1; n <= tournament.MaxRounds; n++ {
		d.note(w.Lang.T("team.lineup.title", n), w.lineup(was, n), w.lineup(now, n))
	}
	return d.found
}

// lineup names the players of a team's line-up for a round, "" for the usual one.
func (w Describer) lineup(team *tournament.Team, n int) string {
	for _, l := range team.Lineups {
		if l.Round == n {
			return w.names(l.Players)
		}
	}
	return ""
}

func (w Describer) round(was, now *tournament.Round) []ChangedView {
	d := difference{lang: w.Lang}
	d.note(w.Lang.T("log.published"), w.yes(was.Published), w.yes(now.Published))
	d.note(w.Lang.T("log.start"), w.moment(was.Start), w.moment(now.Start))
	d.note(w.Lang.T("round.bye"), w.names(was.Byes), w.names(now.Byes))
	return d.found
}

func (w Describer) game(b *tournament.Edit[tournament.Game]) []ChangedView {
	d := difference{lang: w.Lang}
	switch {
	case b.Old == nil:
		d.note(w.table(b.New), "", w.pairing(b.New))
	case b.New == nil:
		d.note(w.table(b.Old), w.pairing(b.Old), "")
	default:
		d.note(w.Lang.T("game.table"), strconv.Itoa(b.Old.Table), strconv.Itoa(b.New.Table))
		d.note(w.table(b.New), w.pairing(b.Old), w.pairing(b.New))
		d.note(w.Lang.T("game.result"), page.ShortResult(w.Lang, b.Old.Result), page.ShortResult(w.Lang, b.New.Result))
		confirmed := "log.confirmed"
		if tournament.IsOnTablet(b.New.ConfirmedBy) {
			confirmed = "report.both.tablet"
		}
		d.note(w.Lang.T(confirmed), AuthorName(w.Lang, w.Tournament, b.Old.ConfirmedBy), AuthorName(w.Lang, w.Tournament, b.New.ConfirmedBy))
		d.note(w.Lang.T("log.goeson"), w.Tournament.NameOf(b.Old.Advancing), w.Tournament.NameOf(b.New.Advancing))
		d.note(w.Lang.T("log.corrected"), w.moment(b.Old.Corrected), w.moment(b.New.Corrected))
		d.note(w.Lang.T("log.dispute"), w.disputed(b.Old), w.disputed(b.New))
		d.note(w.Lang.T("log.record"), short(b.Old.Record), short(b.New.Record))
		d.note(w.Lang.T("log.dead"), w.dead(b.Old), w.dead(b.New))
		d.note(w.Lang.T("log.accepted"), w.accepted(b.Old), w.accepted(b.New))
	}
	return d.found
}

// dead names the dead stones in common notation.
func (w Describer) dead(g *tournament.Game) string {
	return cmp.Or(strings.Join(gamerecord.NamedPoints(g.Dead, w.Tournament.Settings.Size), ", "), g.Dead)
}

// short returns enough of a hash to distinguish two records.
func short(hash string) string { return hash[:min(len(hash), 8)] }

func (w Describer) table(g *tournament.Game) string { return w.Lang.T("now.card.table", g.Table) }

func (w Describer) pairing(g *tournament.Game) string {
	return page.NewPlayerView(w.Tournament, g.Black).Name + " – " + page.NewPlayerView(w.Tournament, g.White).Name + ", " + page.ShortTerms(w.Lang, g)
}

func (w Describer) disputed(g *tournament.Game) string {
	if !g.Dispute.Open() {
		return ""
	}
	return page.ShortResult(w.Lang, g.Dispute.Result) + " (" + AuthorName(w.Lang, w.Tournament, g.Dispute.By) + ")"
}

// accepted names the person who accepted the contradictions of a game's record, with the time.
func (w Describer) accepted(g *tournament.Game) string {
	if g.Accepted.Of == "" {
		return ""
	}
	return AuthorName(w.Lang, w.Tournament, g.Accepted.By) + ", " + w.moment(g.Accepted.At)
}

func (w Describer) names(ids []tournament.PlayerID) string {
	var list []string
	for _, id := range ids {
		list = append(list, page.NewPlayerView(w.Tournament, id).Name)
	}
	return strings.Join(list, ", ")
}

func (w Describer) moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return w.Lang.Moment(at)
}

func (w Describer) yes(b bool) string {
	if b {
		return w.Lang.T("log.yes")
	}
	return w.Lang.T("log.no")
}

// AuthorName returns the name of the desk, or of the player who used the link on a slip, or a word for an unknown
// player. An unnamed desk has a name in the reader's language.
func AuthorName(lang *i18n.Language, t *tournament.Tournament, name string) string {
	if name == tournament.FromPlayer {
		return lang.T("link.by")
	}
	switch id, reported := tournament.Reporter(name); {
	case name == tournament.ByRecorder:
		return lang.T("live.recorder")
	case tournament.IsOnTablet(name) && t.Player(id) == nil:
		return lang.T("tablet.title")
	case tournament.IsOnTablet(name):
		return lang.T("report.on.tablet", t.NameOf(id))
	case reported && t.Player(id) != nil && t.Player(tournament.DeviceOf(name)) != nil:
		return lang.T("report.on", t.NameOf(id), t.NameOf(tournament.DeviceOf(name)))
	case reported && t.Player(id) != nil:
		return t.NameOf(id)
	case reported:
		return lang.T("report.by")
	}
	user, desk, named := strings.Cut(name, " · ")
	if !named {
		return lang.TranslateNumbered(name, "desk.first")
	}
	return user + " · " + lang.TranslateNumbered(desk, "desk.first")
}

// AuthorOrSomebody is AuthorName for sentences that need a name.
func AuthorOrSomebody(lang *i18n.Language, t *tournament.Tournament, name string) string {
	return cmp.Or(AuthorName(lang, t, name), lang.T("desk.somebody"))
}

// An Entry is an entry of the log as a message.
type Entry struct{ director.LogEntry }

// Message returns the message of the entry. An undo quotes the undone entry.
func (l Entry) Message() (key string, args []any) {
	args = l.Args
	switch l.Action {
	case "undo", "redo":
		if len(args) == 0 {
			break
		}
		inner := l
		inner.Action, _ = args[0].(string)
		inner.Args = args[1:]
		return "log." + l.Action, []any{inner}
	case "result.record", "result.correct", "result.contest", "result.report", "result.tablet", "result.tablet.both", "result.confirm", "result.stand":
		args = append([]any(nil), args...)
		for i := range args {
			if text, ok := args[i].(string); ok && i > 3 && i < 6 {
				if r, err := tournament.ParseResult(text); err == nil {
					args[i] = r
				}
			}
		}
	}
	return "log." + l.Action, args
}

// CheckUndo returns the reason why a change cannot be undone, nil if it can.
func CheckUndo(t *tournament.Tournament, e director.LogEntry) error {
	if err := director.CheckUndo(e); err != nil {
		return err
	}
	_, err := t.Undone(e.Changes)
	return err
}
