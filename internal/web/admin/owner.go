package admin

import (
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/accounts"
	"tourney/internal/role"
	"tourney/internal/web/page"
)

// owners are the organisations for which a person may create tournaments; at least one.
type owners []accounts.Organisation

// owners returns the user's organisations with that right.
func (s *Handlers) owners(c *gin.Context) (all owners, err error) {
	session, _ := s.Session(c)
	members, err := s.Director.Access().People().Memberships(c.Request.Context(), session.UserID)
	for _, m := range members {
		if role.Of(m.Role).May(role.Found) {
			all = append(all, m.Organisation)
		}
	}
	return all, err
}

// choices are the options of a form, nil for fewer than two.
func (o owners) choices() (all []page.Choice) {
	if len(o) < 2 {
		return nil
	}
	for _, one := range o {
		all = append(all, page.Choice{Value: strconv.Itoa(one.ID), Text: one.Name})
	}
	return all
}

// chosen returns the organisation of the form. The default is the first one, since forms without a choice have no
// field.
func (o owners) chosen(c *gin.Context) int {
	wanted, _ := strconv.Atoi(c.PostForm("organisation"))
	for _, one := range o {
		if one.ID == wanted {
			return wanted
		}
	}
	return o[0].ID // the access check requires at least one
}
