package day

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// AddIncident adds a note of the referee, with a player and a round, or 0 for none.
func AddIncident(t *tournament.Tournament, n tournament.Incident) error {
	switch {
	case n.Player != 0 && t.Player(n.Player) == nil:
		return fault.New(fault.NotFound, "player.missing", int(n.Player))
	case n.Round < 0 || n.Round > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", n.Round, t.Settings.Rounds)
	}
	n.ID, n.Note = t.NewID(), TidyNote(n.Note)
	t.Day.Incidents = append(t.Day.Incidents, n)
	return t.CheckDay()
}

// RemoveIncident removes a note of the referee.
func RemoveIncident(t *tournament.Tournament, id int) error {
	return remove(&t.Day.Incidents, id, func(n tournament.Incident) bool { return n.ID == id })
}

// AddAnnouncement adds an announcement. "today.announcement.until" refuses an end before the start.
func AddAnnouncement(t *tournament.Tournament, a tournament.Announcement) error {
	a.ID, a.Text = t.NewID(), TidyNote(a.Text)
	if !a.Open(a.At) {
		return fault.New(fault.Invalid, "today.announcement.until")
	}
	t.Day.Announcements = append(t.Day.Announcements, a)
	return t.CheckDay()
}

// EndAnnouncement removes an announcement from the pages.
func EndAnnouncement(t *tournament.Tournament, id int, at time.Time) error {
	i := slices.IndexFunc(t.Day.Announcements, func(a tournament.Announcement) bool { return a.ID == id })
	if i < 0 {
		return missing(id)
	}
	if a := &t.Day.Announcements[i]; a.Open(at) {
		a.Until = at
	}
	return nil
}

// Announcements returns the announcements in effect, the latest first.
func Announcements(t *tournament.Tournament, now time.Time) []tournament.Announcement {
	var open []tournament.Announcement
	for _, a := range slices.Backward(t.Day.Announcements) {
		if a.Open(now) {
			open = append(open, a)
		}
	}
	return open
}

// AddSending adds the record of a sent report.
func AddSending(t *tournament.Tournament, s tournament.Sending) error {
	s.ID, s.To, s.Note, s.State = t.NewID(), tournament.Tidy(s.To), TidyNote(s.Note), cmp.Or(s.State, tournament.Sent)
	t.Day.Sendings = append(t.Day.Sendings, s)
	return t.CheckDay()
}

// MarkSending sets the outcome of a report.
func MarkSending(t *tournament.Tournament, id int, state tournament.SendingState, note string) error {
	i := slices.IndexFunc(t.Day.Sendings, func(s tournament.Sending) bool { return s.ID == id })
	if i < 0 {
		return missing(id)
	}
	t.Day.Sendings[i].State, t.Day.Sendings[i].Note = state, TidyNote(note)
	return t.CheckDay()
}

// AddPrinting records a print of a round, in place of the former one of that round. Papers that it does not mention keep
// their former copies.
func AddPrinting(t *tournament.Tournament, p tournament.Printing) error {
	i := slices.IndexFunc(t.Day.Printings, func(o tournament.Printing) bool { return o.Round == p.Round })
	if i < 0 {
		p.ID = t.NewID()
		t.Day.Printings = append(t.Day.Printings, p)
		return t.CheckDay()
	}
	was := &t.Day.Printings[i]
	p.ID = was.ID
	for _, old := range was.Papers {
		if !slices.ContainsFunc(p.Papers, func(c tournament.Copies) bool { return c.Paper == old.Paper }) {
			p.Papers = append(p.Papers, old)
		}
	}
	*was = p
	return t.CheckDay()
}

// CopiesOf returns the copies of a paper in the latest print that mentions it, and whether there is one.
func CopiesOf(t *tournament.Tournament, paper string) (copies int, ok bool) {
	var at time.Time
	for _, p := range t.Day.Printings {
		for _, c := range p.Papers {
			if c.Paper == paper && (!ok || p.At.After(at)) {
				copies, ok, at = c.Count, true, p.At
			}
		}
	}
	return copies, ok
}

// LastPrinting returns the last print of a round, or nil.
func LastPrinting(t *tournament.Tournament, round int) *tournament.Printing {
	i := slices.IndexFunc(t.Day.Printings, func(p tournament.Printing) bool { return p.Round == round })
	if i < 0 {
		return nil
	}
	return &t.Day.Printings[i]
}

// AddPicture adds a picture. A duplicate is refused with "photo.twice", one over the bound with "photo.many".
func AddPicture(t *tournament.Tournament, p tournament.Picture) error {
	switch {
	case len(t.Day.Pictures) >= tournament.MostPictures:
		return fault.New(fault.TooLarge, "photo.many", tournament.MostPictures)
	case slices.ContainsFunc(t.Day.Pictures, func(o tournament.Picture) bool { return o.Hash == p.Hash }):
		return fault.New(fault.Conflict, "photo.twice")
	}
	p.ID, p.Caption = t.NewID(), tournament.Tidy(p.Caption)
	t.Day.Pictures = append(t.Day.Pictures, p)
	return t.CheckDay()
}

// CaptionPicture changes the caption of a picture.
func CaptionPicture(t *tournament.Tournament, id int, caption string) error {
	i := slices.IndexFunc(t.Day.Pictures, func(p tournament.Picture) bool { return p.ID == id })
	if i < 0 {
		return missing(id)
	}
	t.Day.Pictures[i].Caption = tournament.Tidy(caption)
	return t.CheckDay()
}

