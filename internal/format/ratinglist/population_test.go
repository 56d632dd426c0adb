package ratinglist

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode"

	"tourney/internal/spelling"
)

// A culture is the stock that invented names of a country are made of. Family
// names are a begin, a middle and an end. In given names, "Jan:Honza,Jenda" has
// nicknames after the colon.
type culture struct {
	country                 string
	begins, middles, ends   string
	men, women              string
	german                  bool // ä is written ae in the list
	feminine                func(family string) string
	latin                   []string // ways of writing it: pairs of letters, English and another
	secondGiven, mostMiddle int
}

var cultures = []culture{
	{country: "FI", begins: "Harp Korv Tuol Vesk Pell Rauk Lehm Sirk Kuus Myll Näpp Törm Käpyl Väärn", middles: "i o u a ä", ends: "nen la nta mäki lahti ri",
		men:   "Juhani:Jussi,Juha Johannes:Jussi,Hannu Aleksanteri:Santeri,Ale Tuomas:Tomi,Tommi Mikael:Mika,Mikko Matias:Matti,Masa Petteri:Petri,Pete Heikki:Henrik Lauri:Lasse Väinö Eero Ilkka",
		women: "Katariina:Kati,Katri Elisabet:Liisa,Elisa Helena:Leena Riitta:Birgitta Kristiina:Tiina,Kirsi Susanna:Sanna Päivi Aino Tuula", secondGiven: 25},
	{country: "CZ", begins: "Hrad Kopř Břeš Vrán Sýk Malč Dvoř Chal Skál Žíž Krb Doub Šlap", middles: "á e í o", ends: "k nek cek ček l",
		men:   "Jan:Honza,Jenda Josef:Pepa,Jožka Jiří:Jirka František:Franta,Fanda Tomáš:Tom Václav:Vašek Jaroslav:Jarda Ondřej:Ondra Antonín:Tonda Lubomír:Luboš Petr Martin",
		women: "Kateřina:Katka,Káťa Jana:Janka Alžběta:Bětka,Běta Hana:Hanka Zuzana:Zuzka Tereza:Terka Markéta Ludmila:Lída",
		feminine: func(f string) string {
			return f + "ová"
		}},
	{country: "PL", begins: "Brzoz Grab Kamień Lipn Sosn Wierzb Jaworz Dębn Gołęb Święc Krzyw Szczep Żuraw", middles: "o e ow ań", ends: "ski cki wicz czyk ak",
		men:   "Jan:Janek,Jaś Jakub:Kuba Tomasz:Tomek Wojciech:Wojtek Krzysztof:Krzysiek Stanisław:Staszek Piotr:Piotrek Grzegorz:Grzesiek Michał:Misiek Łukasz Andrzej:Jędrek Józef:Józek",
		women: "Katarzyna:Kasia Małgorzata:Gosia Joanna:Asia Barbara:Basia Agnieszka:Aga Elżbieta:Ela Magdalena:Magda Anna:Ania Zofia:Zosia",
		feminine: func(f string) string {
			if stem, ok := strings.CutSuffix(f, "ki"); ok {
				return stem + "ka"
			}
			return f
		}},
	{country: "RU", begins: "Kuzn Mits Zhuk Shch Vlas Yask Khlyn Tsvet Borsh Chern Grach Lyap Petush", middles: "et uk el yan ar", ends: "ov kov tsov chev in skiy",
		men:   "Aleksandr:Sasha,Sanya Mikhail:Misha Dmitriy:Dima,Mitya Aleksey:Alyosha,Lesha Sergey:Seryozha Vladimir:Volodya,Vova Ivan:Vanya Nikolay:Kolya Andrey Ilya Yuriy:Yura Evgeniy:Zhenya",
		women: "Ekaterina:Katya Mariya:Masha Natalya:Natasha Tatyana:Tanya Elena:Lena Anastasiya:Nastya Svetlana:Sveta Olga:Olya",
		feminine: func(f string) string {
			if stem, ok := strings.CutSuffix(f, "skiy"); ok {
				return stem + "skaya"
			}
			return f + "a"
		},
		latin: []string{
			"shch szcz,ts c,ch cz,sh sz,zh ż,kh ch,v w,iy ij,ly lj,y j",                       // Polish
			"shch schtsch,ts z,ch tsch,sh sch,zh sch,kh ch,z s,v w,iy ij,ey ej,ly lj,y j",     // German
			"shch šč,ts c,ch č,sh š,zh ž,kh ch,iy ij,ly lj,y j",                               // Czech
			"shch chtch,ch tch,sh ch,kh kh,uk ouk,ur our,ul oul,u ou,iy y,ey eï,ya ia,yu iou", // French
		}},
	{country: "BG", begins: "Grozd Stoy Rad Kalin Tsank Dimch Vetl Zhelyaz Sham Yank", middles: "an il om ev", ends: "ov kov ev chev",
		men:   "Georgi:Gosho Petar:Pesho,Petyo Ivan:Vanko Dimitar:Mitko Nikolay:Niki Stefan Aleksandar:Sasho Hristo Vasil:Vasko",
		women: "Mariya Elena Desislava Yordanka Kalina Tsvetana Vyara", feminine: func(f string) string { return f + "a" },
		latin: []string{"ts c,ch č,sh š,zh ž,y j", "ts z,ch tsch,sh sch,zh sch,z s,v w,y j"}},
	{country: "DE", begins: "Altm Brück Dörn Eichm Fröhl Grünb Hölz Kräm Lindm Mühl Rösl Schönb Wackerb", middles: "er en el", ends: "mann bach hauser berg ing s",
		men:   "Johannes:Hans,Hannes Wilhelm:Willi Friedrich:Fritz Georg:Jörg,Schorsch Heinrich:Heinz,Heiner Josef:Sepp Michael:Michi Maximilian:Max Matthias:Matze Jürgen Günter Thomas:Tom",
		women: "Elisabeth:Lisa,Elli Katharina:Kathi,Käthe Margarete:Grete Susanne:Susi Ursula:Uschi Franziska:Franzi Brigitte:Gitta Dörte", german: true, secondGiven: 15},
	{country: "FR", begins: "Beauv Chanterel Duval Fontan Gér Lanv Malher Pérr Rochef Trébu Vign", middles: "i o e", ends: "ère aud eau ier ot",
		men:   "François:Fanfan Guillaume:Guy Frédéric:Fred Sébastien:Seb Alexandre:Alex Philippe:Phil Nicolas:Nico Christophe:Chris Loïc Étienne",
		women: "Catherine:Cathy Véronique:Véro Stéphanie:Steph Solène Irène Élisabeth:Babeth Nathalie:Nath", secondGiven: 15},
	{country: "GB", begins: "Ash Bramb Cold Dun Elder Fern Hather Marl Oak Thorn Whit", middles: "er le ing ow", ends: "worth ton field ley combe",
		men:   "William:Bill,Will Robert:Bob,Rob Richard:Dick,Rick James:Jim Michael:Mike Thomas:Tom Edward:Ted,Ned Anthony:Tony Matthew:Matt Christopher:Chris",
		women: "Elizabeth:Liz,Beth Margaret:Maggie,Peggy Catherine:Kate Susan:Sue Victoria:Vicky Rebecca:Becky Deborah:Debbie"},
	{country: "RO", begins: "Bârl Călim Dobr Grig Luncaș Moldov Pârv Rusul Vlădul", middles: "e o i", ends: "escu anu aru țiu",
		men: "Ștefan:Fane Gheorghe:Gigi Ion:Nelu,Ionel Nicolae:Nicu Mihai:Mișu Alexandru:Sandu Vasile Răzvan", women: "Elena:Lenuța Maria:Marioara Ioana:Oana Ileana Anca"},
	{country: "NL", begins: "Berk Dijk Goudr Haverk Kooij Moerd Scheld Waterl Zwaan", middles: "e en er", ends: "mans stra huis veld boom",
		men: "Cornelis:Kees Johannes:Jan,Hans Hendrik:Henk Jacobus:Jaap,Koos Matthijs:Thijs Nicolaas:Klaas Adriaan:Arie Willem:Wim Sander", women: "Elisabeth:Els,Liesbeth Maria:Marieke,Mieke Margreet:Griet Johanna:Jo Saskia", secondGiven: 10},
	{country: "SE", begins: "Björk Ekl Ång Lövd Näsb Sjöst Tall Öst Hägg Grönv", middles: "a e en o", ends: "ström gren kvist lund ström dal",
		men: "Göran:Georg Johan:Janne Lars:Lasse Karl:Kalle Mikael:Micke Nikolaus:Klas Gustav:Gösta Fredrik:Fredde Åke Björn", women: "Katarina:Karin,Kajsa Kristina:Stina,Kerstin Birgitta:Britta Margareta:Greta Märta Åsa", german: true, secondGiven: 30},
	{country: "HU", begins: "Barkács Csont Erdőh Gyulaf Kőszeg Nádasd Szil Vörösm", middles: "i a e", ends: "gyi szky ki fi házi",
		men: "István:Pista János:Jani,Jancsi Ferenc:Feri László:Laci Sándor:Sanyi József:Józsi Gábor Zoltán:Zoli", women: "Erzsébet:Bözsi Katalin:Kati Zsuzsanna:Zsuzsa Mária:Mari Ágnes"},
	{country: "CN", begins: "L W Zh Ch H Sh X G F M R T", middles: "a i u an ong", ends: " n ", men: "Wei Jun Minghao Zhiqiang Jianguo Haoran Yifan Tao", women: "Xiuying Lifang Meiling Yan Xue", mostMiddle: 1},
	{country: "KR", begins: "K P H Y S N J", middles: "i a u o eo", ends: "m n ng k ", men: "Minjun Seojin Dohyun Jihoon Taeyang", women: "Soyeon Jiwoo Haeun Minji"},
	{country: "JP", begins: "Ka Mori Taka Naka Ishi Oka Saka", middles: "mo no shi wa", ends: "ta mura hara ko gi", men: "Kenji Hiroshi Takeo Satoru Yuuto Shun", women: "Akiko Naomi Yumiko Hana"},
}

