package public

import (
	"strconv"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/i18n"
	"tourney/internal/results"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A finishedPage is the end of a tournament: the winners, the final standings, the prizes, the corrections, and
// pictures.
type finishedPage struct {
	page.Base
	Facts []string
	// Note is the desk's note beside the standings. Correcting is a text during a correction: then the rows are the
	// last announced ones, without the rounds.
	Note, Correcting string
	Podium           []podiumView
	Rounds           []int
	Criteria         []page.CriterionView
	Rows             []finishedRow
	Prizes           []CeremonyView
	// State is a text: the results are final, or a correction is under way.
	State string
	// Done are the finished steps of the panel: closed, sent to whom.
	Done     []momentView
	Versions []versionView
	Pictures []pictureView
}

// A podiumView is one of the first three.
type podiumView struct {
	page.PlayerView
	First       bool
	Title, Wins string
}

// A finishedRow is a line of the final standings.
type finishedRow struct {
	Place  string
	Number int // of the line
	Shared bool
	Player page.PlayerView
	Cells  []placeCell
	Scores []string
	// Rest are the scores after the first with the names of their columns, for phones.
	Rest string
}

// A placeCell is one round: the player's own stone and the opponent's line.
type placeCell struct {
	cellView
	Text string
}

// A momentView is a finished step, and its time.
type momentView struct{ Text, When string }

// A versionView is a finished or current correction of the final standings.
type versionView struct {
	Title, When, Reason string
	Changes             []page.FinalChangeView
}

// A pictureView is a picture of the tournament.
type pictureView struct {
	Address, Caption string
	Width, Height    int
}

// podiumTitles are the messages of the first three places.
var podiumTitles = []string{"final.first", "final.second", "final.third"}

// showFinished shows the final standings or, during a correction, the last announced ones with a note.
func showFinished(v *Visit) (string, any, error) {
	t := v.Tournament
	if len(t.Day.Finals) == 0 {
		return "", nil, fault.New(fault.NotFound, "final.notyet")
	}
	n := t.Current()
	view := &finishedPage{Base: v.Base(v.Lang.T("final.title"), ""), Criteria: page.Criteria(v.Lang, v.finalCriteria(n))}
	for _, fact := range []string{
		v.Lang.T("player.count", len(t.Participants())), v.Lang.T("now.rounds", n), v.Lang.Dates(t.Info.Begin.Time, t.Info.End.Time), page.Place(t.Info.Place, t.Info.Country),
	} {
		if fact != "" {
			view.Facts = append(view.Facts, fact)
		}
	}
	last := &t.Day.Finals[len(t.Day.Finals)-1]
	view.Note = last.Note
	if t.Frozen() == nil {
		view.Correcting = v.Lang.T("final.correcting", last.Reason, v.Lang.Moment(last.At))
		view.fillAnnounced(v, last)
	} else {
		for round := range n {
			view.Rounds = append(view.Rounds, round+1)
		}
		view.fillRows(v, n)
	}
	view.finishRows(v.Lang)
	view.Prizes, _ = Ceremonies(v.Lang, v.Snapshot)
	view.fillVersions(v)
	for _, p := range t.Day.Pictures {
		view.Pictures = append(view.Pictures, pictureView{v.To("/pictures/" + strconv.Itoa(p.ID)), p.Caption, p.Width, p.Height})
	}
	return "finished", view, nil
}

// finalCriteria are the columns of the final standings.
func (v *Visit) finalCriteria(n int) []tournament.Criterion {
	if page.OfTeams(v.Tournament) {
		return v.Tournament.Settings.Criteria
	}
	return v.Standings(n).Criteria
}

func (p *finishedPage) fillRows(v *Visit, n int) {
	rows, lines := v.standingsRows(n), map[tournament.PlayerID]int{}
	if page.OfTeams(v.Tournament) {
		rows = v.teamRows(n)
	}
	for i := range rows {
		lines[rows[i].Player.ID] = i + 1
	}
	for i := range rows {
		row := finishedRow{Place: rows[i].Place, Shared: rows[i].Shared, Player: rows[i].Player, Scores: rows[i].Scores}
		for q, cell := range rows[i].Cells {
			c := placeCell{cellView: cell, Text: cell.Name}
			if own := rows[i].row; own != nil && own.Cells[q].Kind == results.Game {
				c.Text = strconv.Itoa(lines[own.Cells[q].Opponent])
			}
			row.Cells = append(row.Cells, c)
		}
		p.Rows = append(p.Rows, row)
		if i < len(podiumTitles) {
			p.addPodium(v.Lang, &row, v.Lang.T("final.wins", wins(rows[i]), n))
		}
	}
}

// addPodium adds one of the first three with the title of the line, or with the place that it shares.
func (p *finishedPage) addPodium(lang *i18n.Language, row *finishedRow, wins string) {
	title := row.Place
	if !row.Shared {
		title = lang.T(podiumTitles[len(p.Podium)])
	}
	p.Podium = append(p.Podium, podiumView{PlayerView: row.Player, First: len(p.Podium) == 0, Title: title, Wins: wins})
}

// fillAnnounced lists the standings as announced; the rounds may differ by now.
func (p *finishedPage) fillAnnounced(v *Visit, list *tournament.FinalList) {
	t := v.Tournament
	p.Criteria = page.Criteria(v.Lang, list.Criteria)
	places := results.FinalPlaces(list.Lines)
	for i, line := range list.Lines {
		row := finishedRow{Place: places[i], Player: page.PlayerView{ID: line.Player, Name: line.Name, Brief: line.Name}}
		switch {
		case t.Team(line.Player) != nil:
			row.Player = page.NewTeamView(t, line.Player)
		case t.Player(line.Player) != nil:
			row.Player = page.NewPlayerView(t, line.Player)
		}
		for _, score := range line.Scores {
			row.Scores = append(row.Scores, v.Lang.Decimal(score))
		}
		p.Rows = append(p.Rows, row)
		if i < len(podiumTitles) {
			p.addPodium(v.Lang, &row, "")
		}
	}
}

// finishRows numbers the lines, and sums up their scores for phones.
func (p *finishedPage) finishRows(lang *i18n.Language) {
	for i := range p.Rows {
		row := &p.Rows[i]
		row.Number = i + 1
		var rest []string
		for c := 1; c < len(row.Scores); c++ {
			rest = append(rest, p.Criteria[c].Name+" "+row.Scores[c])
		}
		row.Rest = strings.Join(rest, " · ")
	}
}

// wins returns a player's number of wins; a jigo and a half-point bye count as half a win. For a team it returns the
// won matches of its line.
func wins(row standingsRow) tournament.Score {
	if row.row != nil {
		return row.row.NBW
	}
	var won tournament.Score
	for _, c := range row.Cells {
		if c.Won {
			won += 2
		}
	}
	return won
}

func (p *finishedPage) fillVersions(v *Visit) {
	t := v.Tournament
	lists := t.Day.Finals
	first, last := &lists[0], &lists[len(lists)-1]
	p.State = v.Lang.T("final.are")
	if t.Frozen() == nil {
		p.State = v.Lang.T("final.state.open")
		p.Versions = append(p.Versions, versionView{Title: p.State, When: v.Lang.Moment(last.Reopened), Reason: last.Reason})
	}
	p.Done = append(p.Done, momentView{v.Lang.T("final.announced"), v.Lang.Moment(first.At)})
	if len(lists) > 1 {
		p.Done = append(p.Done, momentView{v.Lang.T("final.corrected"), v.Lang.Moment(last.At)})
	}
	for _, s := range t.Day.Sendings {
		if s.State != tournament.SentReturned {
			p.Done = append(p.Done, momentView{v.Lang.T("final.sent", s.To), v.Lang.Moment(s.At)})
		}
	}
	for i := len(lists) - 1; i > 0; i-- {
		p.Versions = append(p.Versions, versionView{
			v.Lang.T("final.corrected"), v.Lang.Moment(lists[i].At), strings.TrimSpace(lists[i-1].Reason),
			page.FinalChanges(v.Lang, &lists[i-1], &lists[i]),
		})
	}
}
