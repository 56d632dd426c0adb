package page

import (
	"slices"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// Swapped is the match as the other team sees it.
func (m MatchView) Swapped() MatchView {
	m.A, m.B = m.B, m.A
	s := &m.Score
	s.A, s.B, s.AWon, s.BWon = s.B, s.A, s.BWon, s.AWon
	m.Boards = slices.Clone(m.Boards)
	for i := range m.Boards {
		b := &m.Boards[i]
		b.A, b.B, b.ABlack, b.AWon, b.BWon, b.APoints, b.BPoints = b.B, b.A, !b.ABlack, b.BWon, b.AWon, b.BPoints, b.APoints
	}
	return m
}

// A TeamDeskView is one team in the list.
type TeamDeskView struct {
	PlayerView
	Home             string // its page at the desk
	Members, Reserve []MemberView
	Notes            []string
}

// A MemberView is a player of a team.
type MemberView struct {
	PlayerView
	// Board is his usual board, 0 for a substitute.
	Board int
	// Text says what keeps him from playing; may be empty.
	Text string
}

func NewTeamDeskView(lang *i18n.Language, t *tournament.Tournament, team *tournament.Team) TeamDeskView {
	v := TeamDeskView{PlayerView: NewTeamView(t, team.ID), Home: TeamPath(t, team.ID)}
	playing := 0
	for _, id := range team.Members {
		p := t.Player(id)
		m := MemberView{PlayerView: NewPlayerView(t, id)}
		if p.Status != tournament.CheckedIn {
			m.Text = lang.T(StatusKeys[p.Status])
		}
		if p.Status != tournament.Withdrawn && playing < t.Settings.Teams.Boards {
			playing++
			m.Board = playing
			v.Members = append(v.Members, m)
		} else {
			v.Reserve = append(v.Reserve, m)
		}
	}
	switch {
	case len(team.Members) == 0:
		v.Notes = append(v.Notes, lang.T("teams.empty"))
	case playing < t.Settings.Teams.Boards:
		v.Notes = append(v.Notes, lang.T("teams.short", playing, t.Settings.Teams.Boards))
	}
	if said := MisplacedNote(lang, t, team.Members); said != "" {
		v.Notes = append(v.Notes, said)
	}
	return v
}

// MisplacedNote says that an order of boards has a stronger player below a weaker
// one.
func MisplacedNote(lang *i18n.Language, t *tournament.Tournament, order []tournament.PlayerID) string {
	upper, lower := t.Misplaced(order)
	if upper == 0 {
		return ""
	}
	a, b := t.Player(upper), t.Player(lower)
	return lang.T("teams.misplaced", b.Name(), b.Rank, a.Name(), a.Rank)
}

// Member returns the view of a member.
func (v *TeamDeskView) Member(id tournament.PlayerID) MemberView {
	all := slices.Concat(v.Members, v.Reserve)
	return all[slices.IndexFunc(all, func(m MemberView) bool { return m.ID == id })]
}
