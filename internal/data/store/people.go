package store

import (
	"context"
	"fmt"
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"

	"tourney/internal/role"
	"tourney/internal/tournament/consent"
)

// People reads the organisations of a database, their people and tokens.
type People struct{ store *Store }

// People returns the organisations and their people.
func (s *Store) People() People { return People{s} }

// PeopleTx changes organisations and their people.
type PeopleTx struct {
	*Tx
	db *gorm.DB
}

// People returns the writer of organisations and their people.
func (tx *Tx) People() PeopleTx { return PeopleTx{tx, tx.db} }

// FirstOrganisation runs the server. It exists from the first start on.
const FirstOrganisation = 1

// An Organisation is a club or an association: it owns tournaments. Its name is "" until a user enters one.
type Organisation struct {
	ID   int
	Name string
	// Consent has the rules for minors in its new tournaments.
	Consent consent.Rules
}

type organisationRow struct {
	ID        int
	Name      string
	Minors    string
	MinorsAge int
}

func (r organisationRow) organisation() Organisation {
	return Organisation{r.ID, r.Name, consent.Rules{Minors: consent.Hiding(r.Minors), Age: r.MinorsAge}}
}

func (organisationRow) TableName() string { return "organisations" }

// A Member is a person with a role in an organisation or, as a guest, in a tournament.
type Member struct {
	User int
	Name string
	Role role.Role
	// Team is the team of a captain, else 0.
	Team int
	// Logins is the number of valid sessions. Seen is the time of the latest request, At the name of its desk.
	Logins int
	Seen   time.Time
	At     string
}

type memberRow struct {
	OrganisationID int `gorm:"primaryKey;autoIncrement:false"`
	UserID         int `gorm:"primaryKey;autoIncrement:false"`
	Role           string
}

func (memberRow) TableName() string { return "members" }

type guestRow struct {
	TournamentID int `gorm:"primaryKey;autoIncrement:false"`
	UserID       int `gorm:"primaryKey;autoIncrement:false"`
	Role         string
	Team         int
}

func (guestRow) TableName() string { return "guests" }

// A Membership is the role of one person in one organisation.
type Membership struct {
	Organisation
	Role role.Role
}

// Organisations returns all organisations, the first one first.
func (p People) Organisations(ctx context.Context) ([]Organisation, error) {
	var rows []organisationRow
	if err := p.store.reader.WithContext(ctx).Order("id").Find(&rows).Error; err != nil {
		return nil, fmt.Errorf("list organisations: %w", err)
	}
	all := make([]Organisation, len(rows))
	for i, row := range rows {
		all[i] = row.organisation()
	}
	return all, nil
}

// Populations returns the number of members by organisation, without empty ones.
func (p People) Populations(ctx context.Context) (map[int]int, error) {
	var rows []struct{ OrganisationID, Members int }
	err := p.store.reader.WithContext(ctx).Model(&memberRow{}).Select("organisation_id, count(*) members").Group("organisation_id").Find(&rows).Error
	all := make(map[int]int, len(rows))
	for _, row := range rows {
		all[row.OrganisationID] = row.Members
	}
	return all, wrap("count members", err)
}

// Organisation returns one organisation, and whether it exists.
func (p People) Organisation(ctx context.Context, id int) (o Organisation, ok bool, err error) {
	var row organisationRow
	ok, err = take(p.store.reader.WithContext(ctx).Where("id = ?", id), &row)
	return row.organisation(), ok, wrap("find organisation", err)
}

// AddOrganisation adds an organisation and returns its number.
func (tx PeopleTx) AddOrganisation(name string) (int, error) {
	row := organisationRow{Name: name}
	err := tx.db.Create(&row).Error
	return row.ID, wrap("add organisation", err)
}

// SetOrganisation changes an organisation.
func (tx PeopleTx) SetOrganisation(o Organisation) error {
	row := organisationRow{o.ID, o.Name, string(o.Consent.Minors), o.Consent.Age}
	return wrap("save organisation", tx.db.Select("*").Updates(&row).Error)
}