// A person is one of the population. The list has their name in other letters.
type person struct {
	*culture
	family, given string // with all marks
	other         string // family name with the ending of the other gender, or ""
	entry         *Entry
}

// population invents n people and their list, the same in every run.
func population(n int) ([]person, *List) {
	r := rand.New(rand.NewPCG(11, 9))
	pick := func(words string) string {
		list := strings.Split(words, " ")
		return list[r.IntN(len(list))]
	}
	name := func(words string) string {
		name, _, _ := strings.Cut(pick(words), ":")
		return name
	}
	people, list := make([]person, n), &List{Format: EGD, Origin: "EGF", Entries: make([]Entry, n)}
	for i := range people {
		c := &cultures[i%len(cultures)]
		family := pick(c.begins) + pick(c.middles)
		if c.mostMiddle == 0 && r.IntN(3) == 0 {
			family += pick(c.ends) + pick(c.middles) // a longer name
		}
		family += pick(c.ends)
		p := person{culture: c, family: family, given: name(c.men)}
		if r.IntN(3) == 0 {
			p.given = name(c.women)
			if c.feminine != nil {
				p.family, p.other = c.feminine(family), family
				if r.IntN(4) == 0 { // registered in another country
					p.family, p.other = p.other, p.family
				}
			}
		}
		if r.IntN(100) < c.secondGiven {
			p.given += " " + name(c.men+" "+c.women)
		}
		family, given := p.family, p.given
		if c.latin != nil && r.IntN(4) == 0 { // registered in another alphabet
			way := c.latin[r.IntN(len(c.latin))]
			family, given = inLatin(family, way), inLatin(given, way)
		}
		p.entry = &list.Entries[i]
		*p.entry = Entry{Line: i + 1, Family: inASCII(family, c.german), Given: inASCII(given, c.german), Country: c.country, EGD: fmt.Sprint(90000000 + i)}
		people[i] = p
	}
	return people, list
}

