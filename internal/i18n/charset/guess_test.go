package charset

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

// sheetNames are invented names by language, the encodings that lists of them
// come in, and the headings of such a list.
var sheetNames = []struct {
	language      string
	encodings     []string
	headings      string
	family, given string
}{
	{"Finnish", []string{"Windows-1252", "ISO-8859-1", "ISO-8859-15"}, "Sukunimi;Etunimi;Luokitus;Kerho", "Mäkelä Häyrynen Järvinen Möttönen Sääskilahti Öhman Lehtonen Virta Kääriäinen Pöllänen Åström Rantala", "Päivi Väinö Yrjö Aino Sören Tiina Jyrki Hämäri Kerttu Pekka"},
	{"Swedish", []string{"Windows-1252", "ISO-8859-1"}, "Efternamn;Förnamn;Grad;Klubb", "Åkerlund Sjöström Bäckman Lindqvist Öberg Norén Hägg Björkdahl Wallén Lund", "Göran Märta Björn Åsa Linnéa Erik Sara Håkan"},
	{"Danish", []string{"Windows-1252", "ISO-8859-1"}, "Efternavn;Fornavn;Grad;Klub", "Sørensen Nørgaard Kjær Østergaard Jørgensen Bæk Åkjær Lund Holm Thygesen", "Søren Jørgen Åse Kåre Mads Bodil Aage Anne"},
	{"Norwegian", []string{"Windows-1252", "ISO-8859-1"}, "Etternavn;Fornavn;Grad;Klubb", "Bjørnstad Sæther Ødegård Håland Strøm Aas Lien Næss Grønli Vik", "Øyvind Bjørg Pål Tårn Ingrid Magnus Torbjørn Åge"},
	{"German", []string{"Windows-1252", "ISO-8859-1", "ISO-8859-15"}, "Name;Vorname;Rang;Verein", "Müller-Hof Schäfer Größner Weiß Köhlmann Jäger Böttger Kahn Strauß Übel", "Jürgen Günther Käthe Björn Uwe Sören Klaus Lydia"},
	{"French", []string{"Windows-1252", "ISO-8859-1", "ISO-8859-15"}, "Nom;Prénom;Niveau;Club", "Laflèche Bénard Côté Gagné Lefèvre Château Brûlé Moreau Besançon Dubois", "Hélène Eugène Irène Loïc François Zoé Benoît Solène Anaïs Jérôme"},
	{"French without accents in the heading", []string{"Windows-1252"}, "Name;Rank;Club", "Laflèche Bénard Moreau Girard Lefèvre Petit", "Hélène Eugène Irène Luc Solène Paul"},
	{"Spanish", []string{"Windows-1252", "ISO-8859-1"}, "Apellidos;Nombre;Nivel;Club", "Muñoz Núñez Ibáñez Peña García Hernández López Vidal Güell Sáenz", "José María Íñigo Begoña Álvaro Ramón Óscar Lucía"},
	{"Portuguese", []string{"Windows-1252"}, "Apelido;Nome;Nivel;Clube", "Conceição Gonçalves Araújo Simões Magalhães Mourão Lopes Vilaça Guimarães", "João António Inês Conceição Luís Mónica Estêvão"},
	{"Italian", []string{"Windows-1252", "ISO-8859-1"}, "Cognome;Nome;Grado;Circolo", "Grasso Nicolò Forlì Cefalù Rossi Bartolomé Cantù Però Viganò Brunelli", "Niccolò Nicolò Noè Giosuè Marta Carlo Mosè"},
	{"Dutch", []string{"Windows-1252"}, "Achternaam;Voornaam;Graad;Club", "Coöper Daniël Geël Vries Hoëver Bakker", "Daniëlle Loïs Chloë Joël André Michaël Noëlle"},
	{"Icelandic", []string{"Windows-1252"}, "Nafn;Styrkur;Klubbur", "Þórðarson Guðmundsdóttir Ísleifsson Sigurðardóttir Æskudal Jónsson", "Þóra Guðrún Ásdís Örn Sæmundur Ýmir"},
	{"Estonian", []string{"Windows-1252", "Windows-1257"}, "Perenimi;Eesnimi;Tase;Klubi", "Põldmäe Tõnisson Kõiv Rüütel Jõgi Väli Mägi Õunap", "Jüri Tõnu Õie Külli Märt Ülle"},
	{"Latvian", []string{"Windows-1257"}, "Uzvārds;Vārds;Līmenis;Klubs", "Bērziņš Kalniņš Ozoliņa Krūmiņa Liepiņš Āboliņš Šķēle Žagars", "Jānis Ģirts Līga Ķēde Ilze Ēriks Inga Mārtiņš"},
	{"Lithuanian", []string{"Windows-1257"}, "Pavardė;Vardas;Lygis;Klubas", "Žukauskas Paulauskaitė Šimkus Čepaitė Grigaitytė Jankūnas Vaičiūnas Lukošius", "Jūratė Žydrūnas Eglė Šarūnas Česlovas Daiva Rūta"},
	{"Polish", []string{"Windows-1250", "ISO-8859-2"}, "Nazwisko;Imię;Stopień;Klub", "Gąsiorek Wójcicki Żółtowski Świątek Dąbrowa Łęcki Kołodziej Nowicka Źrebiec Bąk", "Łucja Józef Stanisław Małgorzata Paweł Grażyna Michał Ewa"},
	{"Czech", []string{"Windows-1250", "ISO-8859-2"}, "Příjmení;Jméno;Třída;Klub", "Dvořáček Šťastný Němcová Žižkov Říhová Kučera Svobodník Hájek Čížková Vaněk", "Jiří Zdeněk Žofie Tomáš Lukáš Běla Růžena Jan"},
	{"Slovak", []string{"Windows-1250", "ISO-8859-2"}, "Priezvisko;Meno;Trieda;Klub", "Kováčik Hudák Ďurica Ľupták Šťastná Balážová Vĺčik Mäsiar Hriňák", "Ľubomír Ján Juraj Zuzana Mária Štefánia Peter Ľudmila"},
	{"Hungarian", []string{"Windows-1250", "ISO-8859-2"}, "Vezetéknév;Keresztnév;Fokozat;Klub", "Szűcs Kővári Fehérvári Tóthfalusi Gyöngyösi Hegedűs Bíró Pál Erdős Nagyné", "László Győző Jenő Zsófia Ödön Béla Ágnes Gergő"},
	{"Hungarian without accents in the heading", []string{"Windows-1250"}, "Name;Rank;Club", "Kovács Tóthfalusi Szabó Németh Hegedűs Molnár", "László István Gábor Péter Ágnes Ferenc"},
	{"Romanian", []string{"Windows-1250", "ISO-8859-2"}, "Nume;Prenume;Grad;Club", "Ţăranu Şerbănescu Mureşan Bălan Vîlcu Rădulescu Ionaşcu Grigorescu Pîrvu", "Ştefan Mihăiţă Anişoara Cătălin Ion Gică Măriuca Răzvan"},
	{"Croatian", []string{"Windows-1250", "ISO-8859-2"}, "Prezime;Ime;Rang;Klub", "Kovačić Šimić Đurić Božić Jurčević Pavlović Vuković Žarković", "Željka Đurđica Luka Nikša Marija Krešimir Ana Anđela"},
	{"Slovene", []string{"Windows-1250", "ISO-8859-2"}, "Priimek;Ime;Stopnja;Klub", "Žagar Kočevar Hribernik Šuštar Zupančič Bogataj Čeh Košir", "Žiga Špela Matjaž Janez Jože Urška Uroš Neža"},
	{"Turkish", []string{"Windows-1254"}, "Soyadı;Adı;Seviye;Kulüp", "Yıldırım Öztürk Şahin Çelik Doğan Kılıç Güneş Aydın Işık Yağcı", "Ayşe Mustafa Gülşen İbrahim Çağla Oğuz Işıl Barış Ümit"},
	{"Russian", []string{"Windows-1251", "KOI8-R", "ISO-8859-5"}, "Фамилия;Имя;Разряд;Город", "Иванцов Петровский Сидорчук Кузнецова Щукин Воробьёв Мишина Гурьев Лебедь Чайкина", "Алексей Наталья Фёдор Ольга Юрий Сергей Жанна Михаил"},
	{"Russian names under English headings", []string{"Windows-1251", "KOI8-R", "ISO-8859-5"}, "Name;Rank;Club", "Иванцов Петровский Кузнецова Щукин Лебедев Чайкина", "Алексей Наталья Ольга Юрий Сергей Михаил"},
	{"Ukrainian", []string{"Windows-1251", "KOI8-U"}, "Прізвище;Ім'я;Рівень;Місто", "Шевчук Ковальчук Їжакевич Бойчук Єременко Гриценко Лисюк Кравець", "Олексій Ірина Юлія Тарас Євген Андрій Наталія Сергій"},
	{"Bulgarian", []string{"Windows-1251"}, "Фамилия;Име;Ранг;Град", "Иванчев Димитрова Стоянчев Желязкова Ангелов Цветков Петрова Михайлов", "Георги Цветана Стефан Мария Румен Явор Боян Петър"},
	{"Greek", []string{"Windows-1253", "ISO-8859-7"}, "Επώνυμο;Όνομα;Βαθμός;Πόλη", "Παπαδάκης Γεωργίου Νικολάου Αλεξίου Δημητρίου Χατζής Ιωάννου Μαυρίδης", "Γιώργος Ελένη Νίκος Μαρία Κώστας Αθηνά Δημήτρης Άννα"},
	{"Japanese", []string{"Shift_JIS", "EUC-JP"}, "姓;名;段級;所属", "佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤", "太郎 花子 一郎 美咲 健太 さくら 翔太 陽子 大輔 ゆみ"},
	{"Japanese with kana", []string{"Shift_JIS", "EUC-JP"}, "名前;ふりがな;段位", "石川ヒロシ 森田アキ 藤井サトル 三浦ミカ", "いしかわ もりた ふじい みうら"},
	{"Chinese", []string{"GB18030"}, "姓名;段位;俱乐部", "王伟 李娜 张敏 刘洋 陈静 杨磊 赵军 黄丽 周涛 吴强", "北京 上海 广州 深圳 南京 杭州"},
	{"Chinese, traditional", []string{"Big5"}, "姓名;段位;棋院", "陳志明 林淑芬 黃俊傑 張雅婷 李家豪 王怡君 吳建宏 劉美玲 蔡宗翰 楊佩珊", "臺北 高雄 臺中 新竹 香港"},
	{"Korean", []string{"EUC-KR"}, "이름;급수;도시", "김민수 이영희 박지훈 최수진 정우성 강하늘 조은정 윤서연 장동민 임지호", "서울 부산 대구 인천 광주"},
	{"Korean names under English headings", []string{"EUC-KR"}, "Name;Rank;Club", "김민수 이영희 박지훈 최수진", "서울 부산 대구"},
}

