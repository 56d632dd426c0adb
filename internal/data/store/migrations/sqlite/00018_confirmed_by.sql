-- +goose Up

-- Who confirmed a result that a player has reported.
alter table games add column confirmed_by text not null default '';
