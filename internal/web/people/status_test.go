package people

import (
	"testing"

	"tourney/internal/format/roster"
	"tourney/internal/i18n"
	"tourney/internal/tournament"
	"tourney/templates"
)

// A row is excluded if its status or notes have tourney's own word for a withdrawn player or a reserve, in every
// language.
func TestOwnWordsOfTheStatusAreRead(t *testing.T) {
	all, err := i18n.Load(templates.FS)
	if err != nil {
		t.Fatal(err)
	}
	settings, err := tournament.PresetNamed("swiss")
	if err != nil {
		t.Fatal(err)
	}
	tn, err := tournament.New(tournament.Info{Slug: "open", Name: "Open"}, settings)
	if err != nil {
		t.Fatal(err)
	}
	for _, lang := range all.Languages() {
		for key, out := range map[string]bool{
			"player.status.withdrawn": true, "registration.finding.gone": true, "registration.reserve": true,
			"player.status.checked-in": false, "player.status.preliminary": false,
		} {
			for _, heading := range []string{"Status", "Notes"} {
				sheet, err := roster.Read([]byte("Family;Given;Rank;"+heading+"\nAho;Aino;2d;"+lang.T(key, 2)+"\nBerg;Bo;3k;\n"), tn, roster.Options{})
				if err != nil {
					t.Fatal(err)
				}
				if sheet.Rows[0].Held != out {
					t.Errorf("%s: %q in %s keeps the row out: %v", lang.Code(), lang.T(key, 2), heading, !out)
				}
			}
		}
	}
}
