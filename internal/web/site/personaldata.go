package site

import (
	"encoding/json"
	"fmt"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/tournament"
)

// SendPersonalData answers with a file of all stored data about a player: for the desk, and for the player by their own
// link.
func SendPersonalData(c *gin.Context, s *Site, snapshot *director.Snapshot, id tournament.PlayerID) error {
	slug := snapshot.Tournament.Info.Slug
	account, err := s.Director.PersonalData().Account(c.Request.Context(), slug, id)
	if err != nil {
		return err
	}
	account.About = s.Language(c).T("privacy.file", snapshot.Tournament.Info.Name)
	data, err := json.MarshalIndent(account, "", "  ")
	if err != nil {
		return fmt.Errorf("write what is kept of player %d: %w", id, err)
	}
	SendFile(c, fmt.Sprintf("%s-player-%d.json", slug, id), "application/json", append(data, '\n'))
	return nil
}
