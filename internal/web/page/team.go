package page

import (
	"slices"
	"strconv"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// OfTeams reports whether teams play.
func OfTeams(t *tournament.Tournament) bool { return t.Settings.Teams.Boards > 0 }

// NewTeamView returns a team as a player: its name, and the mean rank of its first
// boards.
func NewTeamView(t *tournament.Tournament, id tournament.PlayerID) PlayerView {
	team := t.Team(id)
	if team == nil {
		return PlayerView{}
	}
	p := t.AsPlayer(team)
	return PlayerView{
		ID: id, Name: team.Name, Brief: team.Name, Short: team.Name, Rank: p.Rank.String(), Country: p.Country,
		Address: "/t/" + t.Info.Slug + "/teams/" + strconv.Itoa(int(id)),
	}
}

// A TeamDeskView is one team in the list of teams.
type TeamDeskView struct {
	PlayerView
	Home             string // its page at the desk
	Members, Reserve []MemberView
	Notes            []string
}

// A MemberView is a player of a team.
type MemberView struct {
	PlayerView
	// Board is the member's usual board, 0 for a substitute.
	Board int
	// Text is the reason why the member cannot play; may be empty.
	Text string
}

// NewTeamDeskView returns a team with its members and warnings.
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
		v.Notes = append(v.Notes, lang.T("team.page.empty"))
	case playing < t.Settings.Teams.Boards:
		v.Notes = append(v.Notes, lang.T("team.page.short", playing, t.Settings.Teams.Boards))
	}
	if note := MisplacedNote(lang, t, team.Members); note != "" {
		v.Notes = append(v.Notes, note)
	}
	return v
}

// Member returns the view of a member. The player must be in the team.
func (v *TeamDeskView) Member(id tournament.PlayerID) MemberView {
	all := slices.Concat(v.Members, v.Reserve)
	return all[slices.IndexFunc(all, func(m MemberView) bool { return m.ID == id })]
}

// MisplacedNote returns the warning that an order of boards has a stronger player below a weaker one, "" otherwise.
func MisplacedNote(lang *i18n.Language, t *tournament.Tournament, order []tournament.PlayerID) string {
	upper, lower := t.Misplaced(order)
	if upper == 0 {
		return ""
	}
	a, b := t.Player(upper), t.Player(lower)
	return lang.T("team.page.misplaced", b.Name(), b.Rank, a.Name(), a.Rank)
}
