package day

import (
	"slices"
	"strings"
	"time"

	"tourney/internal/fault"
	"tourney/internal/pairing"
	"tourney/internal/rank"
	"tourney/internal/results"
	"tourney/internal/spelling"
	"tourney/internal/tournament"
	"tourney/internal/tournament/fees"
)

// mostOpen bounds the open requests of one player.
const mostOpen = 20

// Ask adds a request and returns its ID, or the ID of an equal open request. Faults: "request.player" for an unknown
// player, "request.empty" for a request without values, "request.round", "request.open" for more than 20 open requests
// of a player, and any fault of tournament.CheckDay.
func Ask(t *tournament.Tournament, r tournament.Request) (id int, err error) {
	p := t.Player(r.Player)
	if p == nil {
		return 0, fault.New(fault.NotFound, "request.player", int(r.Player))
	}
	r = tidied(r, p)
	r.Name, r.State = p.Name(), tournament.RequestNew
	r.By, r.Decided, r.Answer, r.Promoted = "", time.Time{}, "", 0
	if r.Kind.HasRound() && (r.Round < 1 || r.Round > t.Settings.Rounds) {
		return 0, fault.New(fault.Invalid, "request.round", r.Round, t.Settings.Rounds)
	}
	if !proposes(r) {
		return 0, fault.New(fault.Invalid, "request.empty", r.Kind)
	}
	open := 0
	for i := range t.Day.Requests {
		o := &t.Day.Requests[i]
		if o.Player != r.Player || o.State != tournament.RequestNew {
			continue
		}
		if o.Kind == r.Kind && o.Round == r.Round && o.Proposed == r.Proposed {
			return o.ID, nil
		}
		if open++; open >= mostOpen {
			return 0, fault.New(fault.TooLarge, "request.open", mostOpen)
		}
	}
	return add(t, r, 0)
}

// tidied returns a request in the form that Ask stores. The player may have been removed.
func tidied(r tournament.Request, p *tournament.Player) tournament.Request {
	r.Note = TidyNote(r.Note)
	for _, text := range []*string{&r.Proposed.Family, &r.Proposed.Given, &r.Proposed.Club, &r.Proposed.Country} {
		*text = tournament.Tidy(*text)
	}
	r.Proposed.Country = strings.ToUpper(r.Proposed.Country)
	if r.Kind == tournament.AskName && r.Proposed.Given == "" && p != nil {
		r.Proposed.Given = p.Given // a family name alone corrects the family name
	}
	if !r.Kind.HasRound() {
		r.Round = 0
	}
	return r
}

// add adds a request, with the player who got a place.
func add(t *tournament.Tournament, r tournament.Request, promoted tournament.PlayerID) (int, error) {
	r.ID, r.State, r.Promoted = t.NewID(), tournament.RequestNew, promoted
	t.Day.Requests = append(t.Day.Requests, r)
	return r.ID, t.CheckDay()
}

// proposes reports whether a request has the values that its kind needs.
func proposes(r tournament.Request) bool {
	p := r.Proposed
	switch r.Kind {
	case tournament.AskName:
		return p.Family != ""
	case tournament.AskRank:
		return p.Rank != rank.None
	case tournament.AskDetails:
		return p.Club != "" || p.Country != ""
	case tournament.AskSubstitute:
		return p.Substitute != 0 && p.Substitute != r.Player
	}
	return true
}

// TidyNote tidies the lines of a text and drops empty ones at its end.
func TidyNote(text string) string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = tournament.Tidy(lines[i])
	}
	return strings.TrimSpace(strings.Join(lines, "\n"))
}

// A Decision is the desk's answer to a request.
type Decision struct {
	Request int
	By      string
	At      time.Time
	// Answer is for the player; may be empty.
	Answer string
	// KeepStart keeps the starting McMahon score despite a new rank.
	KeepStart bool
}

