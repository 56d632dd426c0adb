package demo

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"math"
	"slices"
	"strings"
	"time"

	"tourney/internal/event/day"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// playFinished plays a McMahon tournament of a day from its check-in to the final
// standings: announced, sent to the European Go Database, with a picture.
func (b *builder) playFinished(at time.Time) {
	b.clock = dayOf(at).Add(7 * time.Hour)
	b.step(0, b.found("egf", tournament.Info{
		Slug: "porvoo-cup", Name: "Porvoo Cup", ShortName: "Porvoo", Place: "Porvoo", Begin: tournament.DateOf(dayOf(at)), End: tournament.DateOf(dayOf(at)),
	}, func(s *tournament.Settings) { s.Rounds = 3 }))
	b.step(3*time.Minute, func() error { return b.enter(slices.Concat(players()[4:9], players()[11:18])) })
	b.step(20*time.Minute, func() error { _, err := b.by(firstly).CheckInAll(b.ctx); return err })
	for n := range 3 {
		b.round(n+1, 6, nil)
		b.clock = b.clock.Add(time.Hour)
	}
	b.step(10*time.Minute, func() error { return b.by(aino).Day().AnnounceFinal(b.ctx, "") })
	b.step(20*time.Minute, func() error { return b.by(aino).Day().AddPicture(b.ctx, board(), "The game at table 1") })
	b.step(time.Hour, func() error {
		return b.by(aino).Day().AddSending(b.ctx, tournament.Sending{To: "EGD", File: "porvoo-cup.h0"}, "")
	})
	b.step(26*time.Hour, func() error {
		return b.by(aino).Day().MarkSending(b.ctx, b.now().Day.Sendings[0].ID, tournament.SentAccepted, "")
	})
}

// playSignUp opens the sign-up of a tournament to come, with fees: more people than places, some of whom have paid, one
// who cancels and one with a request.
func (b *builder) playSignUp(now time.Time) {
	begin := dayOf(now).AddDate(0, 0, 14)
	b.clock = now.AddDate(0, 0, -6)
	b.step(0, b.found("egf", tournament.Info{
		Slug: "turku-weekend", Name: "Turku Go Weekend", ShortName: "Turku", Place: "Turku", Begin: tournament.DateOf(begin), End: tournament.DateOf(begin.AddDate(0, 0, 1)),
	}, func(s *tournament.Settings) {
		s.SignUp = tournament.SignUp{
			Open: true, Limit: 12, Closes: begin.Add(-4 * time.Hour), CheckIn: true,
			Consent: "My name, rank, club and results may be shown on these pages and sent to the European Go Database.",
			Note:    "Tea and fruit are included. Bring your own cup.",
		}
		s.Fees = signUpFees()
	}))
	everybody := players()
	tokens := map[string]string{}
	for i, k := range []int{0, 5, 7, 9, 12, 14, 19, 22, 25, 26, 31, 35, 37, 40} {
		p := everybody[k]
		p.Mail = fmt.Sprintf("player%d@example.org", i+1)
		if i%5 == 3 {
			p.Fee.Class = "Student"
		}
		if slices.Contains(p.Tags, "junior") {
			p.Born = now.Year() - 14
		}
		b.step(time.Duration(3+i)*time.Hour/2, func() error {
			w, err := b.director.SignUp(b.ctx, b.slug, day.SignUp{Player: p, Agrees: true}, "")
			tokens[p.Family] = w.Token
			return err
		})
	}
	b.step(time.Hour, func() error {
		l, err := b.director.Link(b.ctx, b.slug, tokens["Novák"])
		if err != nil {
			return err
		}
		return l.Cancel(b.ctx, "I have to work that weekend.")
	})
	b.step(time.Hour, func() error {
		l, err := b.director.Link(b.ctx, b.slug, tokens["Koskela"])
		if err != nil {
			return err
		}
		_, err = l.AddRequest(b.ctx, tournament.Request{Kind: tournament.AskLate, Round: 2, Note: "The first train is at ten."}, "")
		return err
	})
	b.clock = now.Add(-3 * time.Hour)
	asked := b.now().Day.Requests
	for _, q := range asked[:min(6, len(asked))] {
		b.step(time.Minute, func() error { return b.by(aino).Requests().Grant(b.ctx, day.Decision{Request: q.ID}) })
	}
	for _, family := range []string{"Salo", "Nieminen", "Παπαδάκης", "Koskela"} {
		b.step(time.Minute, func() error {
			p := b.now().Player(b.playerNamed(family))
			_, err := b.by(aino).Fee(p.ID).Pay(b.ctx, day.Owed(b.now(), p, b.clock).Sum, "")
			return err
		})
	}
}

// signUpFees returns a price for most, one to be chosen, one by age and one by rank.
func signUpFees() fees.Rules {
	const euro = 100
	return fees.Rules{
		Currency: "€", Least: 5 * euro,
		Classes: []fees.Class{
			{Name: "Junior", Amount: 10 * euro, Conditions: fees.Conditions{MaxAge: 17}},
			{Name: "Student", Amount: 20 * euro, Choosable: true},
			{Name: "Full", Amount: 30 * euro},
		},
		Reductions: []fees.Reduction{{Name: "From abroad", Percent: 50, Conditions: fees.Conditions{Abroad: true, Country: "FI"}}},
	}
}

// position is a middle game on 13 lines.
const position = `
.............
....b..w.....
..bw.b.wb.b..
...w.bw.w....
..w...w......
.......b..b..
...bw........
..b.b.w...w..
.w.b...b.....
..wb.w..bw.b.
..w.bbw.w.b..
...w..b.bwb..
.............`

// board draws the position as a photo would show it, in JPEG.
func board() []byte {
	const line, edge, radius = 44, 40, 20.5
	rows := strings.Fields(position)
	side := 2*edge + (len(rows)-1)*line
	photo := image.NewRGBA(image.Rect(0, 0, side, side))
	for y := range side {
		for x := range side {
			col, row := (x-edge+line/2)/line, (y-edge+line/2)/line
			grain := 6 * math.Sin(float64(x)/7+3*math.Sin(float64(y)/90))
			c := color.RGBA{uint8(218 + grain), uint8(178 + grain), uint8(107 + grain), 255}
			inside := min(x, y) >= edge && max(x, y) <= side-edge
			if inside && ((x-edge)%line == 0 || (y-edge)%line == 0) {
				c = color.RGBA{92, 66, 30, 255}
			}
			if row >= 0 && row < len(rows) && col >= 0 && col < len(rows) && rows[row][col] != '.' {
				dx, dy := float64(x-edge-col*line), float64(y-edge-row*line)
				cover := min(max(radius-math.Hypot(dx, dy)+.5, 0), 1)
				light := max(0, 1-math.Hypot(dx+8, dy+9)/26) // of a lamp at the upper left
				stone := 28 + 90*light
				if rows[row][col] == 'w' {
					stone = 214 + 40*light
				}
				c = color.RGBA{mix(c.R, stone, cover), mix(c.G, stone, cover), mix(c.B, stone, cover), 255}
			}
			photo.SetRGBA(x, y, c)
		}
	}
	var b bytes.Buffer
	if err := jpeg.Encode(&b, photo, nil); err != nil {
		panic("demo: " + err.Error()) // a buffer takes everything
	}
	return b.Bytes()
}

// mix returns a colour with as much of another over it.
func mix(below uint8, above, cover float64) uint8 {
	return uint8(float64(below)*(1-cover) + above*cover)
}
