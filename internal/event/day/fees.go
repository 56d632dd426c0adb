package day

import (
	"time"

	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// feeFacts returns the input for the player's fee. A player without a sign-up counts from the first day of the
// tournament on. Today is a date.
func feeFacts(t *tournament.Tournament, p *tournament.Player, today time.Time) fees.Facts {
	begin, _ := t.Info.Days()
	f := fees.Facts{
		Signed: begin, Paid: today, Year: begin.Year(), Born: p.Born, Rank: p.Rank, Country: p.Country, Tags: p.Tags, Class: p.Fee.Class,
		Rounds: t.Settings.Rounds,
	}
	if begin.IsZero() {
		f.Year = today.Year()
	}
	if !p.Since.IsZero() {
		f.Signed = t.Info.DateAt(p.Since)
	}
	if p.Fee.Paid > 0 && !p.Fee.PaidOn.IsZero() {
		f.Paid = p.Fee.PaidOn
	}
	if p.Fee.Own {
		f.Own = &p.Fee.Sum
	}
	for _, federation := range fees.Federations() {
		if p.Number(federation) != "" {
			f.Numbers = append(f.Numbers, federation)
		}
	}
	for n := 1; n <= t.Settings.Rounds; n++ {
		if p.Absent.Has(n) {
			f.Rounds--
		}
	}
	return f
}

// Owed returns the player's fee, see fees.Rules.Owed and feeFacts. If it depends on the day of the payment, that is the
// day of full payment: after a part payment the player owes the rest of today's fee.
func Owed(t *tournament.Tournament, p *tournament.Player, today time.Time) fees.Owed {
	f := feeFacts(t, p, today)
	owed := t.Settings.Fees.Owed(f)
	if p.Fee.Paid < owed.Sum {
		f.Paid = today
		owed = t.Settings.Fees.Owed(f)
	}
	return owed
}