// inASCII writes a name as the European list does.
func inASCII(name string, german bool) string {
	if german {
		name = strings.NewReplacer("ä", "ae", "ö", "oe", "ü", "ue", "å", "aa", "Ä", "Ae", "Ö", "Oe", "Ü", "Ue", "Å", "Aa").Replace(name)
	}
	return withoutMarks(name)
}

func withoutMarks(name string) string {
	words := spelling.Words(name)
	for i, w := range words {
		words[i] = capital(w)
	}
	return strings.Join(words, " ")
}

func capital(word string) string {
	letters := []rune(word)
	letters[0] = unicode.ToUpper(letters[0])
	return string(letters)
}

// misspell makes a typo: drop, swap, insert or replace a letter after the first.
func misspell(r *rand.Rand, word, typo string) string {
	l := []rune(word)
	if len(l) < 3 {
		return ""
	}
	letter := rune('a' + r.IntN(26))
	switch at := 1 + r.IntN(len(l)-1); typo {
	case "drop":
		l = slices.Delete(l, at, at+1)
	case "swap":
		if at = min(at, len(l)-2); l[at] == l[at+1] {
			return ""
		}
		l[at], l[at+1] = l[at+1], l[at]
	case "insert":
		l = slices.Insert(l, at, letter)
	case "replace":
		if l[at] == letter {
			return ""
		}
		l[at] = letter
	}
	return string(l)
}

