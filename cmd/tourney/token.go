package main

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/role"
)

// A keptToken is the JSON of a program's token.
type keptToken struct {
	Number       int       `json:"number"`
	Name         string    `json:"name"`
	Scope        string    `json:"scope"`
	Organisation string    `json:"organisation"`
	By           string    `json:"by"`
	Created      time.Time `json:"created"`
	Used         time.Time `json:"used,omitzero"`
}

// tokens makes the token of a program, lists the tokens in a database or revokes one, also while a server uses the
// database.
func tokens(c *call) error {
	path := c.flags.String("db", "", "the database, "+aDatabase)
	name := c.flags.String("name", "", "make a token for the program of this name, and print it")
	scope := c.flags.String("scope", role.ReadToken.String(), "what the program may do: "+joined(role.ServerScopes, role.Role.String))
	organisation := c.flags.String("organisation", "", "the organisation whose tournaments the program uses (default: the first one)")
	list := c.flags.Bool("list", false, "list the tokens (also without --name and --revoke)")
	revoke := c.flags.Int("revoke", 0, "revoke the token of this number")
	asJSON := c.flags.Bool("json", false, "answer in JSON")
	if _, err := c.parse(); err != nil {
		return err
	}
	may, known := role.Parse(*scope)
	switch {
	case *path == "":
		return errorWithoutDatabase()
	case !known || !slices.Contains(role.ServerScopes, may):
		return misused("command.token.scope", joined(role.ServerScopes, role.Role.String))
	case *name != "" && *revoke != 0, *list && (*name != "" || *revoke != 0):
		return misused("command.token.what")
	case *name == "" && (c.flagsSet()["scope"] || c.flagsSet()["organisation"]):
		return misused("command.token.name")
	}
	return c.withKept(*path, func(d *director.Director) error {
		people, by := d.Access().People(), accounts.Session{User: desk.Name}
		all, err := people.Organisations(c.ctx)
		switch {
		case err != nil:
			return err
		case *revoke != 0:
			return c.revokeToken(people, *revoke)
		case *name == "":
			return c.printTokens(people, all, *asJSON)
		}
		i := 0
		if *organisation != "" {
			i = slices.IndexFunc(all, func(o accounts.Organisation) bool { return o.Name == *organisation })
		}
		if i < 0 {
			return fault.New(fault.NotFound, "people.organisation.missing")
		}
		secret, err := people.OrganisationAdmin(by, all[i].ID).MakeToken(c.ctx, *name, may)
		if err != nil {
			return err
		}
		if *asJSON {
			return c.encode(map[string]string{"token": secret})
		}
		fmt.Fprintln(c.stderr, c.lang.T("people.token.made"))
		_, err = fmt.Fprintln(c.stdout, secret)
		return err
	})
}

// revokeToken revokes the token with a number; the access log of its organisation has an entry.
func (c *call) revokeToken(people *accounts.People, number int) error {
	all, err := people.Tokens(c.ctx, 0)
	if err != nil {
		return err
	}
	i := slices.IndexFunc(all, func(t accounts.Token) bool { return t.ID == number })
	if i < 0 {
		return fault.New(fault.NotFound, "people.token")
	}
	if err := people.OrganisationAdmin(accounts.Session{User: desk.Name}, all[i].Organisation).RevokeToken(c.ctx, number); err != nil {
		return err
	}
	_, err = fmt.Fprintln(c.stdout, c.lang.T("command.token.revoked", all[i].Name))
	return err
}

func (c *call) printTokens(people *accounts.People, all []accounts.Organisation, asJSON bool) error {
	kept := []keptToken{}
	for _, o := range all {
		list, err := people.Tokens(c.ctx, o.ID)
		if err != nil {
			return err
		}
		for _, t := range list {
			kept = append(kept, keptToken{t.ID, t.Name, t.Scope.String(), cmp.Or(o.Name, c.lang.T("people.unnamed")), t.By, t.Created, t.Used})
		}
	}
	if asJSON {
		return c.encode(kept)
	}
	w := c.table(0)
	fmt.Fprintln(w, c.headings("column.no", "people.token.name", "people.token.scope", "people.organisation", "people.token.used"))
	for _, t := range kept {
		used := "–"
		if !t.Used.IsZero() {
			used = t.Used.Format(time.DateOnly)
		}
		fmt.Fprintf(w, "%d\t%s\t%s\t%s\t%s\n", t.Number, t.Name, t.Scope, t.Organisation, used)
	}
	return w.Flush()
}
