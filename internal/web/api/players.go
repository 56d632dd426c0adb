package api

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"github.com/gin-gonic/gin"

	"tourney/internal/app/director"
	"tourney/internal/fault"
	"tourney/internal/tournament"
	"tourney/internal/web/form"
	"tourney/internal/web/public"
	"tourney/internal/web/site"
)

// players are the fields of a player, by their names in forms.
var players = form.Pick(form.PlayerFields,
	"family", "given", "rank", "country", "club", "rating", "grade", "born", "egd", "ffg", "aga", "tags", "mail", "contact", "notes", "hiding")

// playerFields are their kinds in requests; namesake confirms that a player of the same or a similar name is another
// person.
var playerFields = fields{
	"family": words, "given": words, "rank": words, "country": words, "club": words, "rating": digits, "grade": words, "born": digits, "egd": words,
	"ffg": words, "aga": words, "tags": words, "mail": words, "contact": words, "notes": words, "hiding": words, "namesake": yesNo, "reason": words,
}

var (
	newPlayerFields    = playerFields.with(fields{"status": words, "once": words})
	editedPlayerFields = playerFields
	statusFields       = fields{"status": words, "reason": words}
	attendanceFields   = fields{"attendance": words, "reason": words}
)

// postPlayer registers a player.
func (s *Handlers) postPlayer(c *gin.Context, sent url.Values) (int, any, error) {
	var p tournament.Player
	if err := readFields(players, sent, &p); err != nil {
		return 0, nil, err
	}
	if text := sent.Get("status"); text != "" {
		var err error
		if p.Status, err = parseStatus(text); err != nil {
			return 0, nil, err
		}
	}
	id, err := s.editor(c, sent).AddPlayer(c.Request.Context(), p, namesakes(sent), site.IdempotencyKey(c))
	if err != nil {
		return 0, nil, err
	}
	c.Header("Location", c.Request.URL.Path+"/"+strconv.Itoa(int(id)))
	return s.playerAnswer(c, http.StatusCreated, id)
}

// postEdit changes those fields of a player that were sent.
func (s *Handlers) postEdit(c *gin.Context, sent url.Values) (int, any, error) {
	id, err := player(c)
	if err != nil {
		return 0, nil, err
	}
	var draft tournament.Player
	if err := readFields(players, sent, &draft); err != nil {
		return 0, nil, err
	}
	err = s.editor(c, sent).EditPlayer(c.Request.Context(), id, namesakes(sent), func(now *tournament.Player) {
		// The same values were read above without a fault.
		_ = readFields(players, sent, now)
	})
	if err != nil {
		return 0, nil, err
	}
	return s.playerAnswer(c, http.StatusOK, id)
}

// postStatus checks a player in or out, or withdraws them.
func (s *Handlers) postStatus(c *gin.Context, sent url.Values) (int, any, error) {
	id, err := player(c)
	if err != nil {
		return 0, nil, err
	}
	if err := requireFields(sent, "status"); err != nil {
		return 0, nil, err
	}
	status, err := parseStatus(sent.Get("status"))
	if err == nil {
		err = s.editor(c, sent).SetStatus(c.Request.Context(), id, status)
	}
	if err != nil {
		return 0, nil, err
	}
	return s.playerAnswer(c, http.StatusOK, id)
}

// postAttendance sets whether a player plays the round in the address.
func (s *Handlers) postAttendance(c *gin.Context, sent url.Values) (int, any, error) {
	id, err := player(c)
	if err != nil {
		return 0, nil, err
	}
	n, err := round(c)
	if err == nil {
		err = requireFields(sent, "attendance")
	}
	if err == nil {
		err = s.editor(c, sent).SetAttendance(c.Request.Context(), id, n, tournament.Attendance(sent.Get("attendance")))
	}
	if err != nil {
		return 0, nil, err
	}
	return s.playerAnswer(c, http.StatusOK, id)
}

func parseStatus(text string) (status tournament.Status, err error) {
	if err := status.UnmarshalText([]byte(text)); err != nil {
		return 0, fault.Wrap(err, fault.Invalid, "player.status.unknown", fault.Clip(text))
	}
	return status, nil
}

// namesakes returns whether the program confirms that a player of the same name is another
// person.
func namesakes(sent url.Values) tournament.Namesakes {
	if sent.Get("namesake") != "" {
		return tournament.AllowNamesakes
	}
	return tournament.RefuseNamesakes
}

// player returns the number of the player in the address.
func player(c *gin.Context) (tournament.PlayerID, error) {
	id, err := strconv.Atoi(c.Param("player"))
	if err != nil {
		return 0, fault.New(fault.NotFound, "fault.page")
	}
	return tournament.PlayerID(id), nil
}

// playerAnswer answers a write with a player.
func (s *Handlers) playerAnswer(c *gin.Context, status int, id tournament.PlayerID) (int, any, error) {
	snapshot, err := s.Snapshot(c)
	if err != nil {
		return 0, nil, err
	}
	d, err := s.deskPlayer(c, snapshot, snapshot.Tournament.Participation(), id)
	if err != nil {
		return 0, nil, err
	}
	setTag(c, snapshot.Tournament)
	return status, d, nil
}

// sendPlayers answers with all players.
func (s *Handlers) sendPlayers(c *gin.Context, snapshot *director.Snapshot) error {
	d := DeskPlayersDocument{Players: []DeskPlayer{}}
	who := snapshot.Tournament.Participation()
	for i := range snapshot.Tournament.Players {
		p, err := s.deskPlayer(c, snapshot, who, snapshot.Tournament.Players[i].ID)
		if err != nil {
			return err
		}
		d.Players = append(d.Players, p)
	}
	return sendDesk(c, snapshot, d)
}

// sendPlayer answers with the player in the address.
func (s *Handlers) sendPlayer(c *gin.Context, snapshot *director.Snapshot) error {
	id, err := player(c)
	if err != nil {
		return err
	}
	d, err := s.deskPlayer(c, snapshot, snapshot.Tournament.Participation(), id)
	if err != nil {
		return err
	}
	return sendDesk(c, snapshot, d)
}

// sendDesk sends the desk's view of a tournament, which caches must not store.
func sendDesk(c *gin.Context, snapshot *director.Snapshot, document any) error {
	text, err := json.Marshal(document)
	if err != nil {
		return fmt.Errorf("write JSON: %w", err)
	}
	c.Header("Cache-Control", "no-store")
	site.NewBody("application/json; charset=utf-8", append(text, '\n')).OfVersion(snapshot.Tournament.Version).Write(c, http.StatusOK)
	return nil
}

// deskPlayer returns a player as the desk has them.
func (s *Handlers) deskPlayer(c *gin.Context, snapshot *director.Snapshot, who tournament.Participation, id tournament.PlayerID) (DeskPlayer, error) {
	p, shown := snapshot.Tournament.Player(id), public.In(s.Language(c), snapshot).Tournament.Player(id)
	if p == nil {
		return DeskPlayer{}, fault.New(fault.NotFound, "player.missing", int(id))
	}
	return DeskPlayer{
		PlayerLine: NewPlayerLine(snapshot.Tournament, who, p), Hiding: string(p.Hiding), Shown: shown.Name(),
		Absent: numbers(p.Absent), HalfByes: numbers(p.HalfByes),
	}, nil
}

// numbers lists the rounds of a set.
func numbers(of tournament.Rounds) []int {
	list := []int{}
	for n := 1; n <= tournament.MaxRounds; n++ {
		if of.Has(n) {
			list = append(list, n)
		}
	}
	return list
}
