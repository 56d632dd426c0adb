package director

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"

	"tourney/internal/accounts"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// GameToken returns the token in the link on a game's slip. It permits the
// players of this game, and anyone with the link, to report its result and
// upload its record, as the settings allow. Its life ends with the pairing:
// other players at the game have another token.
func (d *Director) GameToken(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (string, error) {
	key, err := accounts.SigningKey(ctx, d.store, "links")
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	fmt.Fprintf(sum, "game %s %d %d %d", t.Info.Slug, g.ID, min(g.Black, g.White), max(g.Black, g.White)) // a hash accepts everything
	const enough = 16                                                                                     // bytes: nobody guesses 128 bits
	return strconv.Itoa(g.ID) + "-" + hex.EncodeToString(sum.Sum(nil)[:enough]), nil
}

// GameOf returns the game of a token, or the fault "report.token". If the
// settings allow players nothing, it is "report.closed".
func (d *Director) GameOf(ctx context.Context, t *tournament.Tournament, token string) (*tournament.Game, error) {
	number, _, _ := strings.Cut(token, "-")
	id, err := strconv.Atoi(number)
	g := t.Game(id)
	if err != nil || g == nil || !t.Round(g.Round).Published {
		return nil, fault.New(fault.NotFound, "report.token")
	}
	right, err := d.GameToken(ctx, t, g)
	switch {
	case err != nil:
		return nil, err
	case !hmac.Equal([]byte(right), []byte(token)):
		return nil, fault.New(fault.NotFound, "report.token")
	case t.Settings.DeskRecords && !t.Settings.PlayersDecide() && t.Settings.KomiChoice == handicap.Announced:
		return nil, fault.New(fault.Denied, "report.closed")
	}
	return g, nil
}
