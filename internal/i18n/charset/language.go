package charset

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A letterProfile is the letters of a language, as its names are written.
type letterProfile struct {
	// encodings are the names of the usual encodings of lists in the language.
	encodings string
	// usual and rare are its letters beyond ASCII; parts are common in its names,
	// or at the end of a word where a semicolon stands.
	usual, rare, parts string
}

// letterProfiles are the languages of lists of players. The usual letters are the letters of common names.
var letterProfiles = []letterProfile{
	{"Windows-1252", "äö", "åšž", "nen ää aa ii uu kk pp äk ör"},                                                       // Finnish
	{"Windows-1252", "äöåé", "üà", "sson qvist kvist berg ström sjö lund gren"},                                        // Swedish
	{"Windows-1252", "æøå", "éöäü", "sen gaard gård sø jø ø holm kj øst"},                                              // Danish, Norwegian
	{"Windows-1252", "äöüß", "éèç", "sch mann ck ße tz meier burg chen"},                                               // German
	{"Windows-1252", "éèêçëïôâîûù", "àöüœÿ", "eau oux ène ois ille ère ault qu"},                                       // French
	{"Windows-1252", "áéíóúñ", "üç", "ez; ía ño ña ón rr ín do;"},                                                      // Spanish
	{"Windows-1252", "ãçáéíóâêôõú", "àü", "ção ões ão lh nh eira inho ães"},                                            // Portuguese
	{"Windows-1252", "òàìùèé", "ó", "lla ini; cci tti ò; ù; zz cco ello"},                                              // Italian
	{"Windows-1252", "ëïéèö", "üóáä", "ij van der aa oo ee sch uij oë ël ïs"},                                          // Dutch
	{"Windows-1252", "ðþáéíóúýæö", "", "son; dóttir ðu þó ður"},                                                        // Icelandic
	{"Windows-1252 Windows-1257", "õäöü", "šž", "mäe mägi jõ põ kõ tõ õu õi saar oja maa üü"},                          // Estonian
	{"Windows-1250 ISO-8859-2", "ąęłńóśźżć", "öü", "ski cki wicz sz cz rz ska cka czyk ła ów"},                         // Polish
	{"Windows-1250 ISO-8859-2", "áčďéěíňóřšťúůýž", "öü", "ová ek; ský čk ář ří říj ík rák"},                            // Czech
	{"Windows-1250 ISO-8859-2", "áäčďéíĺľňóôŕšťúýž", "ö", "ová ík; ák; čík ský ník ľu"},                                // Slovak
	{"Windows-1250 ISO-8859-2", "áéíóöőúüű", "", "sz gy cs zs ly ny nagy erd ős ő; szű"},                               // Hungarian
	{"Windows-1250 ISO-8859-2", "ăâîşţ", "éöő", "escu iu; oiu; şte ian eanu ăţ ăr"},                                    // Romanian
	{"Windows-1250 ISO-8859-2", "čćđšž", "", "ić; vić čić ov je"},                                                      // Croatian
	{"Windows-1250 ISO-8859-2", "čšž", "ćđ", "ič; nik šek ek; čar ar;"},                                                // Slovene
	{"Windows-1254", "çğıöşü", "âî", "oğlu lı lık yıl ız ın ül türk er ay"},                                            // Turkish
	{"Windows-1257", "āčēģīķļņšūž", "", "iņš iņa nis; ns; ds; nš"},                                                     // Latvian
	{"Windows-1257", "ąčęėįšųūž", "", "aitė auskas ienė ius; us; as; is; ytė"},                                         // Lithuanian
	{"Windows-1251 KOI8-R KOI8-U ISO-8859-5", "аеинорствлкдмпую", "бгжзйфхцчшщъыьэяё", "ов; ова; ев; ин; ий; ая; ко;"}, // Russian, Bulgarian
	{"Windows-1251 KOI8-U", "аеинорствлкдмпуіїєґ", "бгжзйфхцчшщьюя", "чук; енко ко; ій; ук;"},                          // Ukrainian
	{"Windows-1251", "аеинорствлкдмпу", "бгжзјљњћђџфхцчш", "ић; вић ка; ан;"},                                          // Serbian
	{"Windows-1253 ISO-8859-7", "αειουηωσςτνρκλμπάέήίόύώ", "βγδζθξφχψϊϋ", "ου; ης; ος; άκης ίδης"},                     // Greek
}

// spokenIn returns the languages that are written in an encoding.
func spokenIn(encoding string) []*letterProfile {
	var spoken []*letterProfile
	for i := range letterProfiles {
		if slices.Contains(strings.Fields(letterProfiles[i].encodings), encoding) {
			spoken = append(spoken, &letterProfiles[i])
		}
	}
	return spoken
}

// fit judges how much a word looks like one of the language.
func (p *letterProfile) fit(word string) int {
	fit := 0
	for _, r := range word {
		switch {
		case r < utf8.RuneSelf:
		case strings.ContainsRune(p.usual, r):
			fit += 4
		case strings.ContainsRune(p.rare, r):
			fit++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			fit += 4 // no other language has these
		case unicode.In(r, unicode.Han, unicode.Hangul):
			fit -= 2
		case unicode.IsLetter(r):
			fit -= 6
		}
	}
	if fit > 4 {
		fit = 4 + (fit-4)/2
	}
	for part := range strings.FieldsSeq(p.parts) {
		if strings.Contains(word+";", part) {
			fit++
		}
	}
	return fit
}