// distance is the number of typos between two words, by definition.
func distance(a, b []rune) int {
	d := make([][]int, len(a)+1)
	for i := range d {
		d[i] = make([]int, len(b)+1)
		for j := range d[i] {
			switch {
			case i == 0 || j == 0:
				d[i][j] = i + j
			case a[i-1] == b[j-1]:
				d[i][j] = d[i-1][j-1]
			default:
				d[i][j] = 1 + min(d[i-1][j], d[i][j-1], d[i-1][j-1])
				if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
					d[i][j] = min(d[i][j], 1+d[i-2][j-2])
				}
			}
		}
	}
	return d[len(a)][len(b)]
}

func oneTypo(query, name string) bool {
	return distance([]rune(spelling.Fold(query)), []rune(spelling.Fold(name))) <= 1
}

// A kind is a way to search for a player.
type kind struct {
	name string
	// ask returns the typed words to find the player, "" if that is impossible; family and given are its parts.
	ask func(r *rand.Rand, p *person) (family, given string)
	// also reports whether the same may be typed to find another player.
	also func(family, given string, o *person) bool
}

func (p *person) firstGiven() string {
	first, _, _ := strings.Cut(p.entry.Given, " ")
	return first
}

func equalWords(family, given string, o *person) bool {
	has := strings.Fields(plain(o.entry.Name()))
	return !slices.ContainsFunc(strings.Fields(plain(family+" "+given)), func(w string) bool { return !slices.Contains(has, w) })
}

func plain(name string) string { return spelling.WithoutDigraphs(spelling.Fold(name)) }

func typos(typo string) kind {
	return kind{typo + " a letter", func(r *rand.Rand, p *person) (string, string) {
		return misspell(r, p.entry.Family, typo), p.entry.Given
	}, func(family, given string, o *person) bool {
		return oneTypo(family, o.entry.Family) && equalWords("", given, o)
	}}
}

// nicknamesOf returns the nicknames of the name of the culture.
func (c *culture) nicknamesOf(given string) []string {
	for _, entry := range strings.Fields(c.men + " " + c.women) {
		if name, short, ok := strings.Cut(entry, ":"); ok && inASCII(name, c.german) == given {
			return strings.Split(short, ",")
		}
	}
	return nil
}

// inLatin returns a name in English spelling in another one.
func inLatin(name, way string) string {
	var pairs []string
	for _, pair := range strings.Split(way, ",") {
		from, to, _ := strings.Cut(pair, " ")
		pairs = append(pairs, from, to, capital(from), capital(to))
	}
	return strings.NewReplacer(pairs...).Replace(name)
}

