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
	"tourney/internal/store"
	"tourney/internal/tournament"
)

// A link gives whoever has it something to do in a tournament: players on the slip of their
// game, one player, the recorder of a live game.
type link struct {
	what string
	// ids say what the link is for; the first one is in the address.
	ids []int
}

// token returns the token of a link in a tournament. The tournament is named by its birth:
// another one may have its slug next year, and its number once it is dropped.
func (l link) token(ctx context.Context, kept *store.Store, slug string) (string, error) {
	key, err := accounts.SigningKey(ctx, kept, "links")
	if err != nil {
		return "", err
	}
	number, at, err := kept.Catalogue().Birth(ctx, slug)
	if err != nil {
		return "", err
	}
	sum := hmac.New(sha256.New, key)
	fmt.Fprint(sum, l.what, " ", number, " ", at.UnixMicro()) // a hash accepts everything
	for _, id := range l.ids {
		fmt.Fprint(sum, " ", id)
	}
	const enough = 16 // bytes: nobody guesses 128 bits
	return strconv.Itoa(l.ids[0]) + "-" + hex.EncodeToString(sum.Sum(nil)[:enough]), nil
}

// GameToken returns the token in the link on a game's slip. It permits the
// players of this game, and anyone with the link, to report its result and
// upload its record, as the settings allow. Its life ends with the pairing:
// other players at the game have another token.
func (d *Director) GameToken(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (string, error) {
	players := link{"game", []int{g.ID, int(min(g.Black, g.White)), int(max(g.Black, g.White))}}
	return players.token(ctx, d.store, t.Info.Slug)
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
