// Package role decides the rights of roles: one table of roles and actions. The checks of the addresses, the buttons of
// the pages, the documentation and the tests all use it.
package role

import "strings"

// A Role is the relation of a person or a program to an organisation or a tournament. The zero Role is not a role.
type Role int8

const (
	// Anyone needs no login.
	Anyone Role = iota + 1
	// LinkHolder has the link on the slip of a game, or a player's own. It opens
	// that game or that player, nothing else.
	LinkHolder
	// Person has logged in, and need not have any other role.
	Person
	// Reader prints lists and takes files of an organisation's tournaments.
	Reader
	// Captain sets the line-ups of one team.
	Captain
	// Desk enters results and registers players.
	Desk
	// Director runs tournaments: all of an organisation, or one.
	Director
	// Owner decides about the people of an organisation.
	Owner
	// Operator owns the organisation that runs the server: its data file is theirs.
	Operator
	// ReadToken is a program with a token that reads.
	ReadToken
	// ResultsToken is a ReadToken that enters results too.
	ResultsToken
	// PublishToken is a ResultsToken that draws and publishes rounds too.
	PublishToken
	// WholeToken is a PublishToken that creates tournaments, registers players and takes files too.
	WholeToken
	// StandbyToken is the token of a computer that replicates all the data, and allows nothing else.
	StandbyToken
	// Tablet is the shared device at the door, where players check in and enter results.
	Tablet
	// Host is a director or an owner at a tournament that is run on another computer and published here.
	Host

	end
)

// words are the names of the roles in the database, the pages and the command line.
var words = [end]string{
	Anyone: "anyone", LinkHolder: "link", Person: "person", Reader: "reader", Captain: "captain", Desk: "desk", Director: "director",
	Owner: "owner", Operator: "operator", ReadToken: "read",
	ResultsToken: "results", PublishToken: "publish", WholeToken: "whole", StandbyToken: "standby", Tablet: "tablet", Host: "host",
}

// String returns the name of the role, "" for none.
func (r Role) String() string {
	if r < 0 || r >= end {
		return ""
	}
	return words[r]
}

// Parse returns the role of that name, and whether there is one.
func Parse(name string) (Role, bool) {
	for r := Anyone; r < end; r++ {
		if words[r] == name {
			return r, true
		}
	}
	return 0, false
}

// All are all roles, the roles with the fewest rights first.
func All() []Role {
	var all []Role
	for r := Anyone; r < end; r++ {
		all = append(all, r)
	}
	return all
}

// OfMembers are the roles in an organisation, the greatest first.
var OfMembers = []Role{Owner, Director, Desk, Reader}

// OfGuests are the roles in a single tournament, the greatest first.
var OfGuests = []Role{Director, Desk, Captain}

// Scopes are the roles of programs with a token, each with all rights of the one before it.
var Scopes = []Role{ReadToken, ResultsToken, PublishToken, WholeToken}

// ServerScopes are the roles of programs with a token of the organisation that runs the server.
var ServerScopes = append(Scopes[:len(Scopes):len(Scopes)], StandbyToken)

// A Set is a set of roles: a person can be a reader of an organisation and a captain in
// one of its tournaments. The zero Set is empty.
type Set uint32

// Of returns the set of some roles. The zero Role adds nothing.
func Of(roles ...Role) (s Set) {
	for _, r := range roles {
		if r > 0 && r < end {
			s |= 1 << r
		}
	}
	return s
}

// AtMirror returns the set for a tournament that is run on another computer and published here: directors and owners
// are its hosts, its desks and captains have no role.
func (s Set) AtMirror() Set {
	if s.Has(Director) || s.Has(Owner) {
		s |= Of(Host)
	}
	return s &^ Of(Captain, Desk, Director, Owner)
}

// Has reports whether a role is in the set.
func (s Set) Has(r Role) bool { return r > 0 && r < end && s&(1<<r) != 0 }

// May reports whether any of the roles may do something.
func (s Set) May(a Action) bool { return s&a.set() != 0 }

// String returns the names of the roles.
func (s Set) String() string {
	var names []string
	for _, r := range All() {
		if s.Has(r) {
			names = append(names, r.String())
		}
	}
	return strings.Join(names, ", ")
}