var kinds = []kind{
	{"as listed", func(_ *rand.Rand, p *person) (string, string) { return p.entry.Family, p.entry.Given }, equalWords},
	{"given name first", func(_ *rand.Rand, p *person) (string, string) { return p.entry.Given, p.entry.Family }, equalWords},
	{"with a comma", func(_ *rand.Rand, p *person) (string, string) { return p.entry.Family + ",", p.entry.Given }, equalWords},
	{"with marks", func(_ *rand.Rand, p *person) (string, string) {
		if withoutMarks(p.family+p.given) == p.family+p.given {
			return "", ""
		}
		return p.family, p.given
	}, equalWords},
	{"marks left out", func(_ *rand.Rand, p *person) (string, string) {
		if !p.german || withoutMarks(p.family) == p.family {
			return "", ""
		}
		return withoutMarks(p.family), withoutMarks(p.given)
	}, equalWords},
	typos("drop"), typos("swap"), typos("insert"), typos("replace"),
	{"initial", func(_ *rand.Rand, p *person) (string, string) { return p.entry.Given[:1] + ".", p.entry.Family }, func(initial, family string, o *person) bool {
		return begins(initial[:1], o.entry.Given) && begins(family, o.entry.Family)
	}},
	{"beginnings", func(r *rand.Rand, p *person) (string, string) {
		if len(p.entry.Family) < 6 || len(p.entry.Given) < 4 {
			return "", ""
		}
		return p.entry.Family[:4+r.IntN(len(p.entry.Family)-5)], p.entry.Given[:3]
	}, func(family, given string, o *person) bool {
		return begins(family, o.entry.Family) && begins(given, o.entry.Given)
	}},
	{"one of two given names", func(r *rand.Rand, p *person) (string, string) {
		given := strings.Fields(p.entry.Given)
		if len(given) < 2 {
			return "", ""
		}
		return p.entry.Family, given[r.IntN(2)]
	}, equalWords},
	{"two typos", func(r *rand.Rand, p *person) (string, string) {
		if len(p.entry.Family) < 5 || len(p.firstGiven()) < 4 {
			return "", ""
		}
		ways := []string{"drop", "swap", "insert", "replace"}
		family, given := misspell(r, p.entry.Family, ways[r.IntN(4)]), misspell(r, p.firstGiven(), ways[r.IntN(4)])
		if given == "" {
			return "", ""
		}
		return family, given
	}, func(family, given string, o *person) bool {
		return oneTypo(family, o.entry.Family) && oneTypo(given, o.firstGiven())
	}},
	{"nickname", func(r *rand.Rand, p *person) (string, string) {
		short := p.nicknamesOf(p.firstGiven())
		if short == nil {
			return "", ""
		}
		return p.entry.Family, short[r.IntN(len(short))]
	}, func(family, given string, o *person) bool {
		return plain(family) == plain(o.entry.Family) && (slices.Contains(o.nicknamesOf(o.firstGiven()), given) || plain(o.firstGiven()) == plain(given))
	}},
	{"another alphabet", func(r *rand.Rand, p *person) (string, string) {
		if p.latin == nil {
			return "", ""
		}
		way := p.latin[r.IntN(len(p.latin))]
		family, given := inLatin(p.family, way), inLatin(p.given, way)
		if oneTypo(family, p.entry.Family) {
			return "", ""
		}
		return family, given
	}, func(family, given string, o *person) bool {
		return slices.ContainsFunc(o.latin, func(way string) bool { return inLatin(o.family, way) == family && inLatin(o.given, way) == given })
	}},
	{"other gender's ending", func(_ *rand.Rand, p *person) (string, string) {
		if p.other == "" || p.other == p.family {
			return "", ""
		}
		return p.other, p.given
	}, func(family, given string, o *person) bool {
		return (plain(family) == plain(o.family) || plain(family) == plain(o.other)) && plain(given) == plain(o.given)
	}},
	{"short name with a typo", func(r *rand.Rand, p *person) (string, string) {
		if len(p.entry.Family) > 4 {
			return "", ""
		}
		return misspell(r, p.entry.Family, []string{"drop", "swap", "insert", "replace"}[r.IntN(4)]), p.entry.Given
	}, func(family, given string, o *person) bool {
		return oneTypo(family, o.entry.Family) && equalWords("", given, o)
	}},
	{"given name unknown", func(_ *rand.Rand, p *person) (string, string) { return p.entry.Family, "Quorbert" }, func(family, _ string, o *person) bool {
		return plain(family) == plain(o.entry.Family)
	}},
}

func begins(begin, name string) bool { return strings.HasPrefix(plain(name), plain(begin)) }

// A query is the typed words to find a player.
type query struct {
	family, given string
	of            *person
}

func (q query) String() string { return q.family + " " + q.given }

// queries returns n queries of the kind, the same in every run.
func (k *kind) queries(people []person, n int) []query {
	r := rand.New(rand.NewPCG(5, 5))
	var all []query
	for len(all) < n {
		p := &people[r.IntN(len(people))]
		if family, given := k.ask(r, p); family != "" {
			all = append(all, query{family, given, p})
		}
	}
	return all
}

// Of each kind of query at least 95 of 100 find the player first, or after others that the same query may mean.
func TestSearchFindsPeople(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	const asked, want = 100, 95
	people, list := population(20_000)
	index := []*Index{NewIndex(list)}
	for _, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			first, alone := 0, 0
			for _, q := range k.queries(people, asked) {
				hits := SearchAll(index, q.String(), 10)
				exactFirst(t, q.String(), hits, people)
				switch {
				case len(hits) > 0 && hits[0].Entry == q.of.entry:
					alone, first = alone+1, first+1
				case len(hits) > 0 && k.also(q.family, q.given, &people[hits[0].Entry.Line-1]):
					first++
				default:
					t.Logf("%q for %q: %q", q, q.of.entry.Name(), names(hits[:min(len(hits), 4)]))
				}
			}
			t.Logf("%d of %d first, %d of them the very one", first, asked, alone)
			if first < want {
				t.Errorf("%d of %d are found first, want %d", first, asked, want)
			}
		})
	}
}

// exactFirst checks that players with all words of the query unchanged are listed before the others.
func exactFirst(t *testing.T, query string, hits []Hit, people []person) {
	t.Helper()
	for i := 1; i < len(hits); i++ {
		if equalWords(query, "", &people[hits[i].Entry.Line-1]) && !equalWords(query, "", &people[hits[i-1].Entry.Line-1]) {
			t.Errorf("%q finds %s before %s", query, hits[i-1].Entry.Name(), hits[i].Entry.Name())
		}
	}
}