// Consent returns the rules for minors in new tournaments of an organisation; 0 is the first one.
func (tx PeopleTx) Consent(organisation int) (consent.Rules, error) {
	var row organisationRow
	_, err := take(tx.db.Where("id = ?", max(organisation, FirstOrganisation)), &row)
	return row.organisation().Consent, wrap("find organisation", err)
}

// Memberships returns the organisations of a person, the first one first.
func (p People) Memberships(ctx context.Context, user int) ([]Membership, error) {
	var rows []struct {
		Of   organisationRow `gorm:"embedded"`
		Role string
	}
	err := p.store.reader.WithContext(ctx).Table("members").Joins("join organisations on organisations.id = members.organisation_id").
		Select("organisations.*, members.role").Where("members.user_id = ?", user).Order("organisations.id").Find(&rows).Error
	var all []Membership
	for _, row := range rows {
		r, _ := role.Parse(row.Role)
		all = append(all, Membership{row.Of.organisation(), r})
	}
	return all, wrap("find roles", err)
}

// A GuestRole is a role of a person in one tournament.
type GuestRole struct {
	Slug, Name string
	Role       role.Role
}

// GuestRoles returns the roles of a person in single tournaments that are not deleted, the latest tournament first.
func (p People) GuestRoles(ctx context.Context, user int) (all []GuestRole, err error) {
	var rows []struct{ Slug, Name, Role string }
	err = p.store.reader.WithContext(ctx).Table("guests g").Joins("join tournaments t on t.id = g.tournament_id").
		Select("t.slug, t.name, g.role").Where("g.user_id = ? and t.deleted is null", user).Order("t.id desc").Find(&rows).Error
	for _, row := range rows {
		r, _ := role.Parse(row.Role)
		all = append(all, GuestRole{row.Slug, row.Name, r})
	}
	return all, wrap("find roles in tournaments", err)
}

// OrganisationsOf returns the numbers of the organisations in which, or in a tournament of which, a person has a role.
func (p People) OrganisationsOf(ctx context.Context, user int) ([]int, error) {
	return organisationsOf(p.store.reader.WithContext(ctx), user)
}

// OrganisationsOf is People.OrganisationsOf within the transaction.
func (tx PeopleTx) OrganisationsOf(user int) ([]int, error) { return organisationsOf(tx.db, user) }

func organisationsOf(db *gorm.DB, user int) (all []int, err error) {
	const query = "select organisation_id from members where user_id = ? union " +
		"select t.organisation_id from guests g join tournaments t on t.id = g.tournament_id where g.user_id = ? order by 1"
	return all, wrap("find roles", db.Raw(query, user, user).Scan(&all).Error)
}

// TournamentRoles are a person's roles in one tournament.
type TournamentRoles struct {
	// Organisation owns the tournament.
	Organisation int
	Hidden       bool
	// Member and Guest are the roles in the organisation and in the tournament, 0 for none.
	Member, Guest role.Role
	// Team is the team of a captain.
	Team int
	// Operator is set for an owner of the organisation that runs the server.
	Operator bool
}

// RolesIn returns the roles of a person in a tournament, and whether the tournament exists. User 0 is a
// visitor.
func (p People) RolesIn(ctx context.Context, user int, slug string) (st TournamentRoles, ok bool, err error) {
	var row struct {
		OrganisationID int
		Hidden         bool
		Member, Guest  string
		Team           int
		Operator       bool
	}
	ok, err = take(p.store.reader.WithContext(ctx).Table("tournaments t").
		Joins("left join members m on m.organisation_id = t.organisation_id and m.user_id = ?", user).
		Joins("left join guests g on g.tournament_id = t.id and g.user_id = ?", user).
		Select("t.organisation_id, t.hidden, coalesce(m.role, '') member, coalesce(g.role, '') guest, coalesce(g.team, 0) team, "+
			"exists (select 1 from members o where o.organisation_id = ? and o.user_id = ? and o.role = ?) operator",
			FirstOrganisation, user, role.Owner.String()).
		Where("t.slug = ? and t.deleted is null", slug), &row)
	member, _ := role.Parse(row.Member)
	guest, _ := role.Parse(row.Guest)
	return TournamentRoles{row.OrganisationID, row.Hidden, member, guest, row.Team, row.Operator}, ok, wrap("find role", err)
}

