package page

import (
	"time"

	"tourney/internal/i18n"
	"tourney/internal/tournament"
)

// A Base is what every page has around its content. Every page struct embeds
// it: {{.T "key"}} says a message, {{.Title}} names the page.
type Base struct {
	*i18n.Language
	Title string
	// Address is the page's own path and query.
	Address   string
	Languages []LanguageLink
	// Event is the tournament the page is about; nil outside one.
	Event *Event
	// User is who is logged in, on the pages of the desk; public pages are
	// shared by all and leave it empty.
	User string
	// Sheet is what printed lists say beside the title, such as when the round
	// starts.
	Sheet string
	// Refresh is after how many seconds the page is fetched anew where no script
	// does it; 0 is never.
	Refresh int
	// Notice is said above the content; may be nil.
	Notice *Banner
	// Alarm says to who is logged in that nothing can be saved; nil while all is
	// well.
	Alarm *Banner
}

// A LanguageLink leads to the page in another language.
type LanguageLink struct {
	Code, Name, Address string
	Current             bool
}

// An Event is the tournament in the frame: its name and where one can go.
type Event struct {
	Slug, Name string
	// Zone is the time zone that times of day are told in.
	Zone     string
	Version  int
	Home     string
	Rounds   []RoundLink
	Sections []Link
	// Follow is the address of the live events.
	Follow string
}

// A Link is a place to go, and whether one is there.
type Link struct {
	Text, Address string
	Current       bool
}

// A RoundLink is a link of the round switch. The address is empty for a round
// that cannot be looked at yet.
type RoundLink struct {
	Number  int
	Address string
	Current bool
}

// A Banner is one line above the content. Level is "notice", "warning" or
// "error"; Action and Address offer what to do, both may be empty.
type Banner struct {
	Level, Text     string
	Action, Address string
	// Login says that the action is the login, after which what was typed is
	// put back.
	Login bool
}

// Frame returns the base of a page that does not depend on who asks.
func Frame(catalog *i18n.Catalog, lang *i18n.Language, address, title string) Base {
	b := Base{Language: lang, Title: title, Address: address}
	for _, l := range catalog.Languages() {
		b.Languages = append(b.Languages, LanguageLink{l.Code(), l.Name(), withLanguage(address, l.Code()), l.Code() == lang.Code()})
	}
	return b
}

func NewEvent(t *tournament.Tournament, home string) *Event {
	return &Event{
		Slug: t.Info.Slug, Name: t.Info.Name, Zone: Zone(t).String(), Version: t.Version, Home: home,
		Follow: "/t/" + t.Info.Slug + "/events",
	}
}

// Zone returns the tournament's time zone. The model holds only zones that
// load, so UTC stands in for none but the empty one.
func Zone(t *tournament.Tournament) *time.Location {
	z, err := time.LoadLocation(t.Info.Zone)
	if err != nil {
		return time.UTC
	}
	return z
}