// namesInRecord returns a game record with two names of a language.
func namesInRecord(r *rand.Rand, family, given string) string {
	families, givens := strings.Fields(family), strings.Fields(given)
	name := func() string { return families[r.IntN(len(families))] + " " + givens[r.IntN(len(givens))] }
	return "(;GM[1]FF[4]SZ[19]PB[" + name() + "]PW[" + name() + "]KM[6.5];B[pd];W[dp])"
}

// The two names of a game record are enough, in every language and encoding. A record that
// names another encoding is read by its letters where these are of another script, and one
// that names the right encoding never.
func TestGuessReadsRecords(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const records = 40
	right, all := 0, 0
	for _, names := range sheetNames {
		for _, name := range names.encodings {
			r := rand.New(rand.NewPCG(3, 4))
			wrong := 0
			set, _ := Named(name)
			western, _ := Named("Windows-1252")
			for range records {
				text := namesInRecord(r, names.family, names.given)
				data, got := inEncoding(t, name, text)
				if all++; got != text {
					wrong++
				}
				guess := Guess(data)
				if set.Contradicts(data, guess) {
					t.Errorf("%s: %s is said to be no %s but %s", names.language, text, name, guess.Name)
				}
				if script := set.Script; guess.Script == script && slices.Contains(otherScripts, script) && !western.Contradicts(data, guess) {
					t.Errorf("%s in %s named as %s is believed", text, name, western.Name)
				}
			}
			if 10*wrong > 2*records {
				t.Errorf("%s in %s: %d of %d records are misread", names.language, name, wrong, records)
			}
			right += records - wrong
		}
	}
	t.Logf("%d of %d records are read right", right, all)
	if 100*right < 98*all {
		t.Errorf("%d of %d records are read right", right, all)
	}
}

