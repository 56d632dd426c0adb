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
	"tourney/internal/data/store"
	"tourney/internal/fault"
	"tourney/internal/handicap"
	"tourney/internal/tournament"
)

// A link grants its holder one task in a tournament: the slip of a game to its players, a personal link to a player, or
// a live game to its recorder.
type link struct {
	what string
	// ids identify the subject of the link; the first one is in the address.
	ids []int
}

// token returns the token of a link in a tournament.
func (l link) token(ctx context.Context, kept *store.Store, slug string) (string, error) {
	by, err := newSigner(ctx, kept, slug)
	return by.token(l), err
}

// A signer makes the tokens of a tournament. It identifies the tournament by number and creation time, because slugs
// and numbers of dropped tournaments are reused.
type signer struct {
	key    []byte
	number int
	born   time.Time
}

func newSigner(ctx context.Context, kept *store.Store, slug string) (s signer, err error) {
	if s.key, err = accounts.SigningKey(ctx, kept, "links"); err == nil {
		s.number, s.born, err = kept.Catalogue().Identity(ctx, slug)
	}
	return s, err
}

func (s signer) token(l link) string {
	sum := hmac.New(sha256.New, s.key)
	fmt.Fprint(sum, l.what, " ", s.number, " ", s.born.UnixMicro()) // writes to a hash never fail
	for _, id := range l.ids {
		fmt.Fprint(sum, " ", id)
	}
	const enough = 16 // bytes: 128 bits cannot be guessed
	return strconv.Itoa(l.ids[0]) + "-" + hex.EncodeToString(sum.Sum(nil)[:enough])
}

// gameLink is the link on the slip of a game.
func gameLink(g *tournament.Game) link {
	return link{"game", []int{g.ID, int(min(g.Black, g.White)), int(max(g.Black, g.White))}}
}

// GameToken returns the token in the link on a game's slip. Anyone with the link may report the result and upload the
// record of the game, as the settings allow. It expires with the pairing: a game between other players has another
// token.
func (d *Director) GameToken(ctx context.Context, t *tournament.Tournament, g *tournament.Game) (string, error) {
	return gameLink(g).token(ctx, d.store, t.Info.Slug)
}

// LinkHash returns the hash of the token in a link. The holder of a link can be checked by it without the key.
func LinkHash(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// LinkHashes returns the hashes of the tokens of all games of published rounds; none if the settings permit players
// nothing.
func (d *Director) LinkHashes(ctx context.Context, t *tournament.Tournament) (map[int]string, error) {
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
				links[g.ID] = LinkHash(by.token(gameLink(g)))
			}
		}
	}
	return links, nil
}

// linked reports whether the link on a slip permits anything.
func linked(t *tournament.Tournament) bool {
	return !t.Settings.DeskRecords || t.Settings.PlayersDecide() || t.Settings.KomiChoice != handicap.Announced
}

// GameOf returns the game of a token, or the fault "report.token". If the settings permit players nothing, it is
// "report.closed".
func (d *Director) GameOf(ctx context.Context, t *tournament.Tournament, token string) (*tournament.Game, error) {
	number, _, _ := strings.Cut(token, "-")
	id, err := strconv.Atoi(number)
	g := t.Game(id)
	if err != nil || g == nil || !t.Round(g.Round).Published {
		return nil, fault.New(fault.NotFound, "report.token")
	}
	right, err := d.GameToken(ctx, t, g)
	if t.Origin != "" { // the origin made the token
		right, err = store.LinkHash(ctx, d.store, t.Info.Slug, g.ID)
		token = LinkHash(token)
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
