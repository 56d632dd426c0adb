package accounts

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/nbutton23/zxcvbn-go/data"

	"tourney/internal/spelling"
)

// gameWords are words that a guesser of passwords tries early here, besides the name of the person and the words of the
// lists; docs/security.md names them.
var gameWords = []string{
	"tourney", "tournament", "turnaus", "turniej", "turnaj", "director", "baduk", "weiqi", "wei-qi", "igo", "goban", "tengen", "komi", "joseki",
	"salasana", "haslo", "heslo", "password", "kisatoimisto", "sekretariat", "kancelar",
}

// rows are keys in the order in which fingers walk over them, and the alphabet.
var rows = []string{
	"01234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm", "qwertzuiop", "yxcvbnm", "azertyuiop", "qsdfghjklm", "wxcvbn", "abcdefghijklmnopqrstuvwxyz",
	"1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik", "qazwsxedcrfvtgbyhnujmik", "1q2w3e4r5t6y7u8i9o0p", "q1w2e3r4t5y6u7i8o9p0", "zaq12wsxcde34rfv",
}

// isCommon reports whether a password is among the first guesses for a person of that name: a common password, a word,
// a given name or family name of the lists; a common password, the person's name or a word of the game with figures or
// signs around it; keys in a row; a short piece again and again; figures alone that are short enough for a date or a
// telephone number.
func isCommon(password, name string) (bool, error) {
	folded := spelling.Fold(password)
	if repeats(folded) || inARow(folded) {
		return true, nil
	}
	core := strings.TrimFunc(folded, func(r rune) bool { return !unicode.IsLetter(r) })
	if core == "" && len([]rune(folded)) < 12 {
		return true, nil
	}
	own := append(spelling.Words(name), spelling.Fold(name))
	if core != "" && (slices.Contains(gameWords, core) || slices.Contains(own, core)) {
		return true, nil
	}
	const shortest = 3 // letters of a word with figures around it
	for _, list := range lists {
		words, err := data.Asset("data/" + list + ".json")
		if err != nil {
			return false, fmt.Errorf("words of %s: %w", list, err)
		}
		if hasWord(words, folded) || hasWord(words, strings.ToLower(password)) || list == lists[0] && len([]rune(core)) >= shortest && hasWord(words, core) {
			return true, nil
		}
	}
	return false, nil
}

// lists are the word lists of zxcvbn, as JSON; the common passwords come first.
var lists = []string{"Passwords", "English", "MaleNames", "FemaleNames", "Surnames"}

// hasWord reports whether a list has a word. The list is unpacked and not parsed: once for
// each password that is set, which costs a fraction of its hash.
func hasWord(list []byte, word string) bool {
	return !strings.ContainsAny(word, `"\\`) && bytes.Contains(list, []byte(`"`+word+`"`))
}

// repeats reports whether a text is a piece of at most four letters again and again.
func repeats(text string) bool {
	letters := []rune(text)
	for n := 1; n <= 4 && n < len(letters); n++ {
		if slices.Equal(letters[n:], letters[:len(letters)-n]) {
			return true
		}
	}
	return false
}

// inARow reports whether a text is part of a row, forwards or backwards, or of several rows
// in pieces of at least four letters.
func inARow(text string) bool {
	const piece = 4
	letters := []rune(text)
	for len(letters) > 0 {
		n := min(piece, len(letters))
		if !isPartOfARow(letters[:n]) {
			return false
		}
		for n < len(letters) && isPartOfARow(letters[:n+1]) {
			n++
		}
		letters = letters[n:]
	}
	return true
}

func isPartOfARow(letters []rune) bool {
	forwards := string(letters)
	backwards := slices.Clone(letters)
	slices.Reverse(backwards)
	return slices.ContainsFunc(rows, func(row string) bool {
		return strings.Contains(row, forwards) || strings.Contains(row, string(backwards))
	})
}
