package site

import (
	"testing"

	"github.com/gin-gonic/gin"

	"tourney/internal/role"
)

func TestGroupNeedsARole(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("addresses are mounted for no role")
		}
	}()
	new(Site).Group(gin.New(), "/open", role.See, 0)
}