// Grant carries out a request. Faults: any of the step in package tournament, "request.missing", "request.decided",
// "request.gone" if the player has been removed, and "request.substitute" for an unknown substitute.
func Grant(t *tournament.Tournament, d Decision) error {
	r, err := undecided(t, d.Request)
	if err != nil {
		return err
	}
	p := t.Player(r.Player)
	if p == nil {
		return fault.New(fault.Conflict, "request.gone", r.Name)
	}
	if err := grant(t, *r, p, d); err != nil {
		return err
	}
	return decide(t, d, tournament.RequestDone)
}

// GrantSignUps grants the sign-ups among some requests, ignoring d.Request, and returns their number; it skips answered
// ones. "request.none" refuses a list without an open sign-up.
func GrantSignUps(t *tournament.Tournament, requests []int, d Decision) (n int, err error) {
	for _, d.Request = range requests {
		if r := t.Request(d.Request); r == nil || r.Kind != tournament.AskSignUp || r.State != tournament.RequestNew || t.Player(r.Player) == nil {
			continue
		}
		if err := Grant(t, d); err != nil {
			return 0, err
		}
		n++
	}
	if n == 0 {
		return 0, fault.New(fault.Conflict, "request.none")
	}
	return n, nil
}

// Refuse refuses a request. A player whose sign-up is refused is removed, or withdrawn after a game. A player whose
// cancellation is refused returns.
func Refuse(t *tournament.Tournament, d Decision) error {
	r, err := undecided(t, d.Request)
	if err != nil {
		return err
	}
	p := t.Player(r.Player)
	switch {
	case p == nil:
	case r.Kind == tournament.AskSignUp:
		if err = t.RemovePlayer(r.Player); fault.Is(err, "player.played") {
			err = t.SetStatus(r.Player, tournament.Withdrawn)
		}
	case r.Kind == tournament.AskCancel && p.Status == tournament.Withdrawn:
		err = bring(t, p, d.At)
	}
	if err != nil {
		return err
	}
	return decide(t, d, tournament.RequestRefused)
}

// undecided returns a new request.
func undecided(t *tournament.Tournament, id int) (*tournament.Request, error) {
	r := t.Request(id)
	switch {
	case r == nil:
		return nil, fault.New(fault.NotFound, "request.missing", id)
	case r.State != tournament.RequestNew:
		return nil, fault.New(fault.Conflict, "request.decided", r.By, r.State)
	}
	return r, nil
}

func decide(t *tournament.Tournament, d Decision, s tournament.RequestState) error {
	r := t.Request(d.Request)
	r.State, r.By, r.Decided, r.Answer = s, d.By, d.At, TidyNote(d.Answer)
	return t.CheckDay()
}

func grant(t *tournament.Tournament, r tournament.Request, p *tournament.Player, d Decision) error {
	edited := *p
	edited.Tags = slices.Clone(p.Tags)
	switch r.Kind {
	case tournament.AskCancel:
		return nil // the player has cancelled already; a player who returned since stays
	case tournament.AskSkip:
		return t.SetAttendance(p.ID, r.Round, tournament.Absent)
	case tournament.AskLeave:
		if r.Round <= t.Current()+1 {
			return t.SetStatus(p.ID, tournament.Withdrawn)
		}
		return attend(t, p.ID, r.Round, t.Settings.Rounds, tournament.Absent)
	case tournament.AskLate:
		if err := attend(t, p.ID, t.Current()+1, r.Round-1, tournament.Absent); err != nil {
			return err
		}
		return come(t, p, max(r.Round, t.Current()+1))
	case tournament.AskName:
		edited.Family, edited.Given = r.Proposed.Family, r.Proposed.Given
		return t.EditPlayer(edited, tournament.RefuseNamesakes)
	case tournament.AskRank:
		edited.Rank = r.Proposed.Rank
		if d.KeepStart {
			was, now := results.StartScore(t.Settings, p), results.StartScore(t.Settings, &edited)
			edited.StartCorrection += (was - now).Floor() // a start is a whole number
		}
		return t.EditPlayer(edited, tournament.AllowNamesakes)
	case tournament.AskDetails:
		if r.Proposed.Club != "" {
			edited.Club = r.Proposed.Club
		}
		if r.Proposed.Country != "" {
			edited.Country = r.Proposed.Country
		}
		return t.EditPlayer(edited, tournament.AllowNamesakes)
	case tournament.AskReturn:
		return bring(t, p, d.At)
	case tournament.AskSubstitute:
		return substitute(t, p.ID, r.Proposed.Substitute, r.Round)
	}
	return nil
}