// Members returns the people of an organisation, by name. Of their logins those count that have
// not expired and were used since idle.
func (p People) Members(ctx context.Context, organisation int, now, idle time.Time) ([]Member, error) {
	return p.people(ctx, p.store.reader.Table("members p").Where("p.organisation_id = ?", organisation).Select("p.user_id, p.role, 0 team"), now, idle)
}

// Guests returns the people with a role in one tournament, counting logins as Members does.
func (p People) Guests(ctx context.Context, slug string, now, idle time.Time) ([]Member, error) {
	return p.people(ctx, p.store.reader.Table("guests p").Joins("join tournaments t on t.id = p.tournament_id").Where("t.slug = ?", slug).
		Select("p.user_id, p.role, p.team"), now, idle)
}

// people adds names and logins to the people that a query finds.
func (p People) people(ctx context.Context, found *gorm.DB, now, idle time.Time) ([]Member, error) {
	var rows []struct {
		UserID     int
		Name, Role string
		Team       int
	}
	db := p.store.reader.WithContext(ctx)
	err := db.Table("(?) f", found).Joins("join users u on u.id = f.user_id").
		Select("f.user_id, u.name, f.role, f.team").Order("u.key").Find(&rows).Error
	if err != nil {
		return nil, fmt.Errorf("list people: %w", err)
	}
	all, at, ids := make([]Member, len(rows)), map[int]int{}, make([]int, len(rows))
	for i, row := range rows {
		r, _ := role.Parse(row.Role)
		all[i], at[row.UserID], ids[i] = Member{User: row.UserID, Name: row.Name, Role: r, Team: row.Team}, i, row.UserID
	}
	var logins []namedSession
	if err := sessions(db, now, idle).Where("user_id in ?", ids).Find(&logins).Error; err != nil {
		return nil, fmt.Errorf("list logins: %w", err)
	}
	for _, login := range logins {
		m := &all[at[login.UserID]]
		m.Logins++
		if login.Seen.After(m.Seen) {
			m.Seen, m.At = login.Seen, login.DeskName
		}
	}
	return all, nil
}

// SetMember sets the role of a person in an organisation; the zero role removes it.
func (tx PeopleTx) SetMember(organisation, user int, r role.Role) error {
	if r == 0 {
		return wrap("remove role", tx.db.Where("organisation_id = ? and user_id = ?", organisation, user).Delete(&memberRow{}).Error)
	}
	return wrap("save role", tx.db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&memberRow{organisation, user, r.String()}).Error)
}

// SetGuest sets the role of m in a tournament, for a captain with the team; the zero role removes it.
func (tx PeopleTx) SetGuest(slug string, m Member) error {
	row, err := findRow(tx.db.Select("id", "version"), slug)
	if err != nil {
		return err
	}
	if m.Role == 0 {
		return wrap("remove role", tx.db.Where("tournament_id = ? and user_id = ?", row.ID, m.User).Delete(&guestRow{}).Error)
	}
	return wrap("save role", tx.db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&guestRow{row.ID, m.User, m.Role.String(), m.Team}).Error)
}

// CreateFor sets the organisation of tournaments created later in the transaction; 0 is the first.
func (tx *Tx) CreateFor(organisation int) { tx.owner = organisation }

// setOwner makes an organisation the owner of a tournament.
func (tx *Tx) setOwner(id int) error {
	if tx.owner == 0 {
		return nil
	}
	return wrap("save owner", tx.db.Model(&tournamentRow{}).Where("id = ?", id).Update("organisation_id", tx.owner).Error)
}

