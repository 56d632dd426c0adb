-- +goose Up

-- Which game is shown while it is played, and with which delay.
alter table games add column live text not null default '';

-- What recorders enter of such games, step by step: rows are only added. live is
-- the number in games.live, once the key of the request.
create table live_steps (
    tournament_id integer  not null references tournaments (id) on delete cascade,
    live          integer  not null,
    number        integer  not null,
    kind          text     not null,
    player        integer  not null,
    point         text     not null,
    time_left     text     not null,
    ends          boolean  not null,
    at            datetime not null,
    once          text,
    primary key (tournament_id, live, number),
    unique (tournament_id, live, once)
) without rowid;
