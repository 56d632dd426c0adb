// Package sqlite3 is empty. It stands in for the SQLite engine in C that
// gorm.io/driver/sqlite imports and tourney never opens; go.work puts it in the
// place of that module.
package sqlite3