// otherScripts are the scripts without Latin letters.
var otherScripts = []string{"cyrillic", "greek", "japanese", "simplified", "traditional", "korean"}

// nameSheet is a list of n players in a language.
func nameSheet(r *rand.Rand, headings, family, given string, n int) string {
	var b strings.Builder
	b.WriteString(headings + "\n")
	families, givens := strings.Fields(family), strings.Fields(given)
	for range n {
		fmt.Fprintf(&b, "%s;%s;%dk;\n", families[r.IntN(len(families))], givens[r.IntN(len(givens))], 1+r.IntN(20))
	}
	return b.String()
}

// Lists of every language are read right in every encoding that it is written in: all lists with four players or more,
// and under English headings all but a few of the lists with one to four.
func TestGuessReadsNamesOfAllLanguages(t *testing.T) {
	const sheets = 24
	step := 1
	if testing.Short() {
		step = 4
	}
	each := sheets / step
	right, all, short := 0, 0, 0
	for _, names := range sheetNames {
		for _, name := range names.encodings {
			r := rand.New(rand.NewPCG(1, 2))
			wrong := 0
			for i := 0; i < sheets; i += step {
				text := nameSheet(r, names.headings, names.family, names.given, 4+i)
				data, got := inEncoding(t, name, text)
				if got != text {
					guess := Guess(data).Name
					t.Errorf("%s in %s with %d players is taken for %s:\n%s", names.language, name, 4+i, guess, got)
				}
				text = nameSheet(r, "Name;Given;Rank", names.family, names.given, 1+i/6)
				if _, got = inEncoding(t, name, text); got != text {
					wrong++
				}
				all++
			}
			if 3*wrong > each { // a Chinese name is two letters
				t.Errorf("%s in %s: %d of %d short lists are misread", names.language, name, wrong, each)
			}
			right, short = right+each, short+each-wrong
		}
	}
	t.Logf("%d of %d lists and %d of %d short ones are read right", right, all, short, all)
	if 100*short < 97*all {
		t.Errorf("%d of %d short lists are read right", short, all)
	}
}

