package public

import (
	"strconv"

	"tourney/internal/pairing"
	"tourney/internal/pairing/bracket"
	"tourney/internal/tournament"
	"tourney/internal/web/page"
)

// A bracketPage shows the knockouts of a tournament.
type bracketPage struct {
	page.Base
	Brackets []bracketView
}

// A bracketView is the bracket of one stage.
type bracketView struct {
	Title string
	// Waiting is the reason for a missing bracket; else "".
	Waiting string
	Winner  string
	// Numbered is set if the text of a side names a match by its number.
	Numbered bool
	Parts    []bracketPart
}

// A bracketPart has its own drawing: the matches of players without a loss, of players with one loss, or a single match
// such as the final.
type bracketPart struct {
	Name    string
	Columns []bracketColumn
}

// A bracketColumn is one round of a part.
type bracketColumn struct {
	Name, Address string
	// Halves is set if the next column has half as many matches, Straight if it has as many.
	Halves, Straight bool
	Matches          []bracketMatch
}

// A bracketMatch is one match of a bracket.
type bracketMatch struct {
	Number  int
	Address string // of its game
	Sides   [2]bracketSide
	// Hidden is set if the match has no players, Perhaps if it is played only after
	// a certain result of the first final.
	Hidden, Perhaps bool
}

// A bracketSide is one side of a match; Player is empty if unknown.
type bracketSide struct {
	Player    page.PlayerView
	Text      string // instead of a player
	Seed      int
	Won, Lost bool
	How       string
}

func showBracket(v *Visit) (string, any, error) {
	view := bracketPage{Base: v.Base(v.Lang.T("frame.bracket"), "/bracket")}
	for _, from := range page.Knockouts(v.Tournament) {
		view.Brackets = append(view.Brackets, v.bracketOf(from))
	}
	return "bracket", view, nil
}

// bracketOf returns the bracket of the stage that starts with a round.
func (v *Visit) bracketOf(from int) bracketView {
	t := v.Tournament
	view := bracketView{Title: v.Lang.T("system." + string(t.Settings.Stage(from).System))}
	tree, ok := pairing.Tree(t, from)
	if r := t.Round(from); !ok || r == nil || !r.Published {
		view.Waiting = v.Lang.T("bracket.waiting", from)
		return view
	}
	players := t.Entrants()
	if winner := players.Player(tree.Winner()); winner != nil {
		view.Winner = v.Lang.T("bracket.won", winner.Name())
	}
	for _, part := range []bracket.Part{bracket.Winners, bracket.Losers, bracket.Third, bracket.Final} {
		p := bracketPart{}
		for i := range tree.Matches {
			m := &tree.Matches[i]
			if m.Part != part && (part != bracket.Final || m.Part != bracket.Again) {
				continue
			}
			name := page.Text(v.Lang, tree.Name(m))
			if last := len(p.Columns) - 1; last < 0 || p.Columns[last].Name != name {
				column := bracketColumn{Name: name}
				if m.Round <= t.Current() {
					column.Address = v.To("/round/" + strconv.Itoa(m.Round))
				}
				p.Columns = append(p.Columns, column)
			}
			column := &p.Columns[len(p.Columns)-1]
			column.Matches = append(column.Matches, v.newBracketMatch(players, &tree, m))
			for _, side := range m.Sides {
				view.Numbered = view.Numbered || side.Player == 0 && !side.Empty
			}
		}
		if len(p.Columns) == 0 {
			continue
		}
		if tree.Stage.System == tournament.DoubleElimination {
			p.Name = v.Lang.T("bracket." + string(part))
		}
		p.connect()
		view.Parts = append(view.Parts, p)
	}
	return view
}

// connect sets the connection of each column with the next.
func (p *bracketPart) connect() {
	for i := range p.Columns[:len(p.Columns)-1] {
		here, next := len(p.Columns[i].Matches), len(p.Columns[i+1].Matches)
		p.Columns[i].Halves, p.Columns[i].Straight = here == 2*next, here == next
	}
}

func (v *Visit) newBracketMatch(players *tournament.Tournament, tree *bracket.Tree, m *bracket.TreeMatch) bracketMatch {
	view := bracketMatch{
		Number: m.Number, Hidden: m.Spared || m.Sides[0].Empty && m.Sides[1].Empty,
		Perhaps: m.Part == bracket.Again && m.Winner == 0,
	}
	var game *tournament.Game
	if r := v.Tournament.Round(m.Round); r != nil && r.Published {
		if g := r.Game(m.Sides[0].Player); g != nil && g.Has(m.Sides[1].Player) {
			game, view.Address = g, v.To("/games/"+strconv.Itoa(g.ID))
		}
	}
	for k, side := range m.Sides {
		s := bracketSide{Seed: side.Seed, Won: m.Winner > 0 && side.Player == m.Winner}
		s.Lost = m.Winner > 0 && !s.Won
		switch {
		case side.Player > 0:
			s.Player = page.NewPlayerView(players, side.Player)
			if players != v.Tournament {
				s.Player.Address = ""
			}
		case side.Empty:
			s.Text = v.Lang.T("bracket.bye")
		case tree.Matches[side.From].Number == 0:
			s.Text = "–"
		case side.Loser:
			s.Text = v.Lang.T("bracket.loser", tree.Matches[side.From].Number)
		default:
			s.Text = v.Lang.T("bracket.winner", tree.Matches[side.From].Number)
		}
		switch {
		case s.Won && game != nil:
			s.How = page.NewResultView(v.Lang, game.Decided()).Text
		case s.Won && !m.Walkover && players == v.Tournament:
			s.How = v.Lang.T("bracket.walkover")
		case s.Won && !m.Walkover:
			if match := v.teamMatch(v.Tournament.Team(side.Player), m.Round).Match; match != nil {
				s.How = match.Score.A + "–" + match.Score.B
			}
		}
		view.Sides[k] = s
	}
	return view
}
