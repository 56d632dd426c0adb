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
	// Waiting says why there is nothing to see yet.
	Waiting string
	Winner  string
	Parts   []bracketPart
}

// A bracketPart is drawn by itself: those who have not lost, those who have lost
// once, or a game of its own.
type bracketPart struct {
	Name    string
	Columns []bracketColumn
}

// A bracketColumn is one round of a part.
type bracketColumn struct {
	Name, Address string
	// Halves says that the next column has half as many matches, Straight that it
	// has as many.
	Halves, Straight bool
	Matches          []boutView
}

// A boutView is one match of a bracket.
type boutView struct {
	Number  int
	Address string // of its game
	Sides   [2]sideView
	// Hidden says that nobody comes to the match, Perhaps that it is played only
	// if the first game demands it.
	Hidden, Perhaps bool
}

// A sideView is one place of a match; Player is empty while nobody is known.
type sideView struct {
	Player    page.PlayerView
	Text      string // who will come, or that nobody does
	Seed      int
	Won, Lost bool
	How       string
}

func showBracket(v *Visit) (string, any, error) {
	view := bracketPage{Base: v.Base(v.Lang.T("frame.bracket"), "/bracket")}
	for _, from := range page.Knockouts(v.Tournament) {
		view.Brackets = append(view.Brackets, v.bracket(from))
	}
	return "bracket", view, nil
}

// bracket shows the stage that begins with a round.
func (v *Visit) bracket(from int) bracketView {
	t := v.Tournament
	view := bracketView{Title: v.Lang.T("system." + string(t.Settings.Stage(from).System))}
	tree, ok := pairing.Tree(t, from)
	if r := t.Round(from); !ok || r == nil || !r.Published {
		view.Waiting = v.Lang.T("bracket.waiting", from)
		return view
	}
	players := page.Entrants(t)
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
			column.Matches = append(column.Matches, v.bout(players, &tree, m))
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

// connect says how the columns follow from each other.
func (p *bracketPart) connect() {
	for i := range p.Columns[:len(p.Columns)-1] {
		here, next := len(p.Columns[i].Matches), len(p.Columns[i+1].Matches)
		p.Columns[i].Halves, p.Columns[i].Straight = here == 2*next, here == next
	}
}

// bout shows a match of a bracket.
func (v *Visit) bout(players *tournament.Tournament, tree *bracket.Tree, m *bracket.TreeMatch) boutView {
	view := boutView{Number: m.Number, Hidden: m.Spared || m.Sides[0].Empty && m.Sides[1].Empty, Perhaps: m.Part == bracket.Again && m.Winner == 0}
	var game *tournament.Game
	if r := v.Tournament.Round(m.Round); r != nil && r.Published {
		if g := r.Game(m.Sides[0].Player); g != nil && g.Has(m.Sides[1].Player) {
			game, view.Address = g, v.To("/games/"+strconv.Itoa(g.ID))
		}
	}
	for k, side := range m.Sides {
		s := sideView{Seed: side.Seed, Won: m.Winner > 0 && side.Player == m.Winner}
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
			s.How = page.NewResultView(v.Lang, game.Result).Text
		case s.Won && !m.Walkover && players == v.Tournament:
			s.How = v.Lang.T("bracket.walkover")
		}
		view.Sides[k] = s
	}
	return view
}