// Owners returns the number of owners of an organisation.
func (tx PeopleTx) Owners(organisation int) (n int64, err error) {
	err = tx.db.Model(&memberRow{}).Where("organisation_id = ? and role = ?", organisation, role.Owner.String()).Count(&n).Error
	return n, wrap("count owners", err)
}

// Member returns the role of a person in an organisation, 0 for none.
func (tx PeopleTx) Member(organisation, user int) (role.Role, error) {
	var row memberRow
	_, err := take(tx.db.Where("organisation_id = ? and user_id = ?", organisation, user), &row)
	r, _ := role.Parse(row.Role)
	return r, wrap("find role", err)
}

// DropUserWithoutRole deletes a person unless they have a role in an organisation or a tournament.
func (tx PeopleTx) DropUserWithoutRole(user int) error {
	return wrap("delete user", tx.db.Where("id = ? and not exists (select 1 from members where user_id = users.id)"+
		" and not exists (select 1 from guests where user_id = users.id)", user).Delete(&userRow{}).Error)
}

// An Invitation gives a role once. Slug is "" for a role in the whole organisation.
type Invitation struct {
	Hash         string
	Organisation int
	Slug         string
	Role         role.Role
	Team         int
	// Label describes the recipient, By is the name of the maker.
	Label, By string
	Maker     Maker
	Expires   time.Time
}

// A Maker is the maker of an invitation, with their present roles.
type Maker struct {
	// User is 0 if the user was deleted.
	User int
	// Member and Guest are their roles in the organisation and the tournament of the invitation, 0 for none.
	Member, Guest role.Role
	// FirstOwner is set if the organisation has no owner yet, and the maker runs the server.
	FirstOwner bool
}

type invitationRow struct {
	Hash           string `gorm:"primaryKey"`
	OrganisationID int
	TournamentID   *int
	Role           string
	Team           int
	Label, MadeBy  string
	Expires        time.Time
	MakerID        *int
}

func (invitationRow) TableName() string { return "invitations" }

// AddInvitation stores an invitation, and deletes the invitations that expired before now.
func (tx PeopleTx) AddInvitation(i Invitation, now time.Time) error {
	if err := tx.db.Where("expires <= ?", storedTime(now)).Delete(&invitationRow{}).Error; err != nil {
		return fmt.Errorf("clear invitations: %w", err)
	}
	row := invitationRow{i.Hash, i.Organisation, nil, i.Role.String(), i.Team, i.Label, i.By, storedTime(i.Expires), nil}
	if i.Maker.User != 0 {
		row.MakerID = &i.Maker.User
	}
	if i.Slug != "" {
		of, err := findRow(tx.db.Select("id", "version"), i.Slug)
		if err != nil {
			return err
		}
		row.TournamentID = &of.ID
	}
	return wrap("save invitation", tx.db.Create(&row).Error)
}

// invitations is a query for invitations with their tournaments and makers. If only the name of the maker is stored,
// the maker is the user of that name.
func invitations(db *gorm.DB) *gorm.DB {
	owner := role.Owner.String()
	return db.Table("invitations i").Joins("left join tournaments t on t.id = i.tournament_id").
		Joins("left join users u on u.id = i.maker_id or i.maker_id is null and u.name = i.made_by").
		Joins("left join members m on m.organisation_id = i.organisation_id and m.user_id = u.id").
		Joins("left join guests g on g.tournament_id = i.tournament_id and g.user_id = u.id").
		Select("i.hash, i.organisation_id, coalesce(t.slug, '') slug, i.role, i.team, i.label, i.made_by, i.expires, "+
			"coalesce(u.id, 0) maker, coalesce(m.role, '') member, coalesce(g.role, '') guest, "+
			"not exists (select 1 from members o where o.organisation_id = i.organisation_id and o.role = ?) and "+
			"exists (select 1 from members o where o.organisation_id = ? and o.user_id = u.id and o.role = ?) first_owner",
			owner, FirstOrganisation, owner)
}