// inEncoding returns a text in an encoding, and its decoding by the guess.
func inEncoding(t testing.TB, name, text string) (data []byte, got string) {
	t.Helper()
	c, ok := Named(name)
	if !ok {
		t.Fatalf("no encoding %s", name)
	}
	data, err := c.Encode(text)
	if err != nil {
		t.Fatalf("%s: %v in %q", name, err, text)
	}
	guessed := Guess(data)
	return data, guessed.Decode(data)
}

// A list in one language may name a few players of another.
func TestGuessAllowsGuests(t *testing.T) {
	for _, tt := range []struct{ language, encoding, text string }{
		{"Finnish", "Windows-1252", "Sukunimi;Etunimi\nMäkelä;Päivi\nHäyrynen;Väinö\nJärvinen;Yrjö\nLaflèche;Hélène\nSørensen;Jørgen\nMuñoz;José\n"},
		{"Polish", "Windows-1250", "Nazwisko;Imię\nGąsiorek;Łucja\nWójcicki;Józef\nŚwiątek;Michał\nDvořáček;Jiří\nMüller;Jürgen\n"},
		{"Czech", "Windows-1250", "Příjmení;Jméno\nDvořáček;Jiří\nŠťastný;Tomáš\nSzűcs;László\nWójcik;Józef\n"},
		{"Danish", "Windows-1252", "name;rank\nSørensen;2k\nDvorak;1k\n"},
	} {
		t.Run(tt.language, func(t *testing.T) {
			data, got := inEncoding(t, tt.encoding, tt.text)
			if got != tt.text {
				guess := Guess(data).Name
				t.Errorf("%s is taken for %s:\n%s", tt.encoding, guess, got)
			}
		})
	}
}

// Every label of the table leads to a set of the table, and every set to itself.
func TestFind(t *testing.T) {
	for label, name := range labels {
		if c, ok := Find(label); !ok || c.Name != name {
			t.Errorf("%q is %q, want %q", label, c.Name, name)
		}
	}
	for _, c := range All() {
		found, ok := Find(c.Name)
		larger := map[string]string{"ISO-8859-1": "Windows-1252", "UTF-16": "UTF-16LE"}[c.Name]
		if !ok || found.Name != c.Name && found.Name != larger {
			t.Errorf("%q is %q", c.Name, found.Name)
		}
	}
	for label, want := range map[string]string{
		"cp1251": "Windows-1251", "x-cp1251": "Windows-1251", "KOI8": "KOI8-R", "cyrillic": "ISO-8859-5", "latin1": "Windows-1252",
		"GB2312": "GB18030", "ks_c_5601-1987": "EUC-KR", " utf8 ": "UTF-8", "ibm866": "ibm866", "Klingon": "", "": "", "hz-gb-2312": "",
	} {
		if c, _ := Find(label); c.Name != want {
			t.Errorf("%q is %q, want %q", label, c.Name, want)
		}
	}
}

// English with the quotes of word processors does not count as another script.
func TestContradictsNoQuotes(t *testing.T) {
	western, _ := Named("Windows-1252")
	data, err := western.Encode("“Good” said “Black” – he’d won… “Now” “let’s” “count” “the” “Dame” – “done”")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range All() {
		if western.Contradicts(data, c) {
			t.Errorf("English with quotes is taken for %s", c.Name)
		}
	}
}

func FuzzGuess(f *testing.F) {
	f.Add([]byte("Dvo\xf8\xe1k"))
	f.Add([]byte("\x8d\xb2\x93\xa1;\x91\xbe\x98Y;2k\n"))
	f.Add([]byte("\xc8\xe2\xe0\xed\xee\xe2"))
	f.Fuzz(func(t *testing.T, data []byte) {
		c := Guess(data)
		if c.Name == "" || !utf8.ValidString(c.Decode(data)) {
			t.Fatalf("%q in %q", data, c.Name)
		}
	})
}