// attend sets the attendance of the rounds from first to last.
func attend(t *tournament.Tournament, id tournament.PlayerID, first, last int, a tournament.Attendance) error {
	for n := first; n <= last; n++ {
		if err := t.SetAttendance(id, n, a); err != nil {
			return err
		}
	}
	return nil
}

// come lets a player play round n and the rounds directly after it with the same announcement as round n.
func come(t *tournament.Tournament, p *tournament.Player, n int) error {
	last := n
	for last < t.Settings.Rounds && p.Absent.Has(last+1) == p.Absent.Has(n) {
		last++
	}
	return attend(t, p.ID, n, min(last, t.Settings.Rounds), tournament.Plays) // the last round may be over before the answer
}

// bring lets a player play again: before the first draw a withdrawn player becomes preliminary again, otherwise the
// player plays from the next round on. It takes no place from another player: without a free place the player is the
// last of the reserves.
func bring(t *tournament.Tournament, p *tournament.Player, at time.Time) error {
	withdrew, before := p.Status == tournament.Withdrawn, t.Places()
	if withdrew && len(t.Rounds) == 0 {
		p.Status = tournament.Preliminary
		if displaces(t, before, p.ID) {
			p.Since = at
		}
		return nil
	}
	if withdrew {
		if err := t.SetStatus(p.ID, tournament.CheckedIn); err != nil {
			return err
		}
	}
	return attend(t, p.ID, t.Current()+1, t.Settings.Rounds, tournament.Plays)
}

// displaces reports whether a player other than id lost their place and is a reserve now.
func displaces(t *tournament.Tournament, before tournament.Places, id tournament.PlayerID) bool {
	return slices.ContainsFunc(t.Places().Reserves, func(r tournament.PlayerID) bool { return r != id && before.Reserve(r) == 0 })
}

// substitute lets another player take a player's place in round n, drawn or not. If that player does not take part yet,
// they check in for that round only and are absent from the others.
func substitute(t *tournament.Tournament, id, by tournament.PlayerID, n int) error {
	s := t.Player(by)
	if s == nil {
		return fault.New(fault.NotFound, "request.substitute", int(by))
	}
	if s.Status != tournament.CheckedIn {
		if err := t.SetStatus(by, tournament.CheckedIn); err != nil {
			return err
		}
		for other := 1; other <= t.Settings.Rounds; other++ {
			if r := t.Round(other); r != nil && (r.Game(by) != nil || r.HasBye(by)) {
				continue // a withdrawn player may have played before
			}
			if err := t.SetAttendance(by, other, tournament.Absent); err != nil {
				return err
			}
		}
	}
	if err := t.SetAttendance(by, n, tournament.Plays); err != nil {
		return err
	}
	if r := t.Round(n); r != nil && (r.Game(id) != nil || r.HasBye(id)) {
		next, err := pairing.Swap(t, n, id, by)
		if err != nil {
			return err
		}
		if next.Published {
			err = t.Repair(n, next.Games, next.Byes)
		} else {
			err = t.SetDraft(n, next.Games, next.Byes, next.Drawn)
		}
		if err != nil {
			return err
		}
		if r := t.Round(n); r.Game(id) != nil || r.HasBye(id) {
			return nil // the two have changed places
		}
	}
	return t.SetAttendance(id, n, tournament.Absent)
}