// RemovePicture removes a picture; the store keeps its bytes for Undo.
func RemovePicture(t *tournament.Tournament, id int) error {
	return remove(&t.Day.Pictures, id, func(p tournament.Picture) bool { return p.ID == id })
}

func remove[T any](list *[]T, id int, is func(T) bool) error {
	i := slices.IndexFunc(*list, is)
	if i < 0 {
		return missing(id)
	}
	*list = slices.Delete(slices.Clone(*list), i, i+1)
	if len(*list) == 0 {
		*list = nil
	}
	return nil
}

func missing(id int) error { return fault.New(fault.NotFound, "today.day.missing", id) }

// Takings are the fees of a tournament.
type Takings struct {
	// Players is the number of players who owe or have paid something, Settled the number of these without a debt.
	Players, Settled int
	// Owed is the sum of all fees, Paid of all payments, Open of all debts, Over of all payments beyond fees.
	Owed, Paid, Open, Over fees.Money
	// Classes are in the order of the settings, then "" for sums without one.
	Classes []ClassTakings
}

// ClassTakings are the fees of one class.
type ClassTakings struct {
	Class      string
	Players    int
	Owed, Paid fees.Money
}

// TakingsOf sums the fees. Players who withdrew and reserves owe nothing, but their payments count. Today is a date.
func TakingsOf(t *tournament.Tournament, today time.Time) Takings {
	var sum Takings
	places := t.Places()
	classes := map[string]*ClassTakings{}
	for _, c := range t.Settings.Fees.Classes {
		classes[c.Name] = &ClassTakings{Class: c.Name}
	}
	none := &ClassTakings{}
	for i := range t.Players {
		p := &t.Players[i]
		if t.StandIn(p.ID) {
			continue
		}
		var owed fees.Owed
		if p.Status != tournament.Withdrawn && places.Reserve(p.ID) == 0 {
			owed = Owed(t, p, today)
		}
		if owed.Sum == 0 && p.Fee.Paid == 0 {
			continue
		}
		class := classes[owed.Class()]
		if class == nil {
			class = none
		}
		class.Players++
		class.Owed += owed.Sum
		class.Paid += p.Fee.Paid
		sum.Players++
		sum.Owed += owed.Sum
		sum.Paid += p.Fee.Paid
		sum.Open += max(owed.Sum-p.Fee.Paid, 0)
		sum.Over += max(p.Fee.Paid-owed.Sum, 0)
		if p.Fee.Paid >= owed.Sum {
			sum.Settled++
		}
	}
	for _, c := range t.Settings.Fees.Classes {
		sum.Classes = append(sum.Classes, *classes[c.Name])
	}
	if none.Players > 0 {
		sum.Classes = append(sum.Classes, *none)
	}
	return sum
}

// Pay adds a payment to a player's payments; a negative sum is a refund. Refunds, and money beyond the fee, do not
// change the day of payment, so that a refunded mistake does not change an early price. Fault: "fee.sum" outside the
// bounds.
func Pay(t *tournament.Tournament, id tournament.PlayerID, sum fees.Money, on time.Time) error {
	p := t.Player(id)
	settled := p != nil && p.Fee.Paid > 0 && p.Fee.Paid >= Owed(t, p, on).Sum
	return setFee(t, id, func(f *tournament.Fee) {
		if f.Paid += sum; sum > 0 && !settled {
			f.PaidOn = on
		}
		if f.Paid == 0 {
			f.PaidOn = time.Time{}
		}
	})
}

// SetFees changes the fees. Renamed maps old names of classes to new ones: players with a renamed class keep it.
// Players with a removed class pay by the rules.
func SetFees(t *tournament.Tournament, rules fees.Rules, renamed map[string]string) error {
	settings := t.Settings
	settings.Fees = rules
	if err := t.SetSettings(settings); err != nil {
		return err
	}
	for i := range t.Players {
		if name, ok := renamed[t.Players[i].Fee.Class]; ok {
			t.Players[i].Fee.Class = name
		}
	}
	return nil
}

// SetClass sets a player's fee class; "" means the class by the rules. It clears a sum set by the director. "fee.class"
// refuses an unknown class.
func SetClass(t *tournament.Tournament, id tournament.PlayerID, class string) error {
	if class != "" && t.Settings.Fees.Class(class) == nil {
		return fault.New(fault.Invalid, "fee.class", fault.Clip(class))
	}
	return setFee(t, id, func(f *tournament.Fee) { f.Class, f.Own, f.Sum, f.Reason = class, false, 0, "" })
}

// SetSum sets the fee of a player for a reason. "fee.reason" refuses an empty reason.
func SetSum(t *tournament.Tournament, id tournament.PlayerID, sum fees.Money, reason string) error {
	if reason = tournament.Tidy(reason); reason == "" {
		return fault.New(fault.Invalid, "fee.reason")
	}
	return setFee(t, id, func(f *tournament.Fee) { f.Own, f.Sum, f.Reason = true, sum, reason })
}

func setFee(t *tournament.Tournament, id tournament.PlayerID, edit func(f *tournament.Fee)) error {
	p := t.Player(id)
	if p == nil {
		return fault.New(fault.NotFound, "player.missing", int(id))
	}
	edited := *p
	edit(&edited.Fee)
	return t.EditPlayer(edited, tournament.AllowNamesakes)
}
