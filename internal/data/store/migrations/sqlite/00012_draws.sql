-- +goose Up

-- What draws were made from, named by its SHA-256.
create table draws (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash          text    not null,
    inputs        blob    not null, -- a tournament in our own JSON format, gzipped
    primary key (tournament_id, hash)
);

alter table rounds add column made_from text not null default ''; -- a hash, '' for draws of older versions