// Cancel withdraws a player at once, before the first round. It returns the ID of the request that notifies the desk,
// and the reserve who got the place, 0 for none. Faults: "request.begun" after the first draw, when the player has to
// ask for leave instead, and "request.cancelled" for a repeated call.
func Cancel(t *tournament.Tournament, id tournament.PlayerID, note string, at time.Time) (request int, promoted tournament.PlayerID, err error) {
	p := t.Player(id)
	switch {
	case p == nil:
		return 0, 0, fault.New(fault.NotFound, "request.player", int(id))
	case len(t.Rounds) > 0:
		return 0, 0, fault.New(fault.Conflict, "request.begun")
	case p.Status == tournament.Withdrawn:
		return 0, 0, fault.New(fault.Conflict, "request.cancelled", p.Name())
	}
	before := t.Places()
	if err := t.SetStatus(id, tournament.Withdrawn); err != nil {
		return 0, 0, err
	}
	promoted = promotedReserve(before, t.Places(), t)
	request, err = add(t, tournament.Request{
		Kind: tournament.AskCancel, Player: id, Name: p.Name(), Note: TidyNote(note), From: tournament.FromPlayer, At: at,
	}, promoted)
	return request, promoted, err
}

// A SignUp is the content of the sign-up form.
type SignUp struct {
	// Player holds the person's fields; all others are ignored.
	Player tournament.Player
	// Agrees is the consent to the text of the settings.
	Agrees bool
	Note   string
}

// Enter signs a person up as a preliminary player, with a request that notifies the desk. Faults: "signup.closed",
// "signup.consent", "signup.twice" for a person already signed up, "signup.class" for a fee class that cannot be
// chosen, and any fault of Tournament.AddPlayer.
func (s SignUp) Enter(t *tournament.Tournament, at time.Time) (tournament.PlayerID, error) {
	rules := &t.Settings.SignUp
	switch {
	case !t.TakesSignUps(at):
		return 0, fault.New(fault.Denied, "signup.closed")
	case rules.Consent != "" && !s.Agrees:
		return 0, fault.New(fault.Invalid, "signup.consent")
	}
	f := s.Player
	p := tournament.Player{
		Family: f.Family, Given: f.Given, Rank: f.Rank, Rating: f.Rating, RatingOrigin: f.RatingOrigin, Country: f.Country, Club: f.Club,
		EGD: f.EGD, FFG: f.FFG, AGA: f.AGA, Absent: f.Absent, Tags: slices.Clone(f.Tags), Born: f.Born, Contact: f.Contact, Mail: f.Mail,
		Hiding: f.Hiding, Fee: tournament.Fee{Class: f.Fee.Class}, Since: at, Status: tournament.Preliminary,
	}
	if s.Agrees {
		p.Agreed = at
	}
	if twin := same(t, &p); twin != nil {
		return 0, fault.New(fault.Conflict, "signup.twice", strings.TrimSpace(f.Family+" "+f.Given))
	}
	if class := p.Fee.Class; class != "" {
		choices := t.Settings.Fees.Choices(feeFacts(t, &p, t.Info.DateAt(at)))
		if !slices.ContainsFunc(choices, func(c fees.Class) bool { return c.Name == class }) {
			return 0, fault.New(fault.Invalid, "signup.class", fault.Clip(class))
		}
	}
	id, err := t.AddPlayer(p, tournament.AllowNamesakes)
	if err != nil {
		return 0, err
	}
	_, err = add(t, tournament.Request{
		Kind: tournament.AskSignUp, Player: id, Name: t.NameOf(id), Note: TidyNote(s.Note), From: tournament.FromPlayer, At: at,
	}, 0)
	return id, err
}

// same returns the player with an equal number, or with the same name unless the numbers differ: the same person.
func same(t *tournament.Tournament, p *tournament.Player) *tournament.Player {
	key, numbers := spelling.Fold(p.Family+p.Given), p.Numbers()
	for i := range t.Players {
		o := &t.Players[i]
		if slices.ContainsFunc(o.Numbers(), func(n string) bool { return slices.Contains(numbers, n) }) {
			return o
		}
		if spelling.Fold(o.Family+o.Given) == key && !o.Differs(p) {
			return o
		}
	}
	return nil
}
