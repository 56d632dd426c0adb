-- +goose Up

-- The whole schema. ../postgres has the same in its dialect.

create table organisations (
    id integer primary key,
    name text not null,
    minors text not null default '',
    minors_age integer not null default 0
);

-- info and settings are JSON, the forms of tournament.Info and tournament.Settings; further columns are what lists read.
-- origin is the name of the publication of a tournament that is run on another computer, '' for one that is run here,
-- stamp that of the state that is kept, links the hashes of the links on slips by the numbers of their games, sender the
-- installation that sends it. former are earlier slugs, the latest first, separated by spaces.
create table tournaments (
    id integer primary key,
    slug text not null unique,
    name text not null,
    country text not null,
    begins datetime,
    ends datetime,
    hidden boolean not null,
    former text not null,
    info text not null,
    settings text not null,
    last_id integer not null,
    version integer not null check (version > 0),
    organisation_id integer not null default 1 references organisations (id),
    rounds integer not null,
    round integer not null,
    players integer not null,
    undecided integer not null,
    words text not null,
    archived boolean not null,
    deleted datetime,
    origin text not null default '',
    stamp integer not null default 0,
    links text not null default '',
    sender text not null default ''
);

-- body is a tournament.Player in JSON; the numbers of federations find a person over all tournaments.
create table players (
    tournament_id integer not null references tournaments (id) on delete cascade,
    id integer not null,
    egd text not null,
    ffg text not null,
    aga text not null,
    body text not null,
    primary key (tournament_id, id)
) without rowid;

-- body is a tournament.Round in JSON, without its games.
create table rounds (
    tournament_id integer not null references tournaments (id) on delete cascade,
    number integer not null check (number > 0),
    body text not null,
    primary key (tournament_id, number)
) without rowid;

-- body is a tournament.Game in JSON. live is set while it is recorded live and has no record.
create table games (
    tournament_id integer not null,
    id integer not null,
    round integer not null,
    black integer not null,
    white integer not null check (white <> black),
    live boolean not null,
    body text not null,
    primary key (tournament_id, id),
    foreign key (tournament_id, round) references rounds (tournament_id, number) on delete cascade,
    foreign key (tournament_id, black) references players (tournament_id, id),
    foreign key (tournament_id, white) references players (tournament_id, id)
) without rowid;

-- body is an element of tournament.Day in JSON.
create table days (
    tournament_id integer not null references tournaments (id) on delete cascade,
    kind text not null,
    id integer not null,
    body text not null,
    primary key (tournament_id, kind, id)
) without rowid;

create table records (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash text not null,
    text text not null,
    primary key (tournament_id, hash)
);

create table draws (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash text not null,
    inputs blob not null, -- a tournament in our own JSON format, gzipped
    primary key (tournament_id, hash)
);

create table pictures (
    tournament_id integer not null references tournaments (id) on delete cascade,
    hash text not null,
    data blob not null,
    primary key (tournament_id, hash)
);

create table live_steps (
    tournament_id integer not null references tournaments (id) on delete cascade,
    live integer not null,
    number integer not null,
    kind text not null,
    player integer not null,
    point text not null,
    time_left text not null,
    ends boolean not null,
    at datetime not null,
    once text,
    primary key (tournament_id, live, number),
    unique (tournament_id, live, once)
) without rowid;

create table log (
    tournament_id integer not null references tournaments (id) on delete cascade,
    version integer not null,
    at datetime not null,
    actor text not null,
    action text not null,
    args text not null,
    changes text not null,
    once text unique,
    undoes integer,
    desk text not null default '',
    reason text not null default '',
    primary key (tournament_id, version),
    unique (tournament_id, undoes)
);

create table log_about (
    tournament_id integer not null references tournaments (id) on delete cascade,
    version integer not null,
    round integer not null,
    table_number integer not null,
    game integer not null,
    player integer not null,
    primary key (tournament_id, version, round, table_number, game, player)
) without rowid;

create table users (
    id integer primary key,
    name text not null,
    key text not null unique, -- the name folded, for finding it
    password text not null, -- a hash with its parameters
    created datetime not null
);

create table sessions (
    hash text primary key, -- of the token, which is kept nowhere
    user_id integer not null references users (id) on delete cascade,
    created datetime not null,
    expires datetime not null,
    desk text not null default '',
    desk_name text not null default '',
    browser text not null default '',
    seen datetime
);

create table setup_tokens (
    hash text primary key,
    created datetime not null,
    user_id integer references users (id) on delete cascade
);

