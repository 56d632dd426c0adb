package native

import (
	"reflect"

	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// copyFields copies the fields of a struct to the fields of the same name of the struct at which to points. Their types
// are the same, except for types that only differ in JSON; nested structs are copied too.
func copyFields(to, from any) { copyStruct(reflect.ValueOf(to).Elem(), reflect.ValueOf(from)) }

func copyStruct(to, from reflect.Value) {
	for i := range from.NumField() {
		source, target := from.Field(i), to.FieldByName(from.Type().Field(i).Name)
		switch {
		case !target.CanSet() || target.Kind() != source.Kind():
		case target.Type() == source.Type():
			target.Set(source)
		case source.CanConvert(target.Type()):
			target.Set(source.Convert(target.Type()))
		case source.Kind() == reflect.Struct:
			copyStruct(target, source)
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
	if p.Rating.Stated() {
		n.Rating = new(p.Rating.Points())
	}
	return n
}

func (n player) player() (p tournament.Player) {
	copyFields(&p, n)
	if n.Rating != nil {
		p.Rating = rank.Points(*n.Rating)
	}
	return p
}

func roundOf(r *tournament.Round) (n round) {
	copyFields(&n, *r)
	n.Games = make([]game, len(r.Games))
	for i := range r.Games {
		copyFields(&n.Games[i], r.Games[i])
	}
	return n
}

func (n round) round(number int) (r tournament.Round) {
	copyFields(&r, n)
	r.Number = number
	for i := range n.Games {
		g := tournament.Game{Round: number}
		copyFields(&g, n.Games[i])
		r.Games = append(r.Games, g)
	}
	return r
}
