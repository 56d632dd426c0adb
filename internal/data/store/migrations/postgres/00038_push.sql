-- +goose Up

-- See ../sqlite.

create table push_subscriptions (
    tournament_id bigint not null references tournaments (id) on delete cascade,
    endpoint text collate "C" not null,
    player bigint not null,
    public_key text collate "C" not null,
    auth text collate "C" not null,
    language text collate "C" not null,
    sender text collate "C" not null,
    told text collate "C" not null,
    since timestamptz not null,
    primary key (tournament_id, player, endpoint)
);
