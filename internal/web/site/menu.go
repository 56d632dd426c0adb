package site

import (
	"strconv"

	"tourney/internal/event/day"
	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// SafetyPath is the page about the copies of the data.
const SafetyPath = "/safety"

// A menuEntry is a possible entry of the menu of a tournament.
type menuEntry struct {
	// section names the pages of the entry, key its text.
	section, key, address string
	needs                 role.Action
	// state is shown in grey behind More.
	state string
	// absent leaves the entry out, more puts it behind More, part begins a part there.
	absent, more, part bool
}

// menu returns the entries of the bar, seven at most, and the entries behind More.
func (s *Site) menu(b *page.Base, t *tournament.Tournament, section string) (bar, more []page.Link) {
	part := false
	for _, e := range s.menuEntries(b, t) {
		part = part || e.part
		if e.absent || !b.Roles.May(e.needs) {
			continue
		}
		link := page.Link{Text: b.T(e.key), Address: e.address, Current: e.section == section}
		if !e.more {
			bar = append(bar, link)
			continue
		}
		link.State, link.Part = e.state, part && len(more) > 0
		more, part = append(more, link), false
	}
	return bar, more
}

// menuEntries returns all entries in the order of a day. The final page takes the place of the draw once the last round
// has all its results. In a tournament of teams the settings make room for the teams. Open play has no draws.
func (s *Site) menuEntries(b *page.Base, t *tournament.Tournament) []menuEntry {
	home, public := "/desk/"+t.Info.Slug, "/t/"+t.Info.Slug
	elsewhere, teams := t.Origin != "", page.OfTeams(t)
	last := t.Round(t.Settings.Rounds)
	over := last != nil && last.State() == tournament.Complete
	next := min(len(t.Rounds)+1, t.Settings.Rounds)
	if len(t.Rounds) > t.Current() {
		next = len(t.Rounds)
	}
	requests, final := "", ""
	if n := len(day.Open(t)); n > 0 {
		requests = b.T("frame.open", n)
	}
	if !over && !t.IsOpen() {
		final = b.T("frame.final.after", t.Settings.Rounds)
	}
	draw := menuEntry{section: "draw", key: "frame.draw", address: home + "/draw/" + strconv.Itoa(next), needs: role.Draw, more: over, absent: t.IsOpen()}
	end := menuEntry{section: "final", key: "frame.final", address: home + "/final", needs: role.Conclude, more: !over, state: final}
	return []menuEntry{
		{section: "", key: "frame.desk", address: home, needs: role.Watch},
		{section: "players", key: "frame.players", address: home + "/players", needs: role.Register},
		{section: "teams", key: "frame.teams", address: home + "/teams", needs: role.Lineup, absent: !teams},
		draw,
		{section: "standings", key: "frame.standings", address: public + "/standings", needs: role.See},
		{section: "exports", key: "frame.exports", address: home + "/exports", needs: role.Print},
		{section: "publish", key: "frame.publish", address: home + "/publish", needs: role.Conclude, absent: !b.Connected},
		end,
		{section: "settings", key: "frame.settings", address: home + "/settings", needs: role.Arrange, more: teams},
		{section: "prizes", key: "prize.page.title", address: home + "/prizes", needs: role.Conclude, more: true},
		{section: "strengths", key: "strength.title", address: home + "/strengths", needs: role.Arrange, more: true, absent: !t.IsOpen()},
		{section: "day", key: "today.all", address: home + "/day", needs: role.RunDay, more: true, state: requests},
		{section: "staff", key: "people.title", address: home + "/staff", needs: role.Staff, more: true, part: true},
		{section: "safety", key: "frame.safety", address: SafetyPath, needs: role.Operate, more: true, state: s.Saved(b.Language)},
		{section: "log", key: "frame.log", address: home + "/log", needs: role.Review, more: true},
		{section: "end", key: "end.title", address: home + "/end", needs: role.End, absent: !elsewhere},
	}
}

// Saved names the time of the last backup, "" before the first.
func (s *Site) Saved(lang *i18n.Language) string {
	at := s.Director.Backups().Last()
	if at.IsZero() {
		return ""
	}
	return lang.T("frame.saved", lang.Since(at, s.Director.Now()))
}
