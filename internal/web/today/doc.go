// Package today is the room of the day: what players ask the desk for, notes of the
// referee, announcements to everybody, and the end: final standings, what was sent to
// federations, pictures.
package today
