package native

import (
	"tourney/internal/handicap"
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// The conversions between the model and tourney's own format, field by field.

func infoOf(i tournament.Info) info {
	return info{
		Slug: i.Slug, Name: i.Name, ShortName: i.ShortName, Place: i.Place, Country: i.Country, Director: i.Director,
		Begin: day{i.Begin}, End: day{i.End}, Zone: i.Zone, Hidden: i.Hidden,
	}
}

func (n info) info() tournament.Info {
	return tournament.Info{
		Slug: n.Slug, Name: n.Name, ShortName: n.ShortName, Place: n.Place, Country: n.Country, Director: n.Director,
		Begin: n.Begin.Time, End: n.End.Time, Zone: n.Zone, Hidden: n.Hidden,
	}
}

func playerOf(p *tournament.Player) player {
	n := player{
		ID: p.ID, Family: p.Family, Given: p.Given, Rank: p.Rank, Grade: p.Grade, LastRank: p.LastRank, RatingOrigin: p.RatingOrigin,
		Country: p.Country, Club: p.Club, EGD: p.EGD, FFG: p.FFG, FFGStatus: p.FFGStatus, AGA: p.AGA, AGAExpiry: p.AGAExpiry,
		Status: p.Status, Absent: roundSet(p.Absent), HalfByes: roundSet(p.HalfByes), Expected: roundSet(p.Expected), StartCorrection: p.StartCorrection,
		Tags: p.Tags, Born: p.Born, Notes: p.Notes, Contact: p.Contact,
	}
	if p.Rating.Stated() {
		points := p.Rating.Points()
		n.Rating = &points
	}
	return n
}

func (n player) player() tournament.Player {
	p := tournament.Player{
		ID: n.ID, Family: n.Family, Given: n.Given, Rank: n.Rank, Grade: n.Grade, LastRank: n.LastRank, RatingOrigin: n.RatingOrigin,
		Country: n.Country, Club: n.Club, EGD: n.EGD, FFG: n.FFG, FFGStatus: n.FFGStatus, AGA: n.AGA, AGAExpiry: n.AGAExpiry,
		Status: n.Status, Absent: tournament.Rounds(n.Absent), HalfByes: tournament.Rounds(n.HalfByes), Expected: tournament.Rounds(n.Expected),
		StartCorrection: n.StartCorrection, Tags: n.Tags, Born: n.Born, Notes: n.Notes, Contact: n.Contact,
	}
	if n.Rating != nil {
		p.Rating = rank.Points(*n.Rating)
	}
	return p
}

func roundOf(r *tournament.Round) round {
	n := round{Published: r.Published, Start: r.Start, Games: []game{}, Byes: r.Byes, Drawn: drawnOf(r.Drawn)}
	for _, g := range r.Games {
		n.Games = append(n.Games, game{
			ID: g.ID, Table: g.Table, Black: g.Black, White: g.White, Handicap: g.Handicap, Komi: points(g.Komi),
			ByHand: g.ByHand, Locked: g.Locked, ColoursOpen: g.ColoursOpen, GoesOn: g.GoesOn, Result: g.Result, Revision: g.Revision,
			EnteredBy: g.EnteredBy, EnteredAt: g.EnteredAt, Corrected: g.Corrected, Dispute: disputeOf(g.Dispute), Record: g.Record, Dead: g.Dead,
			Accepted: g.Accepted,
		})
	}
	return n
}

func (n round) round(number int) tournament.Round {
	r := tournament.Round{Number: number, Published: n.Published, Start: n.Start, Byes: n.Byes, Drawn: n.Drawn.drawn()}
	for _, g := range n.Games {
		r.Games = append(r.Games, tournament.Game{
			ID: g.ID, Round: number, Table: g.Table, Black: g.Black, White: g.White, Handicap: g.Handicap,
			Komi: handicap.Komi(g.Komi), ByHand: g.ByHand, Locked: g.Locked, ColoursOpen: g.ColoursOpen, GoesOn: g.GoesOn, Result: g.Result,
			Revision: g.Revision, EnteredBy: g.EnteredBy, EnteredAt: g.EnteredAt, Corrected: g.Corrected,
			Dispute: g.Dispute.dispute(), Record: g.Record, Dead: g.Dead,
			Accepted: g.Accepted,
		})
	}
	return r
}

func disputeOf(d tournament.Dispute) dispute {
	return dispute{Result: d.Result, By: d.By, At: d.At}
}

func (n dispute) dispute() tournament.Dispute {
	return tournament.Dispute{Result: n.Result, By: n.By, At: n.At}
}

func drawnOf(d tournament.Drawn) drawn {
	return drawn{Seed: seed(d.Seed), Total: d.Total, Inputs: d.Inputs, MadeFrom: d.MadeFrom, Bye: d.Bye, Program: d.Program}
}

func (n drawn) drawn() tournament.Drawn {
	return tournament.Drawn{Seed: uint64(n.Seed), Total: n.Total, Inputs: n.Inputs, MadeFrom: n.MadeFrom, Bye: n.Bye, Program: n.Program}
}
