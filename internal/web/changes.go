package web

import (
	"cmp"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A changedView is one thing that a change of the log touched, as it was and
// as it is. Was is empty for something new, both where the value takes too many
// words.
type changedView struct {
	What     string
	Was, Now []page.PieceView
}

// changeWords says changes in a language. The tournament as it is now tells
// the names of players.
type changeWords struct {
	lang *i18n.Language
	t    *tournament.Tournament
}

// tell lists what a change touched.
func (w changeWords) tell(c tournament.Change) []changedView {
	switch {
	case c.Info != nil && c.Info.Was != nil && c.Info.Now != nil:
		return w.info(c.Info.Was, c.Info.Now)
	case c.Settings != nil && c.Settings.Was != nil && c.Settings.Now != nil:
		return w.settings(c.Settings.Was, c.Settings.Now)
	case c.Team != nil && c.Team.Was != nil && c.Team.Now != nil:
		return w.team(c.Team.Was, c.Team.Now)
	case c.Player != nil && c.Player.Was != nil && c.Player.Now != nil:
		return w.player(c.Player.Was, c.Player.Now)
	case c.Round != nil && c.Round.Was != nil && c.Round.Now != nil:
		return w.round(c.Round.Was, c.Round.Now)
	case c.Game != nil:
		return w.game(c.Game)
	}
	return nil
}

// A difference collects what differs.
type difference struct {
	lang  *i18n.Language
	found []changedView
}

func (d *difference) note(what, was, now string) {
	if was == now {
		return
	}
	v := changedView{What: what, Now: page.Pieces(d.lang, cmp.Or(now, "–"))}
	if was != "" {
		v.Was = page.Pieces(d.lang, was)
	}
	d.found = append(d.found, v)
}

func (w changeWords) info(was, now *tournament.Info) []changedView {
	d := difference{lang: w.lang}
	d.note(w.lang.T("field.name"), was.Name, now.Name)
	d.note(w.lang.T("field.short"), was.ShortName, now.ShortName)
	d.note(w.lang.T("field.place"), was.Place, now.Place)
	d.note(w.lang.T("field.country"), was.Country, now.Country)
	d.note(w.lang.T("field.director"), was.Director, now.Director)
	d.note(w.lang.T("log.dates"), w.lang.Dates(was.Begin, was.End), w.lang.Dates(now.Begin, now.End))
	d.note(w.lang.T("field.zone"), was.Zone, now.Zone)
	d.note(w.lang.T("log.hidden"), w.yes(was.Hidden), w.yes(now.Hidden))
	return d.found
}

// settings names the settings that differ, with their values where a word or
// number says them.
func (w changeWords) settings(was, now *tournament.Settings) []changedView {
	d := difference{lang: w.lang}
	a, b := reflect.ValueOf(*was), reflect.ValueOf(*now)
	for i := range a.NumField() {
		name := a.Type().Field(i).Name
		if name == "Foreign" || reflect.DeepEqual(a.Field(i).Interface(), b.Field(i).Interface()) {
			continue
		}
		what := w.lang.T("log.setting." + strings.ToLower(name))
		switch a.Field(i).Kind() {
		case reflect.Struct, reflect.Slice:
			d.found = append(d.found, changedView{What: what})
		default:
			d.note(what, fmt.Sprint(a.Field(i).Interface()), fmt.Sprint(b.Field(i).Interface()))
		}
	}
	return d.found
}

func (w changeWords) player(was, now *tournament.Player) []changedView {
	d := difference{lang: w.lang}
	d.note(w.lang.T("field.name"), was.Name(), now.Name())
	d.note(w.lang.T("field.rank"), was.Rank.String(), now.Rank.String())
	d.note(w.lang.T("field.rating"), w.lang.Decimal(was.Rating.String()), w.lang.Decimal(now.Rating.String()))
	d.note(w.lang.T("field.country"), was.Country, now.Country)
	d.note(w.lang.T("field.club"), was.Club, now.Club)
	d.note(w.lang.T("field.egd"), was.EGD, now.EGD)
	d.note(w.lang.T("field.ffg"), was.FFG, now.FFG)
	d.note(w.lang.T("field.aga"), was.AGA, now.AGA)
	d.note(w.lang.T("players.status"), w.lang.T("log.status."+was.Status.String()), w.lang.T("log.status."+now.Status.String()))
	d.note(w.lang.T("log.absent"), rounds(was.Absent), rounds(now.Absent))
	d.note(w.lang.T("log.halfbyes"), rounds(was.HalfByes), rounds(now.HalfByes))
	d.note(w.lang.T("log.expected"), rounds(was.Expected), rounds(now.Expected))
	d.note(w.lang.T("log.correction"), strconv.Itoa(was.StartCorrection), strconv.Itoa(now.StartCorrection))
	d.note(w.lang.T("field.tags"), strings.Join(was.Tags, ", "), strings.Join(now.Tags, ", "))
	d.note(w.lang.T("field.born"), page.WriteBorn(was), page.WriteBorn(now))
	d.note(w.lang.T("field.notes"), was.Notes, now.Notes)
	d.note(w.lang.T("field.contact"), was.Contact, now.Contact)
	return d.found
}

func (w changeWords) team(was, now *tournament.Team) []changedView {
	d := difference{lang: w.lang}
	d.note(w.lang.T("teams.name"), was.Name, now.Name)
	d.note(w.lang.T("teams.members"), w.names(was.Members), w.names(now.Members))
	for n := 1; n <= tournament.MaxRounds; n++ {
		d.note(w.lang.T("lineup.title", n), w.lineup(was, n), w.lineup(now, n))
	}
	return d.found
}

// lineup lists who sits in an order of their own in a round.
func (w changeWords) lineup(team *tournament.Team, n int) string {
	for _, l := range team.Lineups {
		if l.Round == n {
			return w.names(l.Players)
		}
	}
	return ""
}

func rounds(set tournament.Rounds) string {
	var list []string
	for n := 1; n <= tournament.MaxRounds; n++ {
		if set.Has(n) {
			list = append(list, strconv.Itoa(n))
		}
	}
	return strings.Join(list, ", ")
}

func (w changeWords) round(was, now *tournament.Round) []changedView {
	d := difference{lang: w.lang}
	d.note(w.lang.T("log.published"), w.yes(was.Published), w.yes(now.Published))
	d.note(w.lang.T("log.start"), w.moment(was.Start), w.moment(now.Start))
	d.note(w.lang.T("round.bye"), w.names(was.Byes), w.names(now.Byes))
	return d.found
}

func (w changeWords) game(b *tournament.Before[tournament.Game]) []changedView {
	d := difference{lang: w.lang}
	switch {
	case b.Was == nil:
		d.note(w.table(b.Now), "", w.pairing(b.Now))
	case b.Now == nil:
		d.note(w.table(b.Was), w.pairing(b.Was), "")
	default:
		d.note(w.lang.T("game.table"), strconv.Itoa(b.Was.Table), strconv.Itoa(b.Now.Table))
		d.note(w.table(b.Now), w.pairing(b.Was), w.pairing(b.Now))
		d.note(w.lang.T("game.result"), page.Brief(w.lang, b.Was.Result), page.Brief(w.lang, b.Now.Result))
		d.note(w.lang.T("log.goeson"), w.t.NameOf(b.Was.GoesOn), w.t.NameOf(b.Now.GoesOn))
		d.note(w.lang.T("log.corrected"), w.moment(b.Was.Corrected), w.moment(b.Now.Corrected))
		d.note(w.lang.T("log.dispute"), w.disputed(b.Was), w.disputed(b.Now))
		d.note(w.lang.T("log.record"), short(b.Was.Record), short(b.Now.Record))
		d.note(w.lang.T("log.dead"), b.Was.Dead, b.Now.Dead)
		d.note(w.lang.T("log.accepted"), w.accepted(b.Was), w.accepted(b.Now))
	}
	return d.found
}

// short is enough of a hash to tell two records apart.
func short(hash string) string { return hash[:min(len(hash), 8)] }

func (w changeWords) table(g *tournament.Game) string { return w.lang.T("card.table", g.Table) }

// pairing says who plays whom, and on what terms.
func (w changeWords) pairing(g *tournament.Game) string {
	return page.NewPlayerView(w.t, g.Black).Name + " – " + page.NewPlayerView(w.t, g.White).Name + ", " + page.ShortTerms(w.lang, g)
}

func (w changeWords) disputed(g *tournament.Game) string {
	if !g.Dispute.Open() {
		return ""
	}
	return page.Brief(w.lang, g.Dispute.Result) + " (" + by(w.lang, g.Dispute.By) + ")"
}

// accepted says who has left the record of a game as it is, and when.
func (w changeWords) accepted(g *tournament.Game) string {
	if g.Accepted.Of == "" {
		return ""
	}
	return by(w.lang, g.Accepted.By) + ", " + w.moment(g.Accepted.At)
}

func (w changeWords) names(ids []tournament.PlayerID) string {
	var list []string
	for _, id := range ids {
		list = append(list, page.NewPlayerView(w.t, id).Name)
	}
	return strings.Join(list, ", ")
}

func (w changeWords) moment(at time.Time) string {
	if at.IsZero() {
		return ""
	}
	return w.lang.Moment(at)
}

func (w changeWords) yes(b bool) string {
	if b {
		return w.lang.T("log.yes")
	}
	return w.lang.T("log.no")
}
