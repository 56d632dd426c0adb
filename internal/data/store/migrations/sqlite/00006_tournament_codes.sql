-- +goose Up

-- What the European Go Database calls a tournament is a setting of its own.
update tournaments
set settings = json_remove(json_set(settings, '$.Rating.Code', json_extract(settings, '$.Foreign."egd/TC"')), '$.Foreign."egd/TC"')
where json_extract(settings, '$.Foreign."egd/TC"') is not null and json_type(settings, '$.Rating') = 'object';