type foundInvitation struct {
	Hash           string
	OrganisationID int
	Slug, Role     string
	Team           int
	Label, MadeBy  string
	Expires        time.Time
	Maker          int
	Member, Guest  string
	FirstOwner     bool
}

func (f foundInvitation) invitation() Invitation {
	r, _ := role.Parse(f.Role)
	member, _ := role.Parse(f.Member)
	guest, _ := role.Parse(f.Guest)
	return Invitation{f.Hash, f.OrganisationID, f.Slug, r, f.Team, f.Label, f.MadeBy, Maker{f.Maker, member, guest, f.FirstOwner}, f.Expires}
}

// Invitation returns the invitation with that hash, unless it has expired by now.
func (p People) Invitation(ctx context.Context, hash string, now time.Time) (Invitation, bool, error) {
	return invitationOf(p.store.reader.WithContext(ctx), hash, now)
}

// Invitation returns the invitation with that hash, unless it has expired by now.
func (tx PeopleTx) Invitation(hash string, now time.Time) (Invitation, bool, error) {
	return invitationOf(tx.db, hash, now)
}

func invitationOf(db *gorm.DB, hash string, now time.Time) (i Invitation, ok bool, err error) {
	var row foundInvitation
	ok, err = take(invitations(db).Where("i.hash = ? and i.expires > ?", hash, storedTime(now)), &row)
	return row.invitation(), ok, wrap("find invitation", err)
}

// InvitationsBy returns the unexpired invitations of a maker, to all organisations and tournaments.
func (tx PeopleTx) InvitationsBy(user int, now time.Time) ([]Invitation, error) {
	return listInvitations(invitations(tx.db).Where("u.id = ? and i.expires > ?", user, storedTime(now)))
}

func listInvitations(query *gorm.DB) ([]Invitation, error) {
	var rows []foundInvitation
	err := query.Order("i.expires").Find(&rows).Error
	all := make([]Invitation, len(rows))
	for k, row := range rows {
		all[k] = row.invitation()
	}
	return all, wrap("list invitations", err)
}

// InvitedTo is the target of invitations: an organisation or, with a slug, a tournament of it.
type InvitedTo struct {
	Organisation int
	Slug         string
}

// Invitations returns the unexpired invitations to a target, the latest last.
func (p People) Invitations(ctx context.Context, to InvitedTo, now time.Time) ([]Invitation, error) {
	return to.invitations(p.store.reader.WithContext(ctx), now)
}

// Invitations is People.Invitations within the transaction.
func (tx PeopleTx) Invitations(to InvitedTo, now time.Time) ([]Invitation, error) {
	return to.invitations(tx.db, now)
}

func (to InvitedTo) invitations(db *gorm.DB, now time.Time) ([]Invitation, error) {
	return listInvitations(invitations(db).
		Where("i.organisation_id = ? and coalesce(t.slug, '') = ? and i.expires > ?", to.Organisation, to.Slug, storedTime(now)))
}

// DropInvitation deletes an invitation; an unknown hash is not an error.
func (tx PeopleTx) DropInvitation(hash string) error {
	return wrap("delete invitation", tx.db.Where("hash = ?", hash).Delete(&invitationRow{}).Error)
}

// A Token is a program's right to act for an organisation. Used is zero until its first use.
type Token struct {
	ID, Organisation int
	Name             string
	Scope            role.Role
	By               string
	Created, Used    time.Time
}

type tokenRow struct {
	ID             int
	Hash           string
	OrganisationID int
	Name, Scope    string
	MadeBy         string
	Created        time.Time
	Used           *time.Time
}

func (tokenRow) TableName() string { return "tokens" }

func (r tokenRow) token() Token {
	scope, _ := role.Parse(r.Scope)
	return Token{r.ID, r.OrganisationID, r.Name, scope, r.MadeBy, r.Created, loadedTime(r.Used)}
}

