-- +goose Up

-- A tournament that is run on another computer: origin is the name of its publication, '' for one that
-- is run here, and stamp is that of the state that is kept, see package publication.
alter table tournaments add column origin text not null default '';
alter table tournaments add column stamp integer not null default 0;
-- The hashes of the links on slips by the numbers of their games, in JSON, '' for none.
alter table tournaments add column links text not null default '';
-- The installation that sends it: a copy of its data must not.
alter table tournaments add column sender text not null default '';
create unique index tournaments_origin on tournaments (origin) where origin <> '';

-- A tournament of this computer that is published at a hub: where, with which token, and the version
-- that is there. claim is set until
-- the hub knows that this installation sends it from now on, ended once it is published no longer. failing is since when the hub does not take it, null while it does.
create table publications (
    tournament_id integer  not null primary key references tournaments (id) on delete cascade,
    hub           text     not null,
    token         text     not null,
    origin        text     not null unique,
    stamp         integer  not null,
    sent          integer  not null,
    address       text     not null,
    failing       datetime,
    claim         boolean  not null default false,
    ended         boolean  not null default false
);

-- What players have reported by those links, until the computer where the tournament is run has taken it.
create table reports (
    id            integer  primary key autoincrement,
    tournament_id integer  not null references tournaments (id) on delete cascade,
    game          integer  not null,
    key           text     not null unique,
    body          text     not null,
    at            datetime not null
);
create index reports_tournament on reports (tournament_id, id);

-- Publications that are not shown here any more: the installation that took one off, '' for the hub, and the stamp of
-- that. Only a later state of the same installation brings it back, or one that claims it.
create table withdrawn (
    origin text   not null primary key,
    sender text   not null,
    stamp  integer not null
);

-- A person over all tournaments, by the number of a federation.
create index players_egd on players (egd) where egd <> '';
create index players_ffg on players (ffg) where ffg <> '';
create index players_aga on players (aga) where aga <> '';

-- A tournament of this computer whose pages are files in a folder of it, or at a web space, see package webspace:
-- where, what lets in there, in which language its first page is, and the version that is there: 0 until the place
-- knows that the installation sender sends it from now on. public is where readers find the pages, '' if nobody has
-- said. origin is the name of the pages there. failing is since when the place does not take them, null while it does.
create table sites (
    tournament_id integer  not null primary key references tournaments (id) on delete cascade,
    address       text     not null,
    login         text     not null,
    secret        text     not null,
    private_key   text     not null,
    host_key      text     not null,
    language      text     not null,
    public        text     not null,
    origin        text     not null,
    sent          integer  not null,
    failing       datetime,
    sender        text     not null
);
