package public

import (
	"slices"
	"strings"

	"tourney/internal/app/director"
	"tourney/internal/format/workbook"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A CeremonyView is one prize and its winners.
type CeremonyView struct {
	Name, Band string
	Winners    []WinnerView
	Left       string // the money not awarded, "" for none
	// Untagged warns that no player is in the category, or has a year of birth.
	Untagged string
}

// A WinnerView is one player who gets a prize.
type WinnerView struct {
	page.PlayerView
	Spoken  string // the name as it is read out
	Facts   string // the text after the name: rank, club, country
	Place   string // or the number of wins
	Overall string
	Money   string
}

// Ceremonies returns the prizes and winners by the results so far, and counts the
// missing results.
func Ceremonies(lang *i18n.Language, snapshot *director.Snapshot) (views []CeremonyView, missing int) {
	t := snapshot.Tournament
	for n := 1; n <= t.Current(); n++ {
		missing += t.Round(n).Missing()
	}
	if t.Current() == 0 {
		return nil, 0
	}
	sum := func(m tournament.Money) string {
		if m == 0 {
			return ""
		}
		return strings.TrimSpace(lang.Decimal(m.String()) + " " + t.Settings.Prizes.Currency)
	}
	for _, c := range snapshot.Prizes() {
		view := CeremonyView{Name: page.PresetName(lang, c.Prize.Name), Band: workbook.Entitled(&c.Prize, lang.T), Left: sum(c.Left)}
		for _, w := range c.Winners {
			p := t.Player(w.Player)
			facts := []string{page.SpokenRank(lang, p.Rank.String()), p.Club, p.Country}
			v := WinnerView{
				PlayerView: page.NewPlayerView(t, w.Player), Spoken: page.SpokenName(p),
				Facts: strings.Join(slices.DeleteFunc(facts, func(fact string) bool { return fact == "" }), ", "),
				Place: lang.T("prize.page.place."+lang.Ordinal(w.Place), w.Place), Money: strings.Trim(sum(w.Money)+", "+c.Prize.Thing(w.Place, w.Sharing), ", "),
			}
			if w.Overall != w.Place {
				v.Overall = lang.T("prize.page.overall", w.Overall)
			}
			switch {
			case c.Prize.Wins > 0:
				v.Place = lang.T("prize.page.won", c.Prize.Wins)
			case w.Sharing > 1:
				v.Place = lang.T("prize.page.shared", results.PlaceText(w.Place, true))
			}
			view.Winners = append(view.Winners, v)
		}
		if tag := c.Prize.Tag; tag != "" && !hasTag(t, tag) {
			view.Untagged = lang.T("prize.page.untagged", tag)
		} else if c.Prize.Aged() && !slices.ContainsFunc(t.Players, func(p tournament.Player) bool { return p.Born > 0 }) {
			view.Untagged = lang.T("prize.page.unborn")
		}
		views = append(views, view)
	}
	return views, missing
}

func hasTag(t *tournament.Tournament, tag string) bool {
	return slices.ContainsFunc(t.Players, func(p tournament.Player) bool {
		return slices.ContainsFunc(p.Tags, func(has string) bool { return spelling.Equal(has, tag) })
	})
}
