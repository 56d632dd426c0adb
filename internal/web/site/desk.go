package site

import (
	"github.com/gin-gonic/gin"

	"tourney/internal/director"
)

// Editor returns what changes the tournament of the address, in the name of who
// enters here.
func (s *Site) Editor(c *gin.Context) *director.Editor {
	return s.Director.On(s.DeskActor(c), c.Param("slug"))
}
