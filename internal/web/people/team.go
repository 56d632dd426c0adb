package people

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/role"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
	"tourney/internal/web/site"
)

// A teamEntryPage edits one team: its name, its members in the order of the boards,
// and its line-up in a round.
type teamEntryPage struct {
	page.Base
	Team page.TeamDeskView
	Name string
	// Members are the team's players, Free the players without a team.
	Members, Free []placeView
	Rounds        []lineupRound
	// Round is the round of the line-up, Seats its form.
	Round  int
	Boards int
	Seats  []placeView
	// Own is set when the round differs from the usual line-up, Order is a warning about the order of the players. Shown
	// opens the line-up.
	Own, Shown bool
	Order      string
	Fault      string
	// LineupFault is the fault of the line-up.
	LineupFault string
	// Leads is set if the viewer may set this line-up.
	Leads bool
	// Played is set if members have played; then the team cannot be removed.
	Played bool
}

// A placeView is a player: with a tick for the team, or with the board in a round.
type placeView struct {
	page.MemberView
	Ticked bool
	Place  string
	// Seats are the player's boards, round by round.
	Seats       []string
	First, Last bool
}

// A lineupRound is a round that can have a line-up.
type lineupRound struct {
	Number  int
	Address string
	Current bool
	Own     bool
}

// withTeam returns the action that runs do with the team in the address.
func (s *teamHandlers) withTeam(do func(c *gin.Context, snapshot *director.Snapshot, team *tournament.Team) error) site.Action {
	return s.WithTournament(func(c *gin.Context, snapshot *director.Snapshot) error {
		team := snapshot.Tournament.Team(tournament.PlayerID(page.Natural(c.Param("team"))))
		if team == nil {
			return fault.New(fault.NotFound, "team.missing", fault.Clip(c.Param("team")))
		}
		return do(c, snapshot, team)
	})
}

func (s *teamHandlers) showTeamEntry(c *gin.Context, snapshot *director.Snapshot, team *tournament.Team) error {
	view := s.teamEntryPage(c, snapshot, team, page.Natural(c.Query("round")))
	if c.Query("saved") != "" {
		view.Notice = &page.Banner{Level: "notice", Text: view.T("team.page.saved", team.Name)}
	}
	return s.Render(c, "teamentry", view)
}

// teamEntryPage returns the page with the line-up of a round, 0 for the next one.
func (s *teamHandlers) teamEntryPage(
	c *gin.Context, snapshot *director.Snapshot, team *tournament.Team, round int,
) *teamEntryPage {
	t := snapshot.Tournament
	view := &teamEntryPage{
		Base: s.DeskBase(c, snapshot, team.Name, "teams"), Name: team.Name, Boards: t.Settings.Teams.Boards, Round: round,
	}
	view.Team = page.NewTeamDeskView(view.Language, t, team)
	if view.Round < 1 || view.Round > t.Settings.Rounds {
		view.Round = min(t.Current()+1, t.Settings.Rounds)
	}
	for i, id := range team.Members {
		v := placeView{
			MemberView: view.Team.Member(id), Ticked: true, First: i == 0, Last: i == len(team.Members)-1,
		}
		for n := 1; n <= t.Settings.Rounds; n++ {
			v.Seats = append(v.Seats, boardOf(t, team, n, id))
		}
		view.Members = append(view.Members, v)
	}
	for _, id := range t.Teamless() {
		view.Free = append(view.Free, placeView{MemberView: page.MemberView{PlayerView: page.NewPlayerView(t, id)}})
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		own := slices.ContainsFunc(team.Lineups, func(l tournament.Lineup) bool { return l.Round == n })
		view.Rounds = append(view.Rounds, lineupRound{n, page.LineupPath(t, team.ID, n), n == view.Round, own})
		view.Own = view.Own || own && n == view.Round
	}
	view.fillSeats(t, team)
	view.Shown = view.Own || c.Query("round") != "" || !view.May(role.Register.String())
	view.Leads = s.leads(c, team) && (view.Round > t.Current() || view.May(role.Register.String()))
	for i := range t.Rounds {
		view.Played = view.Played || slices.ContainsFunc(team.Members, func(id tournament.PlayerID) bool {
			return t.Rounds[i].Game(id) != nil || t.Rounds[i].HasBye(id)
		})
	}
	return view
}

// fillSeats lists the players who can play the round, with their boards.
func (p *teamEntryPage) fillSeats(t *tournament.Tournament, team *tournament.Team) {
	seated := t.Lineup(team, p.Round)
	for _, m := range p.Members {
		if i := slices.Index(seated, m.ID); i >= 0 {
			m.Place = strconv.Itoa(i + 1)
		} else {
			m.Place = ""
		}
		if player := t.Player(m.ID); m.Text == "" && player.Absent.Has(p.Round) {
			m.Text = p.T("standings.cell.absent")
		}
		p.Seats = append(p.Seats, m)
	}
	p.Order = page.MisplacedNote(p.Language, t, seated)
}

