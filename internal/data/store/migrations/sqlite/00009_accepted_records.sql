-- +goose Up

-- Who has looked at what a game record contradicts and left it as it is.
alter table games add column accepted text not null default ''; -- the evidence, hashed
alter table games add column accepted_by text not null default '';
alter table games add column accepted_at datetime;
