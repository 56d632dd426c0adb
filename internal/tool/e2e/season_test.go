package e2e

import (
	"fmt"
	"time"

	"tourney/internal/app/director"
	"tourney/internal/testkit/webtest"
	"tourney/internal/tournament"
)

func init() { additions = append(additions, (*world).season) }

// season is a club in open play.
func (w *world) season() {
	w.t.Helper()
	whole := tournament.Whole{Tournament: webtest.NewSeason(time.Now())}
	_, err := w.director.Import(w.t.Context(), director.Actor{Name: "Aino"}, whole, director.Founding{})
	w.check(err)
	w.values["evening"] = fmt.Sprint(w.now(webtest.Season).Day.Evenings[1].ID)
}
