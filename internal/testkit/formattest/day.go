package formattest

import (
	"crypto/sha256"
	"encoding/hex"
	"time"

	"tourney/internal/rank"
	"tourney/internal/tournament"
	"tourney/internal/tournament/consent"
	"tourney/internal/tournament/fees"
)

// AddDay gives a tournament fees, a sign-up, a schedule and one element of each kind of its day, and its first player
// the fields for them. It returns the pictures.
func AddDay(tn *tournament.Tournament) map[string][]byte {
	at := time.Date(2026, 3, 14, 9, 30, 0, 0, time.UTC)
	young := fees.Conditions{
		From: at.Truncate(24 * time.Hour), Until: at.Truncate(24*time.Hour).AddDate(0, 0, 1), ByPayment: true, MinAge: 6, MaxAge: 17,
		Weakest: rank.Kyu30, Strongest: rank.Dan1, Number: fees.FFG, Country: "FI", Abroad: true, Tag: "junior", MostRounds: 3,
	}
	s := &tn.Settings
	s.Fees = fees.Rules{
		Currency: "€", Least: 2_50, Classes: []fees.Class{{Name: "young <&>", Amount: 10_00, Choosable: true, Conditions: young}, {Name: "all", Amount: 30_00}},
		Reductions: []fees.Reduction{{Name: "helper", Amount: 5_00, Percent: 15, Conditions: young}},
	}
	s.SignUp.Limit, s.SignUp.Closes, s.SignUp.Consent, s.SignUp.Note = 56, at, "My name may be published.", "Cash\nonly"
	s.Schedule = []time.Time{at, {}, at.Add(4 * time.Hour)}
	var first tournament.PlayerID
	if len(tn.Players) > 0 {
		p := &tn.Players[0]
		first, p.Mail, p.Hiding, p.Since, p.Agreed = p.ID, "a@example.org", consent.Initials, at.Add(-time.Hour), at
		p.Fee = tournament.Fee{Class: "all", Own: true, Sum: 12_50, Reason: "helps", Paid: 10_00, PaidOn: at}
		p.RankDecisions = []tournament.RankDecision{
			{At: at, Was: rank.Kyu(4), Rank: p.Rank}, {At: at.Add(time.Hour), Was: p.Rank, Rank: rank.Kyu(1), PutOff: true},
		}
	}
	data := []byte("\xff\xd8\xff and no more of a JPEG")
	sum := sha256.Sum256(data)
	hash := hex.EncodeToString(sum[:])
	tn.Day = tournament.Day{
		Requests: []tournament.Request{{
			ID: tn.NewID(), Kind: tournament.AskSubstitute, Player: first, Name: "Aho Aino", Round: 2,
			Proposed: tournament.Proposed{Family: "F", Given: "G", Rank: rank.Dan1, Club: "C", Country: "SE", Substitute: first},
			Note:     "<b>", From: tournament.FromPlayer, At: at, State: tournament.RequestDone,
			By: "Anna", Decided: at, Answer: "yes", Promoted: first,
		}},
		Incidents:     []tournament.Incident{{ID: tn.NewID(), Kind: tournament.Warned, Round: 1, Player: first, Minutes: 5, Note: "phone", By: "Anna", At: at}},
		Announcements: []tournament.Announcement{{ID: tn.NewID(), Text: "Lunch & tea", By: "Anna", At: at, Until: at.Add(time.Hour)}},
		Finals: []tournament.FinalList{{
			ID: tn.NewID(), At: at, By: "Anna", Note: "as read out", Criteria: []tournament.Criterion{tournament.NBW},
			Lines: []tournament.FinalLine{{Place: 1, Player: first, Name: "Aho Aino", Scores: []string{"5"}}}, Reopened: at, ReopenedBy: "Pekka", Reason: "wrong",
		}},
		Sendings: []tournament.Sending{{ID: tn.NewID(), To: "EGD", File: "all.h9", Hash: hash, Version: 3, By: "Anna", At: at, State: tournament.SentReturned, Note: "PIN"}},
		Pictures: []tournament.Picture{{ID: tn.NewID(), Caption: "The hall", Hash: hash, Width: 1600, Height: 900, By: "Anna", At: at}},
		Printings: []tournament.Printing{{
			ID: tn.NewID(), Round: 1, Papers: []tournament.Copies{{Paper: "names", Count: 2}, {Paper: "slips"}}, Version: 2, By: "Anna", At: at,
		}},
		Evenings: []tournament.Evening{{ID: tn.NewID(), First: 1, Began: at, Ended: at.Add(time.Hour), Present: []tournament.PlayerID{first}}},
	}
	return map[string][]byte{hash: data}
}
