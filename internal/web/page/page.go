package page

import (
	"hash/fnv"
	"slices"
	"strconv"
	"time"
	"unicode/utf8"

	"tourney/internal/i18n"
	"tourney/internal/role"
	"tourney/internal/tournament"
)

// A Base is the frame around the content of a page. Every page struct embeds
// it: {{.T "key"}} renders a message, {{.Title}} is the name of the page.
type Base struct {
	*i18n.Language
	Title string
	// Address is the page's own path and query.
	Address   string
	Languages []LanguageLink
	// Event is the tournament the page is about; nil outside one.
	Event *Event
	// User is the name of the logged-in person, on pages of the desk. Public pages leave it empty: they are the same
	// for all readers.
	User string
	// Roles are that person's roles here, AlsoHere the other logins in this browser.
	Roles    role.Set
	AlsoHere []OtherLogin
	// News are the latest announcements, the newest first; only public pages show them.
	News []NewsView
	// Sheet is printed beside the title of lists, such as the start of the
	// round.
	Sheet string
	// Print is the address of the sheets of paper that the page is printed on, "" if the browser prints the page
	// itself.
	Print string
	// Refresh is the number of seconds after which a browser without scripts reloads the page; 0 means never.
	Refresh int
	// Long is set for a list that fills the screen before its end has arrived. Whole is the address of the whole list, for
	// browsers without scripts, "" if the page has it.
	Long  bool
	Whole string
	// Notice is shown above the content; may be nil.
	Notice *Banner
	// ReadOnly is set if the desk may only look: the tournament is archived.
	ReadOnly bool
	// Connected is set if the server has pages about other computers: hubs, standby computers, webhooks.
	Connected bool
	// Offline is set if the page becomes a file that is read without a server.
	Offline bool
	// Preview is the card that other sites show for a link to the page; nil on pages of the desk.
	Preview *Preview
	// Handbook is the part of the handbook about the page; nil without one.
	Handbook *HandbookPart
	// Alarm warns the desk that data cannot be saved, are damaged or not backed up; nil without problems.
	Alarm *Banner
}

// An OtherLogin is another login in the same browser, with its desk.
type OtherLogin struct{ Name, Desk string }

// May reports whether the logged-in person may perform an action. It panics for the name of an unknown action.
func (b Base) May(action string) bool {
	a, ok := role.ActionNamed(action)
	if !ok {
		panic("page: no action is called " + action)
	}
	return b.Roles.May(a)
}

// A HandbookPart names a part of a chapter of the handbook.
type HandbookPart struct{ Chapter, Part string }

// A Preview is the card of a page that messengers and search engines show. Site is the public address of the server, ""
// if it is not set; Address is the page's own below it.
type Preview struct{ Site, Address, Text string }

// A LanguageLink leads to the page in another language.
type LanguageLink struct {
	Code, Name, Address string
	Current             bool
}

// An Event is the tournament in the frame: its name, rounds and sections.
type Event struct {
	Slug, Name string
	// Short is the name on phones, empty if the name itself fits there.
	Short    string
	Archived bool
	// Open is set in open play, which has no rounds.
	Open bool
	// Zone is the time zone of all times of day.
	Zone    string
	Version int
	// Round is the current round, 0 before the first.
	Round  int
	Home   string // the target of the name's link
	Rounds []RoundLink
	// Sections are the entries of the menu; More are those behind its last entry, on pages of the desk.
	Sections, More []Link
	// Follow is the address of the stream of live events.
	Follow string
}

// A Link leads to another page; Current is set on that page itself.
type Link struct {
	Text, Address string
	Current       bool
	// State is the state of that page in grey, Part is set if the link begins a part of the list.
	State string
	Part  bool
}

// A Choice is an option of a field.
type Choice struct {
	Value, Text string
	Current     bool
}

// A RoundLink is a link of the switch between rounds. The address is empty for a round without a page.
type RoundLink struct {
	Number  int
	Address string
	Current bool
}

// A Banner is one line above the content. Level is "notice", "warning" or
// "error"; Action and Address are a link that helps, both may be empty.
type Banner struct {
	Level, Text     string
	Action, Address string
	// Login is set if the link is the login, after which the browser restores the reader's input.
	Login bool
}

// Key identifies a banner in an address.
func (b *Banner) Key() string {
	hash := fnv.New32a()
	hash.Write([]byte(b.Level + b.Text)) // never fails
	return strconv.FormatUint(uint64(hash.Sum32()), 36)
}

// Frame returns the base of a page that is the same for all readers, with links to it in all languages.
func Frame(languages []*i18n.Language, lang *i18n.Language, address, title string) Base {
	b := Base{Language: lang, Title: title, Address: address}
	for _, l := range languages {
		code := l.Code()
		b.Languages = append(b.Languages, LanguageLink{code, l.Name(), withLanguage(address, code), code == lang.Code()})
	}
	return b
}

// InMore reports whether the page belongs to an entry behind More.
func (e *Event) InMore() bool {
	return slices.ContainsFunc(e.More, func(l Link) bool { return l.Current })
}

// AtRound marks the round that a page of a tournament shows.
func (b Base) AtRound(n int) Base {
	for i := range b.Event.Rounds {
		b.Event.Rounds[i].Current = b.Event.Rounds[i].Number == n
	}
	return b
}

// NewEvent returns the tournament of a frame, without rounds and sections.
func NewEvent(t *tournament.Tournament, home string) *Event {
	const twoLines = 40 // letters
	short := ""
	if utf8.RuneCountInString(t.Info.Name) > twoLines {
		short = t.Info.ShortName
	}
	return &Event{
		Short: short,
		Slug:  t.Info.Slug, Name: t.Info.Name, Archived: t.Info.Archived, Zone: Zone(t).String(), Version: t.Version, Round: t.Current(), Home: home,
		Open: t.IsOpen(), Follow: "/t/" + t.Info.Slug + "/events",
	}
}

// Zone returns the tournament's time zone.
func Zone(t *tournament.Tournament) *time.Location { return t.Info.Location() }
