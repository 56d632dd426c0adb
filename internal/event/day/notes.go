package day

import (
	"cmp"
	"slices"
	"time"

	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// AddIncident enters a note of the referee, about a player and a round or, with 0,
// about none.
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

// AddAnnouncement enters an announcement. "today.announcement.until" refuses one that
// would end before it begins.
func AddAnnouncement(t *tournament.Tournament, a tournament.Announcement) error {
	a.ID, a.Text = t.NewID(), TidyNote(a.Text)
	if !a.Open(a.At) {
		return fault.New(fault.Invalid, "today.announcement.until")
	}
	t.Day.Announcements = append(t.Day.Announcements, a)
	return t.CheckDay()
}

// EndAnnouncement takes an announcement from the pages.
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

// Announcements returns the announcements to be shown, the latest first.
func Announcements(t *tournament.Tournament, now time.Time) []tournament.Announcement {
	var open []tournament.Announcement
	for _, a := range slices.Backward(t.Day.Announcements) {
		if a.Open(now) {
			open = append(open, a)
		}
	}
	return open
}

// AddSending enters a report that was sent.
func AddSending(t *tournament.Tournament, s tournament.Sending) error {
	s.ID, s.To, s.Note, s.State = t.NewID(), tournament.Tidy(s.To), TidyNote(s.Note), cmp.Or(s.State, tournament.Sent)
	t.Day.Sendings = append(t.Day.Sendings, s)
	return t.CheckDay()
}

// MarkSending changes what became of a report.
func MarkSending(t *tournament.Tournament, id int, state tournament.SendingState, note string) error {
	i := slices.IndexFunc(t.Day.Sendings, func(s tournament.Sending) bool { return s.ID == id })
	if i < 0 {
		return missing(id)
	}
	t.Day.Sendings[i].State, t.Day.Sendings[i].Note = state, TidyNote(note)
	return t.CheckDay()
}

// AddPicture enters a picture. The same picture again is refused with
// "photo.twice", one too many with "photo.many".
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
	// Players is the number of those who owe or have paid something, Settled
	// that of those who owe nothing more.
	Players, Settled int
	// Owed is what all fees come to, Paid what was paid, Open what is still to
	// come, Over what was paid beyond fees.
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

// TakingsOf sums the fees up. Players who withdrew and reserves owe nothing, and
// count with what they have paid. Today is a date.
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

// Pay adds a payment to what a player has paid; one below zero gives money back.
// Neither that nor money beyond the fee changes the day of the payment, so that a
// payment by mistake, given back, leaves the price of an early one.
// Faults: "fee.sum" past the bounds.
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

// SetFees changes the fees. Renamed has the new names of classes by their old ones: the
// players who chose one of these keep their class. The others who chose a class that is
// no longer there pay by the rules.
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

// SetClass chooses a player's fee class; "" leaves it to the rules. It takes
// back a sum of the director's own. "fee.class" refuses a class that is none.
func SetClass(t *tournament.Tournament, id tournament.PlayerID, class string) error {
	if class != "" && t.Settings.Fees.Class(class) == nil {
		return fault.New(fault.Invalid, "fee.class", fault.Clip(class))
	}
	return setFee(t, id, func(f *tournament.Fee) { f.Class, f.Own, f.Sum, f.Reason = class, false, 0, "" })
}

// SetSum sets the fee of a player for a reason. "fee.reason" refuses none.
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
