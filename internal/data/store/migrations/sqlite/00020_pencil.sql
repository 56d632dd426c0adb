-- +goose Up

-- What a referee has set by hand in the count of a game.
alter table games add column pencil text not null default '';