create table members (
    organisation_id integer not null references organisations (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    role text not null check (role in ('owner', 'director', 'desk', 'reader')),
    primary key (organisation_id, user_id)
);

create table guests (
    tournament_id integer not null references tournaments (id) on delete cascade,
    user_id integer not null references users (id) on delete cascade,
    role text not null check (role in ('director', 'desk', 'captain')),
    team integer not null,
    primary key (tournament_id, user_id)
);

create table invitations (
    hash text primary key,
    organisation_id integer not null references organisations (id) on delete cascade,
    tournament_id integer references tournaments (id) on delete cascade,
    role text not null,
    team integer not null,
    label text not null,
    made_by text not null,
    expires datetime not null,
    maker_id integer references users (id) on delete cascade
);

create table tokens (
    id integer primary key,
    hash text not null unique,
    organisation_id integer not null references organisations (id) on delete cascade,
    name text not null,
    scope text not null,
    made_by text not null,
    created datetime not null,
    used datetime
);

create table passkeys (
    id text primary key,
    user_id integer not null references users (id) on delete cascade,
    label text not null,
    credential text not null, -- as the library for WebAuthn writes it
    created datetime not null,
    used datetime
);

create table access_log (
    id integer primary key,
    at datetime not null,
    organisation_id integer not null,
    who text not null,
    event text not null,
    role text not null,
    subject text not null,
    times integer not null default 0
);

create table secrets (
    name text primary key,
    value text not null
);

create table rating_lists (
    id integer primary key autoincrement,
    organisation_id integer not null default 1 references organisations (id) on delete cascade,
    origin text not null, -- EGF, FFG, AGA, or nothing for a table
    name text not null,
    format text not null,
    reading text not null, -- how a table is read, as JSON
    file text not null,
    dated datetime,
    players integer not null,
    content blob not null, -- the file, gzipped
    taken datetime not null,
    taken_by text not null,
    unique (organisation_id, origin, name)
);

create table forgotten (
    slug text not null,
    began datetime not null,
    player integer not null,
    added datetime not null,
    at datetime not null,
    primary key (slug, began, player, added)
) without rowid;

-- A tournament of this computer that is published at a hub: where, with which token, and the version that is there. claim
-- is set until the hub knows that this installation sends it from now on, ended once it is published no longer. failing
-- is since when the hub does not take it, null while it does. sender is the installation that sends it.
create table publications (
    tournament_id integer not null primary key references tournaments (id) on delete cascade,
    hub text not null,
    token text not null,
    origin text not null unique,
    stamp integer not null,
    sent integer not null,
    address text not null,
    failing datetime,
    claim boolean not null default false,
    ended boolean not null default false,
    sender text not null default ''
);

-- Results that players have reported by those links, until the computer where the tournament is run has taken them.
create table reports (
    id integer primary key autoincrement,
    tournament_id integer not null references tournaments (id) on delete cascade,
    game integer not null,
    key text not null unique,
    body text not null,
    at datetime not null,
    refused text not null default ''
);

-- Publications that are not shown here any more: the installation that took one off, '' for the hub, and the stamp of
-- that. Only a later state of the same installation brings it back, or one that claims it.
create table withdrawn (
    origin text not null primary key,
    sender text not null,
    stamp integer not null
);

-- A tournament of this computer whose pages are files in a folder of it, or at a web space, see package webspace: where,
-- what lets in there, in which language its first page is, and the version that is there: 0 until the place knows that
-- the installation sender sends it from now on. public is where readers find the pages, '' if nobody has said. origin is
-- the name of the pages there. failing is since when the place does not take them, null while it does.
create table sites (
    tournament_id integer not null primary key references tournaments (id) on delete cascade,
    address text not null,
    login text not null,
    secret text not null,
    private_key text not null,
    host_key text not null,
    language text not null,
    public text not null,
    origin text not null,
    sent integer not null,
    failing datetime,
    sender text not null
);

-- Which computer writes to these data: epoch counts how often another one has taken over, holder is the copy that did it
-- last, with the name and address of its computer and the time. yielded is set in data from which that one has taken
-- over: nothing is written to them any more. There is at most one row, none before the first time.
create table reigns (
    id integer not null primary key check (id = 1),
    epoch integer not null,
    holder text not null,
    name text not null,
    address text not null,
    at datetime not null,
    yielded boolean not null
);

-- Computers that follow these data, or that did: where each answers, in JSON.
create table partners (
    id text not null primary key,
    name text not null,
    addresses text not null
);

-- Addresses that receive changes: of all tournaments of an organisation, or of one. secret signs the deliveries, kinds are
-- the changes, in JSON, none for all. nearby is set if the address may be in the network of the server, sender the
-- installation that delivers, see publications. failing is since when nothing is delivered, failures how often it was
-- tried, next when it is tried again; trouble and status say why, by a message key and the status of an answer. paused
-- is set once it is not tried any more.
create table webhooks (
    id integer primary key,
    organisation_id integer not null references organisations (id) on delete cascade,
    tournament_id integer references tournaments (id) on delete cascade,
    address text not null,
    secret text not null,
    kinds text not null,
    nearby boolean not null,
    made_by text not null,
    created datetime not null,
    sender text not null,
    delivered datetime,
    failing datetime,
    failures integer not null default 0,
    next datetime,
    trouble text not null default '',
    status integer not null default 0,
    paused boolean not null default false
);

-- Up to which change of a tournament everything is delivered to a webhook: its version, and when it was made, null for a
-- tournament that is run on another computer. A tournament without a row is new to the webhook.
create table webhook_reached (
    webhook_id integer not null references webhooks (id) on delete cascade,
    tournament_id integer not null references tournaments (id) on delete cascade,
    version integer not null,
    at datetime,
    primary key (tournament_id, webhook_id)
) without rowid;

create unique index sessions_desk on sessions (desk);
create index log_about_player on log_about (tournament_id, player, version);
create index log_about_round on log_about (tournament_id, round, table_number, version);
create index log_about_game on log_about (tournament_id, game, version);
create index log_actor on log (tournament_id, actor, version);
create index tournaments_organisation on tournaments (organisation_id);
create index access_log_organisation on access_log (organisation_id, id);
create index tournaments_listed on tournaments (begins, ends, organisation_id, hidden, archived, deleted, rounds, round, undecided, country, words);
create unique index tournaments_origin on tournaments (origin) where origin <> '';
create index reports_tournament on reports (tournament_id, id);
create index players_egd on players (egd) where egd <> '';
create index players_ffg on players (ffg) where ffg <> '';
create index players_aga on players (aga) where aga <> '';
create index renamed_tournaments on tournaments (id) where former <> '';

insert into organisations (id, name) values (1, '');