// AddToken keeps a token and returns its number.
func (tx PeopleTx) AddToken(hash string, t Token) (int, error) {
	row := tokenRow{Hash: hash, OrganisationID: t.Organisation, Name: t.Name, Scope: t.Scope.String(), MadeBy: t.By, Created: storedTime(t.Created)}
	err := tx.db.Create(&row).Error
	return row.ID, wrap("save token", err)
}

// Tokens returns the tokens of an organisation, the latest last; organisation 0 means all.
func (p People) Tokens(ctx context.Context, organisation int) ([]Token, error) {
	return tokens(p.store.reader.WithContext(ctx), organisation)
}

// Tokens is People.Tokens within the transaction.
func (tx PeopleTx) Tokens(organisation int) ([]Token, error) { return tokens(tx.db, organisation) }

func tokens(db *gorm.DB, organisation int) ([]Token, error) {
	var rows []tokenRow
	err := db.Where("organisation_id = ? or ? = 0", organisation, organisation).Order("id").Find(&rows).Error
	all := make([]Token, len(rows))
	for i, row := range rows {
		all[i] = row.token()
	}
	return all, wrap("list tokens", err)
}

// TokenOf returns the token with a hash, and whether it exists.
func (p People) TokenOf(ctx context.Context, hash string) (Token, bool, error) {
	var row tokenRow
	ok, err := take(p.store.reader.WithContext(ctx).Where("hash = ?", hash), &row)
	return row.token(), ok, wrap("find token", err)
}

// NoteTokenUse stores the time of the latest use.
func (tx PeopleTx) NoteTokenUse(id int, at time.Time) error {
	return wrap("note use of token", tx.db.Model(&tokenRow{}).Where("id = ?", id).Update("used", storedTime(at)).Error)
}

// DropToken deletes a token; an unknown ID is not an error.
func (tx PeopleTx) DropToken(id int) error {
	return wrap("delete token", tx.db.Where("id = ?", id).Delete(&tokenRow{}).Error)
}

// An AccessEntry is one line of the log of access. Subject is the person or thing that Who changed. Organisation 0 is
// the whole server.
type AccessEntry struct {
	At           time.Time
	Organisation int
	Who          string
	Event        Event
	// Role is the role given to a person, 0 for other events.
	Role    role.Role
	Subject string
	// Times is the number of attempts summed up in the entry, 0 for a single event.
	Times int
}

// An Event is the kind of an entry in the log of access. Package accounts defines all of them.
type Event struct{ word string }

// NewEvent returns the event with a word.
func NewEvent(word string) Event { return Event{word} }

// String returns the word.
func (e Event) String() string { return e.word }

type accessRow struct {
	ID             int
	At             time.Time
	OrganisationID int
	Who            string
	Event          string
	Role           string
	Subject        string
	Times          int
}

func (accessRow) TableName() string { return "access_log" }

// NoteAccess adds a line to the log of access.
func (tx PeopleTx) NoteAccess(e AccessEntry) error {
	row := accessRow{At: storedTime(e.At), OrganisationID: e.Organisation, Who: e.Who, Event: e.Event.String(), Role: e.Role.String(), Subject: e.Subject, Times: e.Times}
	return wrap("write log of access", tx.db.Create(&row).Error)
}

// AccessLog returns a page of the log of access of some organisations, the latest first,
// and whether there are older entries. Page 0 is the latest.
func (p People) AccessLog(ctx context.Context, organisations []int, page int) (all []AccessEntry, more bool, err error) {
	const size = 100
	var rows []accessRow
	err = p.store.reader.WithContext(ctx).Where("organisation_id in ?", organisations).Order("id desc").Offset(page * size).Limit(size + 1).Find(&rows).Error
	for _, row := range rows[:min(len(rows), size)] {
		r, _ := role.Parse(row.Role)
		all = append(all, AccessEntry{row.At, row.OrganisationID, row.Who, NewEvent(row.Event), r, row.Subject, row.Times})
	}
	return all, len(rows) > size, wrap("read log of access", err)
}
