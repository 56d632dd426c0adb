package renaming

import "testing"

func TestRenaming(t *testing.T) {
	for _, tt := range []struct{ name, object, old, want string }{
		{"foreign values stay", "settings", `{"Rounds":5,"Foreign":{"Rounds":"{\"Size\":1}","Size":"Bar"},"later":{"Size":1}}`,
			`{"rounds":5,"foreign":{"Rounds":"{\"Size\":1}","Size":"Bar"},"later":{"Size":1}}`},
		{"white space stays", "settings", " { \"Handicap\" :\n{\"Steps\":[ {\"Number\":12345678901234567890,\"Komi\":\"\\u003c\"}, null]} } ",
			" { \"handicap\" :\n{\"steps\":[ {\"handicap\":12345678901234567890,\"komi\":\"\\u003c\"}, null]} } "},
		{"renamed already", "settings", `{"rounds":5,"handicap":{"steps":[{"handicap":1}]}}`, `{"rounds":5,"handicap":{"steps":[{"handicap":1}]}}`},
		{"changes", "changes", `[{"Game":{"Was":null,"Now":{"ID":1,"Dispute":{"By":"Size"}}}},{"Team":{"Now":{"id":1,"Name":2}}}]`,
			`[{"game":{"was":null,"now":{"id":1,"dispute":{"by":"Size"}}}},{"team":{"now":{"id":1,"Name":2}}}]`},
		{"null", "changes", `null`, `null`},
		{"never closed", "settings", `{"Rounds":5`, `{"Rounds":5`},
		{"no JSON", "settings", `Rounds`, `Rounds`},
		{"closed twice", "settings", `{"Rounds":5}}`, `{"Rounds":5}}`},
		{"empty", "settings", ``, ``},
	} {
		t.Run(tt.name, func(t *testing.T) {
			once := rename(tt.old, tt.object)
			if once != tt.want {
				t.Errorf("%s becomes\n%s, want\n%s", tt.old, once, tt.want)
			}
			if twice := rename(once, tt.object); twice != once {
				t.Errorf("%s becomes %s the second time", once, twice)
			}
		})
	}
}
