-- +goose Up

-- The texts of game records, named by their SHA-256.
create table records (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash          text    not null,
    text          text    not null,
    primary key (tournament_id, hash)
);

alter table games add column record text not null default ''; -- a hash
alter table games add column dead text not null default '';   -- points, - for none, '' for undecided

-- What links are signed with.
create table secrets (
    name  text primary key,
    value text not null
);
