package native

import (
	"reflect"

	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// copyFields copies the fields of a struct that have the same name and type in
// the struct at which to points.
func copyFields(to, from any) {
	target, source := reflect.ValueOf(to).Elem(), reflect.ValueOf(from)
	for i := range source.NumField() {
		if f := target.FieldByName(source.Type().Field(i).Name); f.IsValid() && f.Type() == source.Field(i).Type() {
			f.Set(source.Field(i))
		}
	}
}

func infoOf(i tournament.Info) (n info) {
	copyFields(&n, i)
	n.Begin, n.End = day{i.Begin}, day{i.End}
	return n
}

func (n info) info() (i tournament.Info) {
	copyFields(&i, n)
	i.Begin, i.End = n.Begin.Time, n.End.Time
	return i
}

func playerOf(p *tournament.Player) (n player) {
	copyFields(&n, *p)
	n.Absent, n.HalfByes, n.Expected = roundSet(p.Absent), roundSet(p.HalfByes), roundSet(p.Expected)
	if p.Rating.Stated() {
		n.Rating = new(p.Rating.Points())
	}
	return n
}

func (n player) player() (p tournament.Player) {
	copyFields(&p, n)
	p.Absent, p.HalfByes = tournament.Rounds(n.Absent), tournament.Rounds(n.HalfByes)
	p.Expected = tournament.Rounds(n.Expected)
	if n.Rating != nil {
		p.Rating = rank.Points(*n.Rating)
	}
	return p
}

func roundOf(r *tournament.Round) round {
	n := round{Published: r.Published, Start: r.Start, Games: []game{}, Byes: r.Byes, Drawn: drawnOf(r.Drawn)}
	for _, from := range r.Games {
		g := game{Komi: points(from.Komi)}
		copyFields(&g, from)
		copyFields(&g.Dispute, from.Dispute)
		n.Games = append(n.Games, g)
	}
	return n
}

func (n round) round(number int) tournament.Round {
	r := tournament.Round{Number: number, Published: n.Published, Start: n.Start, Byes: n.Byes, Drawn: n.Drawn.drawn()}
	for _, from := range n.Games {
		g := tournament.Game{Round: number, Komi: handicap.Komi(from.Komi)}
		copyFields(&g, from)
		copyFields(&g.Dispute, from.Dispute)
		r.Games = append(r.Games, g)
	}
	return r
}

func drawnOf(d tournament.Drawn) (n drawn) {
	copyFields(&n, d)
	n.Seed = seed(d.Seed)
	return n
}

func (n drawn) drawn() (d tournament.Drawn) {
	copyFields(&d, n)
	d.Seed = uint64(n.Seed)
	return d
}
