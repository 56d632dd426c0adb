-- +goose Up

-- How far the players of a game have come in agreeing on its end.
alter table games add column settling text not null default '';
