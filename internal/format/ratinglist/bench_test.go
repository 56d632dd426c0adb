package ratinglist

import (
	"strconv"
	"strings"
	"testing"
)

// large returns a list of n players whose names are made of syllables.
func large(n int) *List {
	syllables := []string{"ka", "no", "wal", "ski", "mi", "nen", "ber", "ger", "to", "ran", "dvo", "rak", "el", "is", "hu", "vir", "ta", "sa", "lo", "pet"}
	word := func(i, parts int) string {
		var b strings.Builder
		for range parts {
			b.WriteString(syllables[i%len(syllables)])
			i /= len(syllables)
		}
		s := b.String()
		return strings.ToUpper(s[:1]) + s[1:]
	}
	l := &List{Format: EGD}
	for i := range n {
		l.Entries = append(l.Entries, Entry{
			Line: i + 1, Family: word(i*7919%160000, 4), Given: word(i*31%1200, 2+i%2), EGD: strconv.Itoa(90000000 + i),
		})
	}
	return l
}

// lists are the lists of the benchmarks.
func lists() map[string]*List {
	_, population := population(20_000)
	return map[string]*List{"20000": population, "50000": large(50_000)}
}

// The queries are of both lists: the second has names made of syllables only.
func BenchmarkSearch(b *testing.B) {
	for size, list := range lists() {
		index := []*Index{NewIndex(list)}
		for _, query := range map[string][]string{
			"20000": {
				"Brzozowski Jan", "b", "ka no", "brzoz", "brzozovsky", "schoenbermann fritz", "Micukow Dmitrij", "Hrádková Jana", "Honza Hradk", "Lee Jn",
				"Quorbert Eichmens", "90012345", "zzzzzzzz", "an jo ma ka el mi br ha",
			},
			"50000": {
				"Kanowalski Mika", "k", "ka no", "kanow", "kanovalsky", "wirtalo petka", "Quorbert Kanowalski", "90012345", "zzzzzzzz", "ka no wal ski mi nen ber ger",
			},
		}[size] {
			b.Run(size+"/"+query, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					SearchAll(index, query, 10)
				}
			})
		}
	}
}

// The queries of people, all kinds alike.
func BenchmarkSearchKinds(b *testing.B) {
	people, list := population(20_000)
	index := []*Index{NewIndex(list)}
	var queries []string
	for _, k := range kinds {
		for _, q := range k.queries(people, 25) {
			queries = append(queries, q.String())
		}
	}
	b.ReportAllocs()
	for b.Loop() {
		for _, q := range queries {
			SearchAll(index, q, 10)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(queries)), "ns/query")
}

func BenchmarkNewIndex(b *testing.B) {
	for size, list := range lists() {
		b.Run(size, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				NewIndex(list)
			}
		})
	}
}
