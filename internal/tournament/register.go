package tournament

import (
	"cmp"
	"slices"
	"strings"

	"tourney/internal/fault"
	"tourney/internal/rank"
	"tourney/internal/spelling"
)

// Namesakes decides about a player with the same name as another.
type Namesakes int8

const (
	// RefuseNamesakes treats the two as one person, and refuses the second with "player.twin".
	RefuseNamesakes Namesakes = iota
	// AllowNamesakes treats them as two people, after a check with the user.
	AllowNamesakes
)

// AddPlayer adds a player and returns the new ID. Published rounds become announced absences.
func (t *Tournament) AddPlayer(p Player, same Namesakes) (PlayerID, error) {
	p, err := t.checkPlayer(p, same)
	if err != nil {
		return 0, err
	}
	if len(t.Players) >= MostPlayers {
		return 0, fault.New(fault.TooLarge, "player.many", MostPlayers)
	}
	for n := 1; n <= t.Current() && !t.IsOpen(); n++ {
		p.Absent = p.Absent.With(n)
	}
	t.LastID++
	p.ID = PlayerID(t.LastID)
	t.Players = append(t.Players, p)
	return p.ID, nil
}

// EditPlayer replaces the entry of the player with p's ID, except for the
// fields of SetStatus, SetAttendance, Expect, Rest and DecideRank.
func (t *Tournament) EditPlayer(p Player, same Namesakes) error {
	old := t.Player(p.ID)
	if old == nil {
		return fault.New(fault.NotFound, "player.missing", int(p.ID))
	}
	p.Status, p.Absent, p.HalfByes, p.Expected = old.Status, old.Absent, old.HalfByes, old.Expected
	p.Arrived, p.Resting, p.RankDecisions = old.Arrived, old.Resting, old.RankDecisions
	if p.Key() == old.Key() {
		same = AllowNamesakes
	}
	p, err := t.checkPlayer(p, same)
	if err != nil {
		return err
	}
	*old = p
	return nil
}

// checkPlayer returns the entry with its texts tidied, or the first fault.
func (t *Tournament) checkPlayer(p Player, same Namesakes) (Player, error) {
	for _, f := range []struct {
		field string
		text  *string
		most  int
	}{
		{"family", &p.Family, longestName}, {"given", &p.Given, longestName}, {"club", &p.Club, longestName},
		{"egd", &p.EGD, longestName}, {"ffg", &p.FFG, longestName}, {"aga", &p.AGA, longestName},
		{"contact", &p.Contact, longestText}, {"mail", &p.Mail, longestText}, {"origin", &p.RatingOrigin, longestName},
		{"licence", &p.FFGStatus, longestName}, {"expiry", &p.AGAExpiry, longestName},
	} {
		if err := checkLength(f.field, *f.text, f.most); err != nil {
			return p, err
		}
		*f.text = Tidy(*f.text)
	}
	if err := checkLength("notes", p.Notes, longestNote); err != nil {
		return p, err
	}
	country, err := countryCode(p.Country)
	if err != nil {
		return p, err
	}
	p.Country = country
	switch {
	case p.Family == "":
		return p, fault.New(fault.Invalid, "player.name.empty")
	case !p.Rank.Valid():
		return p, fault.New(fault.Invalid, "player.rank.missing", p.Name())
	case p.Grade != rank.None && !p.Grade.Valid():
		return p, fault.New(fault.Invalid, "player.rank.invalid", p.Grade.String())
	case p.LastRank != rank.None && !p.LastRank.Valid():
		return p, fault.New(fault.Invalid, "player.rank.invalid", p.LastRank.String())
	case p.StartCorrection < -30 || p.StartCorrection > 30:
		return p, fault.New(fault.Invalid, "player.correction", p.StartCorrection)
	case !validBorn(p.Born):
		return p, fault.New(fault.Invalid, "player.born", p.Born, FirstBorn, LastBorn)
	case p.Mail != "" && !isMail(p.Mail):
		return p, fault.New(fault.Invalid, "player.mail", fault.Clip(p.Mail))
	case len(p.Tags) > 20:
		return p, fault.New(fault.TooLarge, "player.tags", 20)
	}
	if err := cmp.Or(p.Fee.check(), p.Hiding.Check()); err != nil {
		return p, err
	}
	if p.Tags, err = tidyTags(p.Tags); err != nil {
		return p, err
	}
	p.HalfByes &= p.Absent
	if same == RefuseNamesakes {
		key := p.Key()
		for i := range t.Players {
			if o := &t.Players[i]; o.ID != p.ID && o.Key() == key {
				return p, fault.New(fault.Conflict, "player.twin", o.Name(), o.RankAndClub())
			}
		}
	}
	return p, nil
}

// isMail reports whether a text has the form of one address for mail.
func isMail(text string) bool {
	name, host, found := strings.Cut(text, "@")
	return found && name != "" && len(host) > 2 && !strings.ContainsAny(text, " ,;:<>()[]\"\\") && !strings.Contains(host, "@") &&
		!strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".")
}

