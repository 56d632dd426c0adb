-- +goose Up

-- Browsers that receive the pairings of a player: endpoint is an address of the push service, public_key and auth encrypt
-- what is sent there (RFC 8291). sender is the installation that sends, see publications, told the pairing that was sent
-- last.
create table push_subscriptions (
    tournament_id integer not null references tournaments (id) on delete cascade,
    endpoint text not null,
    player integer not null,
    public_key text not null,
    auth text not null,
    language text not null,
    sender text not null,
    told text not null,
    since datetime not null,
    primary key (tournament_id, player, endpoint)
) without rowid;
