package federations

import (
	"tourney/internal/rank"
	"tourney/internal/tournament/fees"
)

// A Fact is a text from a public source.
type Fact struct {
	Text string
	// Source is the address of the source, Checked the day of the last check there.
	Source, Checked string
}

// A Federation is a row of the table.
type Federation struct {
	// Key names the row, Name is the federation's own name. Both are never empty.
	Key, Name string
	// Country is the code of the country; "" for the European federation, which takes the place of missing rows.
	Country string
	// Languages are the codes of the languages of its pages.
	Languages []string
	// Origin is the source of ratings as in tournament.Player.RatingOrigin, Scale the form in which they are shown.
	Origin string
	Scale  rank.Scale
	// Number is the number of a player in its list and its files.
	Number fees.Federation
	// Files are the formats of the results that it receives, by their names.
	Files []string
	// List is its rating list.
	List List
	// Membership is how a membership is known; MembershipRule and SenderRule have sources without a text.
	Membership     Membership
	MembershipRule Fact
	// Sender is the sender of results to its list. Form is the page that receives a file, or the page about that; Mail
	// is the address for a letter with the file. Both may be empty.
	Sender     Sender
	SenderRule Fact
	Form, Mail Fact
	// Classes is the source of the classes A to D by the thinking time; empty without classes.
	Classes Fact
}

// A List is a rating list, which people download. The program fetches none: no source shows that an owner allows it.
type List struct {
	// File is the address of the file, Page the page about it; both may be empty.
	File, Page Fact
	// Form is the form of the file, as in ratinglist.Format; never empty.
	Form string
}

// Membership is how a membership is known.
type Membership string

const (
	// NoMembership is required: nothing is known about one.
	NoMembership Membership = ""
	// ByDate: the list has the last day of each membership.
	ByDate Membership = "date"
	// ByLicence: the list has a letter about the licence of each player of the country.
	ByLicence Membership = "licence"
	// ByDesk: the desk checks it, because the list has nothing about it.
	ByDesk Membership = "desk"
	// ByLevy: players without a membership pay a levy to the federation.
	ByLevy Membership = "levy"
)

// Sender is the last sender of results on their way to a rating list.
type Sender string

const (
	// ByAccount: the organiser, with an account of the database.
	ByAccount Sender = "account"
	// ByOfficer: an officer of the federation, who receives the file of the organiser.
	ByOfficer Sender = "officer"
	// ByAsking: no source names the sender; the organiser asks the federation.
	ByAsking Sender = "ask"
	// ByMail: the organiser sends a letter to the federation's address.
	ByMail Sender = "mail"
)

// checked is the day of the check of all facts.
const checked = "2026-11-30"

// Sources of several facts.
const (
	egdPage    = "https://www.europeangodatabase.eu/EGD/EGF_rating_system.php"
	openGotha  = "https://github.com/lucvannier/opengotha"
	pairgoth   = "https://github.com/ffrgo/pairgoth/blob/master/CHANGELOG.md"
	agaPage    = "https://usgo.org/content.aspx?club_id=454497&module_id=562240&page_id=22"
	agaRules   = "https://www.usgo-archive.org/qualifications-rated-games"
	finnish    = "https://www.suomigo.net/wiki/Turnausj%C3%A4rjest%C3%A4j%C3%A4nGorOhje"
	polish     = "https://psg.go.art.pl/en/dokumenty/regulaminy/regulamin-rankingowy"
	polishCup  = "https://szczecin.go.art.pl/2025/porfirion-cup-2025-zaproszenie"
	czech      = "http://www.baduk.cz/?page_id=151"
	british    = "https://britgo.org/ratings/submission"
	britishTax = "https://britgo.org/Policy08"
)

func fact(text, source string) Fact { return Fact{text, source, checked} }

// european is the list of the European Go Database, which European federations share.
var european = List{
	File: fact("https://www.europeangodatabase.eu/EGD/EGD_2_0/downloads/allworld_lp.html", openGotha),
	Page: fact(egdPage, egdPage), Form: "egd",
}

// database is the European Go Database, which receives results from people with an account.
var database = fact("https://www.europeangodatabase.eu/EGD/", egdPage)

// classes are the European classes of events.
var classes = fact("A B C D", "http://gemma.ujf.cas.cz/~cieply/GO/format.html")

var table = []Federation{
	{
		Key: "egf", Name: "European Go Federation (EGF)", Languages: []string{"en"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Sender: ByAccount, SenderRule: fact("", finnish), Form: database, Classes: classes,
	},
	{
		Key: "ffg", Name: "Fédération française de go (FFG)", Country: "FR", Languages: []string{"fr"}, Origin: "FFG", Number: fees.FFG,
		Files: []string{"egd", "ffg"}, Membership: ByLicence, MembershipRule: fact("", openGotha),
		List:   List{File: fact("https://ffg.jeudego.org/echelle/echtxt/ech_ffg_V3.txt", "https://github.com/ffrgo/pairgoth"), Form: "ffg"},
		Sender: ByMail, SenderRule: fact("", pairgoth), Mail: fact("echelle@jeudego.org", pairgoth), Classes: classes,
	},
	{
		Key: "aga", Name: "American Go Association (AGA)", Country: "US", Languages: []string{"en"}, Origin: "AGA", Scale: rank.Scale{American: true},
		Number: fees.AGA, Files: []string{"aga"}, Membership: ByDate, MembershipRule: fact("", agaRules),
		// The addresses of the file have changed often; the page lists the present ones.
		List:   List{Page: fact(agaPage, agaPage), Form: "aga"},
		Sender: ByMail, SenderRule: fact("", agaRules), Mail: fact("ratings@usgo.org", agaRules),
	},
	{
		Key: "fi", Name: "Suomen go-liitto", Country: "FI", Languages: []string{"fi"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Sender: ByAccount, SenderRule: fact("", finnish), Form: database, Classes: classes,
	},
	{
		Key: "cz", Name: "Česká asociace go (ČAGo)", Country: "CZ", Languages: []string{"cs"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Membership: ByDesk, MembershipRule: fact("", czech), Sender: ByAsking, Form: database,
		Classes: classes,
	},
	{
		Key: "pl", Name: "Polskie Stowarzyszenie Go (PSG)", Country: "PL", Languages: []string{"pl"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Membership: ByDesk, MembershipRule: fact("", polishCup), Sender: ByOfficer, SenderRule: fact("", polish),
		Classes: classes,
	},
	{
		Key: "de", Name: "Deutscher Go-Bund (DGoB)", Country: "DE", Languages: []string{"de"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Sender: ByAsking, Form: database, Classes: classes,
	},
	{
		Key: "gb", Name: "British Go Association (BGA)", Country: "GB", Languages: []string{"en"}, Origin: "EGF", Number: fees.EGD, Files: []string{"egd"},
		List: european, Membership: ByLevy, MembershipRule: fact("", britishTax), Sender: ByOfficer, SenderRule: fact("", british),
		Mail: fact("results@britgo.org", british), Classes: classes,
	},
}
