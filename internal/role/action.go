package role

// An Action is a kind of action of a person or a program. The zero Action is not an action, and no role allows it.
type Action int8

const (
	// See is to see the public pages, and to use all that needs no login.
	See Action = iota + 1
	// OwnLink opens the game of a slip's link, or the player of a player's link.
	OwnLink
	// SeeDoor opens the page of the tablet at the door.
	SeeDoor
	// Door checks players in and enters their results on the tablet at the door.
	Door
	// Enter is open to every logged-in person: their own password, logins and tournaments.
	Enter
	// Watch is to open the desk of a tournament. A person without the right to enter results is redirected: a captain
	// to the team, a reader to the files.
	Watch
	// Lineup sets the line-ups of a team.
	Lineup
	// Results enters results, no-shows and the clock.
	Results
	// Records attaches game records, judges them and records games live.
	Records
	// Register registers players, checks them in and takes their fees.
	Register
	// Print makes slips, badges, cards and lists on paper.
	Print
	// RunDay answers requests and writes incidents and announcements down.
	RunDay
	// Contacts sees and changes contacts, notes and birth dates, and writes letters.
	Contacts
	// Draw makes, changes and publishes draws.
	Draw
	// Arrange changes settings, teams, lists of players and ratings, and removes players.
	Arrange
	// Conclude decides prizes and final standings, and sends results to federations.
	Conclude
	// Files takes the files for federations and other programs.
	Files
	// Review reads the log, restores earlier versions, and undoes changes.
	Review
	// Staff invites helpers, directors and captains to a tournament.
	Staff
	// End archives a tournament or deletes it.
	End
	// Hidden sees tournaments that are hidden: no desk does, nor a program with less than a
	// director's rights.
	Hidden
	// Found creates, copies and imports tournaments, and restores deleted ones.
	Found
	// Relay publishes tournaments here that are run on other computers.
	Relay
	// Manage decides about the people of an organisation, its tokens and its log.
	Manage
	// Follow replicates all the data of the server, for a take-over when it fails.
	Follow
	// Operate makes and restores backups and adds organisations: the whole server.
	Operate

	last
)

// A row is one line of the table.
type row struct {
	name string
	// does describes the action, for the documentation.
	does string
	may  []Role
}

// table is the one table of the rights of roles.
var table = [last]row{
	See:      {"see", "see public pages, sign up", []Role{Anyone, LinkHolder, Person, Reader, Captain, Desk, Director, Owner, Operator, ReadToken, ResultsToken, PublishToken, WholeToken, StandbyToken, Tablet, Host}},
	OwnLink:  {"link", "open the game or the player that a link is for", []Role{Anyone, LinkHolder, Person, Reader, Captain, Desk, Director, Owner, Operator}},
	SeeDoor:  {"seedoor", "see the page of the tablet at the door", []Role{Tablet, Desk, Director, Owner}},
	Door:     {"door", "check players in and enter their results on the tablet at the door", []Role{Tablet}},
	Enter:    {"enter", "have a password and logins of one's own", []Role{Person, Reader, Captain, Desk, Director, Owner, Operator, Host}},
	Watch:    {"watch", "come to the desk of a tournament", []Role{Reader, Captain, Desk, Director, Owner, ReadToken, ResultsToken, PublishToken, WholeToken}},
	Lineup:   {"lineup", "set the line-ups of a team (a captain: the own one)", []Role{Captain, Desk, Director, Owner}},
	Results:  {"results", "enter results, no-shows, the clock", []Role{Desk, Director, Owner, ResultsToken, PublishToken, WholeToken}},
	Records:  {"records", "attach and judge game records, record games live", []Role{Desk, Director, Owner}},
	Register: {"register", "register players, check them in, take fees", []Role{Desk, Director, Owner, WholeToken}},
	Print:    {"print", "print slips, badges, cards and lists", []Role{Reader, Desk, Director, Owner, Host}},
	RunDay:   {"day", "answer requests; incidents and announcements", []Role{Desk, Director, Owner}},
	Contacts: {"contacts", "see contacts, notes and birth dates; letters", []Role{Director, Owner, WholeToken}},
	Draw:     {"draw", "make, change and publish draws", []Role{Director, Owner, PublishToken, WholeToken}},
	Arrange:  {"arrange", "change settings, teams, ratings; import lists; remove players", []Role{Director, Owner}},
	Conclude: {"conclude", "prizes, final standings, sending results away", []Role{Director, Owner}},
	Files:    {"files", "take files for federations and other programs", []Role{Reader, Director, Owner, WholeToken, Host}},
	Review:   {"review", "read the log, take changes back", []Role{Director, Owner}},
	Staff:    {"staff", "invite helpers, directors and captains to a tournament", []Role{Director, Owner}},
	End:      {"end", "archive and delete tournaments", []Role{Director, Owner, Host}},
	Hidden:   {"hidden", "see hidden tournaments", []Role{Director, Owner, WholeToken}},
	Found:    {"found", "create, copy and import tournaments, bring deleted ones back", []Role{Director, Owner, WholeToken}},
	Relay:    {"relay", "publish here tournaments that are run on other computers", []Role{Director, Owner, PublishToken, WholeToken}},
	Manage:   {"manage", "people, roles, tokens and the log of access of an organisation", []Role{Owner}},
	Follow:   {"follow", "follow all the data as a standby computer", []Role{StandbyToken}},
	Operate:  {"operate", "back up and restore the server, add organisations", []Role{Operator}},
}

// Actions are all actions, in the order of the table.
func Actions() []Action {
	var all []Action
	for a := See; a < last; a++ {
		all = append(all, a)
	}
	return all
}

// String returns the name of the action, as templates write it.
func (a Action) String() string {
	if a < 0 || a >= last {
		return ""
	}
	return table[a].name
}

// Does returns the description of the action in English.
func (a Action) Does() string {
	if a < 0 || a >= last {
		return ""
	}
	return table[a].does
}

// Scope returns the scope of a token that is enough to do it, 0 where no program may.
func (a Action) Scope() Role {
	for _, scope := range ServerScopes {
		if Of(scope).May(a) {
			return scope
		}
	}
	return 0
}

// set returns the roles that may do it.
func (a Action) set() Set {
	if a < 0 || a >= last {
		return 0
	}
	return Of(table[a].may...)
}

// ActionNamed returns the action of that name, and whether there is one.
func ActionNamed(name string) (Action, bool) {
	for a := See; a < last; a++ {
		if table[a].name == name {
			return a, true
		}
	}
	return 0, false
}
