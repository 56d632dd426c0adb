package demo

import (
	"tourney/internal/rank"
	"tourney/internal/tournament"
)

// entrants are invented people of six countries, with long and short names in
// six scripts, from 20 kyu to 5 dan. Any likeness to a living person is chance.
var entrants = []struct {
	family, given, rank, country, club string
	rating                             int
}{
	{"Salo", "Anna", "5d", "FI", "Helsinki", 2512},
	{"Lindqvist", "Bo", "4d", "FI", "Turku", 2431},
	{"Sasaki 佐々木", "Kenta 健太", "4d", "JP", "Osaka", 2407},
	{"Kowalska", "Ewa", "3d", "PL", "Kraków", 2318},
	{"Kim 김", "Seo-yeon 서연", "3d", "KR", "Seoul", 2296},
	{"Novák", "Petr", "2d", "CZ", "Brno", 2205},
	{"Wang 王", "Xiaoming 小明", "2d", "FI", "Helsinki", 2188},
	{"Nieminen", "Eero", "2d", "FI", "Tampere", 2170},
	{"Wiśniewski", "Bartłomiej", "1d", "PL", "Łódź", 2112},
	{"Παπαδάκης", "Νίκος", "1d", "GR", "Athens", 2098},
	{"Vesilampi-Björkfjällen", "Karin-Maria", "1d", "FI", "Vaasa", 2081},
	{"Kratochvílová", "Žofie", "1k", "CZ", "Praha", 2040},
	{"Koskela", "Juho", "1k", "FI", "Oulu", 2011},
	{"Соколова", "Мария", "1k", "FI", "Espoo", 1990},
	{"Zając", "Ignacy", "2k", "PL", "Warszawa", 1941},
	{"Heikkinen", "Tuomas", "2k", "FI", "Helsinki", 1917},
	{"Tanaka 田中", "Aoi 葵", "3k", "JP", "Nagoya", 1862},
	{"Dvořák", "Matěj", "3k", "CZ", "Praha", 1839},
	{"Rantanen", "Silja", "3k", "FI", "Tampere", 1821},
	{"Park 박", "Ji-hoon 지훈", "4k", "KR", "Busan", 1766},
	{"Laitinen", "Oskari", "4k", "FI", "Jyväskylä", 1733},
	{"Szymańska", "Grażyna", "5k", "PL", "Gdańsk", 1651},
	{"Korhonen", "Mikko", "5k", "FI", "Helsinki", 1624},
	{"Li 李", "Jing 静", "5k", "FI", "Espoo", 1607},
	{"Horáková", "Běla", "6k", "CZ", "Olomouc", 1548},
	{"Mäki", "Väinö", "6k", "FI", "Lahti", 1530},
	{"Георгиу", "Лев", "7k", "FI", "Turku", 1444},
	{"Αλεξίου", "Ελένη", "7k", "GR", "Patras", 1419},
	{"Nowicki", "Przemysław", "8k", "PL", "Poznań", 1352},
	{"Savolainen", "Pirkko", "8k", "FI", "Kuopio", 1321},
	{"Ek", "Ida", "9k", "FI", "Porvoo", 1245},
	{"Procházka", "Vít", "9k", "CZ", "Plzeň", 1228},
	{"Tuominen", "Leevi", "10k", "FI", "Helsinki", 1140},
	{"Wojciechowska", "Małgorzata", "11k", "PL", "Wrocław", 1066},
	{"Hämäläinen", "Aatu", "12k", "FI", "Hämeenlinna", 948},
	{"Ng", "Li", "13k", "FI", "Helsinki", 861},
	{"Černý", "Dominik", "14k", "CZ", "Brno", 747},
	{"Aaltonen", "Helmi", "15k", "FI", "Rauma", 655},
	{"Bąk", "Ola", "16k", "PL", "Lublin", 540},
	{"Mustonen", "Eino", "17k", "FI", "Espoo", 436},
	{"Peltola", "Venla", "18k", "FI", "Vantaa", 322},
	{"Ojala", "Onni", "20k", "FI", "Vantaa", 118},
}

func players() []tournament.Player {
	var out []tournament.Player
	for _, e := range entrants {
		r, err := rank.Parse(e.rank)
		if err != nil {
			panic("demo: " + err.Error())
		}
		p := tournament.Player{
			Family: e.family, Given: e.given, Rank: r, Country: e.country, Club: e.club,
			Rating: rank.Points(e.rating), RatingOrigin: "EGF", Status: tournament.CheckedIn,
		}
		if r <= rank.Kyu(14) {
			p.Tags = []string{"junior"}
		}
		out = append(out, p)
	}
	return out
}
