-- +goose Up

-- How far the players of a game have come in finding its komi and colours.
alter table games add column choosing text not null default '';
