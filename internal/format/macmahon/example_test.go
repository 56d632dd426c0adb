package macmahon_test

import (
	"fmt"

	"tourney/internal/format/macmahon"
)

func ExampleRead() {
	t, _, err := macmahon.Read([]byte(`<Tournament typeversion="6"><Name>Testila Open</Name><NumberOfRounds>1</NumberOfRounds>
<IndividualParticipant><Id>1</Id><GoPlayer><Surname>Aho</Surname><FirstName>Aino</FirstName><GoLevel>2d</GoLevel></GoPlayer></IndividualParticipant>
<IndividualParticipant><Id>2</Id><GoPlayer><Surname>Berg</Surname><FirstName>Bo</FirstName><GoLevel>1d</GoLevel></GoPlayer></IndividualParticipant>
<TournamentRound><RoundNumber>1</RoundNumber>
<Pairing><BoardNumber>1</BoardNumber><Black>2</Black><White>1</White><Result>0-1</Result></Pairing></TournamentRound>
</Tournament>`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(t.Info.Name)
	g := t.Round(1).Games[0]
	fmt.Println(t.Player(g.Black).Name(), "-", t.Player(g.White).Name(), g.Result)
	// Output:
	// Testila Open
	// Berg Bo - Aho Aino W+
}