// fillTyped shows the values of a refused form.
func (p *teamEntryPage) fillTyped(form url.Values) {
	if form.Has("name") {
		p.Name = page.Clip(form.Get("name"))
		ticked := page.PlayerIDs(form["player"])
		for _, list := range [][]placeView{p.Members, p.Free} {
			for i := range list {
				list[i].Ticked = slices.Contains(ticked, list[i].ID)
			}
		}
	}
	for i := range p.Seats {
		if key := "board-" + strconv.Itoa(int(p.Seats[i].ID)); form.Has(key) {
			p.Seats[i].Place = page.Clip(form.Get(key))
		}
	}
}

// boardOf returns the board of a member in a round.
func boardOf(t *tournament.Tournament, team *tournament.Team, n int, id tournament.PlayerID) string {
	board := 0
	if r := t.Round(n); r != nil {
		board, _ = t.Board(n, id)
	} else {
		board = slices.Index(t.Lineup(team, n), id) + 1
	}
	if board == 0 {
		return "–"
	}
	return strconv.Itoa(board)
}

// postTeamEntry changes a team or its line-up.
func (s *teamHandlers) postTeamEntry(c *gin.Context, snapshot *director.Snapshot, team *tournament.Team) (err error) {
	t, form := snapshot.Tournament, c.Request.PostForm
	ctx, editor, round := c.Request.Context(), s.Editor(c), page.Natural(form.Get("round"))
	do, which, _ := strings.Cut(form.Get("do"), " ")
	lineup := do == "lineup" || do == "usual"
	if !s.May(c, role.Register) && !(lineup && s.leads(c, team)) {
		return fault.New(fault.Denied, "role.denied")
	}
	if !s.May(c, role.Register) && round <= t.Current() {
		return fault.New(fault.Denied, "team.lineup.published", round)
	}
	switch do {
	case "up", "down":
		err = editor.EditTeam(ctx, team.ID, func(now *tournament.Team) { moveMember(now, tournament.PlayerID(page.Natural(which)), do) })
	case "rank":
		err = editor.EditTeam(ctx, team.ID, func(now *tournament.Team) { t.ByRank(now.Members) })
	case "usual":
		err = editor.SetLineup(ctx, team.ID, round, nil)
	case "lineup":
		var players []tournament.PlayerID
		if players, err = parseBoards(t, form); err == nil && len(players) == 0 {
			err = fault.New(fault.Invalid, "team.lineup.nobody")
		}
		if err == nil {
			err = editor.SetLineup(ctx, team.ID, round, players)
		}
	default:
		err = editor.EditTeam(ctx, team.ID, func(now *tournament.Team) {
			now.Name, now.Members = form.Get("name"), page.PlayerIDs(form["player"])
		})
	}
	if err == nil {
		address := page.TeamPath(t, team.ID) + "?saved=1"
		if lineup {
			address += "&round=" + strconv.Itoa(round) + "#lineup"
		}
		return s.Redirect(c, address)
	}
	if _, ok := fault.As(err); !ok {
		return err
	}
	page := s.teamEntryPage(c, snapshot, team, round)
	page.fillTyped(form)
	if lineup {
		page.LineupFault, page.Shown = page.Error(err), true
	} else {
		page.Fault = page.Error(err)
	}
	return s.RenderStatus(c, site.StatusOfForm(err), "teamentry", page)
}

// leads reports whether the viewer may set the line-ups of a team. A captain may set only the own team's.
func (s *teamHandlers) leads(c *gin.Context, team *tournament.Team) bool {
	rights := s.Rights(c)
	return rights.May(role.Register) || rights.May(role.Lineup) && rights.Team == int(team.ID)
}

// moveMember moves a member one place up or down.
func moveMember(team *tournament.Team, id tournament.PlayerID, do string) {
	i := slices.Index(team.Members, id)
	j := i - 1
	if do == "down" {
		j = i + 1
	}
	if i >= 0 && j >= 0 && j < len(team.Members) {
		team.Members[i], team.Members[j] = team.Members[j], team.Members[i]
	}
}

// parseBoards returns the players with a board, in the order of the boards. Two players with one board are a fault.
func parseBoards(t *tournament.Tournament, form url.Values) ([]tournament.PlayerID, error) {
	most := t.Settings.Teams.Boards
	at := map[int]tournament.PlayerID{}
	var places []int
	for i := range t.Players {
		p := &t.Players[i]
		text := strings.TrimSpace(form.Get("board-" + strconv.Itoa(int(p.ID))))
		if text == "" {
			continue
		}
		n, err := strconv.Atoi(text)
		switch {
		case err != nil || n < 1 || n > most:
			return nil, fault.New(fault.Invalid, "team.place", p.Name(), fault.Clip(text), most)
		case at[n] != 0:
			return nil, fault.New(fault.Conflict, "team.place.twice", n, t.Player(at[n]).Name(), p.Name())
		}
		at[n] = p.ID
		places = append(places, n)
	}
	slices.Sort(places)
	var players []tournament.PlayerID
	for _, n := range places {
		players = append(players, at[n])
	}
	return players, nil
}

func (s *teamHandlers) postTeamRemove(c *gin.Context, snapshot *director.Snapshot, team *tournament.Team) error {
	if err := s.Editor(c).RemoveTeam(c.Request.Context(), team.ID); err != nil {
		return err
	}
	return s.Redirect(c, "/desk/"+snapshot.Tournament.Info.Slug+"/teams?removed=1")
}