// tidyTags returns the tags tidied, each once.
func tidyTags(tags []string) (tidied []string, err error) {
	for _, tag := range tags {
		if err := checkLength("tags", tag, longestName); err != nil {
			return nil, err
		}
		if tag = Tidy(tag); tag != "" && !slices.Contains(tidied, tag) {
			tidied = append(tidied, tag)
		}
	}
	return tidied, nil
}

// SetStatus checks a player in or out, or withdraws them. A player in a draft must be unpaired before withdrawing. Fault
// "open.playing" for a player of a running game of open play.
func (t *Tournament) SetStatus(id PlayerID, s Status) error {
	p := t.Player(id)
	if p == nil {
		return fault.New(fault.NotFound, "player.missing", int(id))
	}
	if s != CheckedIn {
		if err := t.notInDraft(p); err != nil {
			return err
		}
		if g := t.RunningGame(id); g != nil && t.IsOpen() {
			return fault.New(fault.Conflict, "open.playing", p.Name(), g.Table)
		}
	}
	p.Status = s
	return nil
}

// notInDraft refuses a player in a draft.
func (t *Tournament) notInDraft(p *Player) error {
	for i := range t.Rounds {
		if r := &t.Rounds[i]; !r.Published && (r.Game(p.ID) != nil || r.HasBye(p.ID)) {
			return fault.New(fault.Conflict, "player.drafted", p.Name(), r.Number)
		}
	}
	return nil
}

// An Attendance is a player's plan for a round.
type Attendance string

// The attendances: plays, announced absent, or absent with a half-point bye.
const (
	Plays   Attendance = "plays"
	Absent  Attendance = "absent"
	HalfBye Attendance = "half-bye"
)

// Attendance returns the player's announcement for the round.
func (p *Player) Attendance(round int) Attendance {
	switch {
	case p.HalfByes.Has(round):
		return HalfBye
	case p.Absent.Has(round):
		return Absent
	}
	return Plays
}

// SetAttendance changes a player's announcement for a round. A player already
// paired in it cannot be absent: enter a forfeit or un-pair the game first.
func (t *Tournament) SetAttendance(id PlayerID, round int, a Attendance) error {
	p := t.Player(id)
	switch {
	case p == nil:
		return fault.New(fault.NotFound, "player.missing", int(id))
	case round < 1 || round > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", round, t.Settings.Rounds)
	case a != Plays && a != Absent && a != HalfBye:
		return fault.New(fault.Invalid, "registration.attendance.unknown", fault.Clip(string(a)))
	}
	if r := t.Round(round); r != nil && a != Plays && (r.Game(id) != nil || r.HasBye(id)) {
		return fault.New(fault.Conflict, "player.paired", p.Name(), round)
	}
	p.Absent = p.Absent.Put(round, a != Plays)
	p.HalfByes = p.HalfByes.Put(round, a == HalfBye)
	return nil
}

// Expect records that a player will play this round after a no-show in the round before.
func (t *Tournament) Expect(id PlayerID, round int) error {
	p, before := t.Player(id), t.Round(round-1)
	switch {
	case p == nil:
		return fault.New(fault.NotFound, "player.missing", int(id))
	case before == nil || round > t.Settings.Rounds:
		return fault.New(fault.Invalid, "round.range", round, t.Settings.Rounds)
	case !slices.Contains(before.NoShows(), id):
		return fault.New(fault.Conflict, "player.showed", p.Name(), round-1)
	}
	p.Expected = p.Expected.With(round)
	return nil
}

// RemovePlayer removes a player without games, with their wishes and team membership. Faults: "player.played" with the
// round of a published game or bye, "player.drafted" with the round of a draft.
func (t *Tournament) RemovePlayer(id PlayerID) error {
	p := t.Player(id)
	if p == nil {
		return fault.New(fault.NotFound, "player.missing", int(id))
	}
	if n := t.FirstRound(id); n > 0 && t.Round(n).Published {
		return fault.New(fault.Conflict, "player.played", p.Name(), n)
	} else if n > 0 {
		return fault.New(fault.Conflict, "player.drafted", p.Name(), n)
	}
	t.Players = slices.DeleteFunc(t.Players, func(o Player) bool { return o.ID == id })
	t.Settings = t.Settings.without(id)
	return nil
}

// FirstRound returns the first round in which a player has a game or a bye, 0 for none.
func (t *Tournament) FirstRound(id PlayerID) int {
	for i := range t.Rounds {
		if r := &t.Rounds[i]; r.Game(id) != nil || r.HasBye(id) {
			return r.Number
		}
	}
	return 0
}

// LookAlikes returns the players with a name similar to this one, see spelling.Names.
func (t *Tournament) LookAlikes(family, given string) []*Player {
	var names spelling.Names
	for i := range t.Players {
		names.Add(t.Players[i].Family, t.Players[i].Given)
	}
	var found []*Player
	for _, i := range names.Like(family, given) {
		found = append(found, &t.Players[i])
	}
	return found
}
