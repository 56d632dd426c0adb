-- +goose Up

-- See ../sqlite.
create table webhook_reached (
    webhook_id bigint not null,
    tournament_id bigint not null,
    version bigint not null,
    at timestamptz,
    primary key (tournament_id, webhook_id),
    foreign key (webhook_id) references webhooks (id) on delete cascade,
    foreign key (tournament_id) references tournaments (id) on delete cascade
);

insert into webhook_reached
select w.id, t.id, split_part(j.value, '-', 1)::bigint, timestamptz 'epoch' + interval '1 microsecond' * (
    select sum((strpos('0123456789abcdefghijklmnopqrstuvwxyz', substr(mark, n, 1)) - 1) * 36::numeric ^ (length(mark) - n))
    from split_part(j.value, '-', 2) mark, generate_series(1, length(mark)) n)::float8
from webhooks w cross join json_each_text(w.reached::json) j join tournaments t on t.id = j.key::bigint;

alter table webhooks drop column reached;
