package director

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"tourney/internal/app/accounts"
	"tourney/internal/beyond/publication"
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A link gives whoever has it something to do in a tournament: players on the slip of their
// game, one player, the recorder of a live game.
type link struct {
	what string
	// ids say what the link is for; the first one is in the address.
	ids []int
}

// token returns the token of a link in a tournament.
func (l link) token(ctx context.Context, kept *store.Store, slug string) (string, error) {
	by, err := newSigner(ctx, kept, slug)
	return by.token(l), err
}

// A signer makes the tokens of a tournament, which it names by its birth: another one may have its slug
// next year, and its number once it is dropped.
type signer struct {
	key    []byte
	number int
	born   time.Time
}

func newSigner(ctx context.Context, kept *store.Store, slug string) (s signer, err error) {
	if s.key, err = accounts.SigningKey(ctx, kept, "links"); err == nil {
		s.number, s.born, err = kept.Catalogue().Birth(ctx, slug)
	}
	return s, err
}

func (s signer) token(l link) string {
	sum := hmac.New(sha256.New, s.key)
	fmt.Fprint(sum, l.what, " ", s.number, " ", s.born.UnixMicro()) // a hash accepts everything
	for _, id := range l.ids {
		fmt.Fprint(sum, " ", id)
	}
	const enough = 16 // bytes: nobody guesses 128 bits
	return strconv.Itoa(l.ids[0]) + "-" + hex.EncodeToString(sum.Sum(nil)[:enough])
}

// gameLink is the link on the slip of a game.
func gameLink(g *tournament.Game) link {
	return link{"game", []int{g.ID, int(min(g.Black, g.White)), int(max(g.Black, g.White))}}
}

// GameToken returns the token in the link on a game's slip. It permits the players of this game, and anyone with the
// link, to report its result and upload its record, as the settings allow. Its life ends with the pairing: other
// players at the game have another token.
func (d *Director) GameToken(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (string, error) {
	return gameLink(g).token(ctx, d.store, t.Info.Slug)
}

// linkHashes returns the hashes of the tokens of all games of published rounds, none if the settings allow
// players nothing.
func linkHashes(ctx context.Context, d *Director, t *tournament.Tournament) (map[int]string, error) {
	if !linked(t) {
		return nil, nil
	}
	by, err := newSigner(ctx, d.store, t.Info.Slug)
	if err != nil {
		return nil, err
	}
	links := map[int]string{}
	for i := range t.Rounds {
		for j := range t.Rounds[i].Games {
			if g := &t.Rounds[i].Games[j]; t.Rounds[i].Published {
				links[g.ID] = publication.LinkHash(by.token(gameLink(g)))
			}
		}
	}
	return links, nil
}

// linked reports whether the link on a slip permits anything.
func linked(t *tournament.Tournament) bool {
	return !t.Settings.DeskRecords || t.Settings.PlayersDecide() || t.Settings.KomiChoice != handicap.Announced
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
	if t.Origin != "" { // it was made where the tournament is run
		right, err = d.Publishing.LinkHash(ctx, t.Info.Slug, g.ID)
		token = publication.LinkHash(token)
	}
	switch {
	case err != nil:
		return nil, err
	case !hmac.Equal([]byte(right), []byte(token)):
		return nil, fault.New(fault.NotFound, "report.token")
	case !linked(t):
		return nil, fault.New(fault.Denied, "report.closed")
	}
	return g, nil
}
