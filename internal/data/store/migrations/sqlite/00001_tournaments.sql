-- +goose Up

-- Scores and komi are half points, ranks count up from 30 kyu = 1, durations
-- and the rest of the settings are JSON: one thing that is read as a whole.
create table tournaments (
    id         integer primary key,
    slug       text     not null unique,
    name       text     not null,
    short_name text     not null,
    place      text     not null,
    country    text     not null,
    director   text     not null,
    begins     datetime,
    ends       datetime,
    zone       text     not null,
    hidden     boolean  not null,
    settings   text     not null,
    last_id    integer  not null,
    version    integer  not null check (version > 0)
);

create table players (
    tournament_id    integer not null references tournaments (id) on delete cascade,
    id               integer not null,
    family           text    not null,
    given            text    not null,
    rank             integer not null,
    grade            integer not null,
    rating           integer,
    rating_origin    text    not null,
    country          text    not null,
    club             text    not null,
    egd              text    not null,
    ffg              text    not null,
    aga              text    not null,
    ffg_status       text    not null,
    aga_expiry       text    not null,
    status           integer not null,
    absent           integer not null, -- bit n is round n
    half_byes        integer not null, -- likewise
    start_correction integer not null,
    tags             text,
    notes            text    not null,
    contact          text    not null,
    primary key (tournament_id, id)
) without rowid;

create table rounds (
    tournament_id integer not null references tournaments (id) on delete cascade,
    number        integer not null check (number > 0),
    published     boolean not null,
    starts        datetime,
    seed          integer not null, -- the 64 bits of an unsigned number
    total         text    not null,
    inputs        text    not null,
    bye           integer not null, -- the player whom the draw gave it, or 0
    program       text    not null,
    primary key (tournament_id, number)
) without rowid;

create table games (
    tournament_id integer not null,
    id            integer not null,
    round         integer not null,
    table_number  integer not null,
    black         integer not null,
    white         integer not null check (white <> black),
    handicap      integer not null,
    komi          integer not null,
    by_hand       boolean not null,
    locked        boolean not null,
    colours_open  boolean not null,
    result        text    not null,
    revision      integer not null,
    entered_by    text    not null,
    entered_at    datetime,
    disputed      text    not null, -- the result that contradicts, ? for none
    disputed_by   text    not null,
    disputed_at   datetime,
    primary key (tournament_id, id),
    foreign key (tournament_id, round) references rounds (tournament_id, number) on delete cascade,
    foreign key (tournament_id, black) references players (tournament_id, id),
    foreign key (tournament_id, white) references players (tournament_id, id)
) without rowid;

create table byes (
    tournament_id integer not null,
    round         integer not null,
    player        integer not null,
    primary key (tournament_id, round, player),
    foreign key (tournament_id, round) references rounds (tournament_id, number) on delete cascade,
    foreign key (tournament_id, player) references players (tournament_id, id)
) without rowid;

-- The log has exactly one entry for every version of a tournament. An entry
-- can be undone once; the undoing can be undone in turn.
create table log (
    tournament_id integer  not null references tournaments (id) on delete cascade,
    version       integer  not null,
    at            datetime not null,
    actor         text     not null,
    action        text     not null,
    args          text     not null,
    changes       text     not null,
    once          text     unique,
    undoes        integer,
    primary key (tournament_id, version),
    unique (tournament_id, undoes)
);

create table users (
    id       integer primary key,
    name     text     not null,
    key      text     not null unique, -- the name folded, for finding it
    password text     not null,        -- a hash with its parameters
    created  datetime not null
);

create table sessions (
    hash    text primary key, -- of the token, which is kept nowhere
    user_id integer  not null references users (id) on delete cascade,
    created datetime not null,
    expires datetime not null
);

create table setup_tokens (
    hash    text primary key,
    created datetime not null
);
