// Tables, views and functions whose rows are counted.

/** Each row carries a mark such as "people:7", from which a test counts how often a response contains it. */
export const rowCountsSql = `
  create table cities (id int primary key, name text not null, mayor_id int);
  create table people (
    id int primary key, mark text not null, city_id int references cities, friend_id int references people,
    notes jsonb not null default '[{"mark": "no row"}]', born date
  );
  alter table cities add constraint mayor foreign key (mayor_id) references people;
  create table letters (id int primary key, mark text not null, writer_id int not null references people, city_id int references cities);
  create table clubs (id int primary key, name text not null);
  create table members (club_id int references clubs, person_id int references people, primary key (club_id, person_id));
  create table drafts (id int generated always as identity primary key, mark text, writer_id int references people);
  create index on people (city_id);
  create index on letters (writer_id);
  insert into cities select n, 'city ' || n from generate_series(1, 6) as n;
  insert into people (id, mark, city_id, friend_id)
    select n, 'people:' || n, nullif(n % 7, 0), case when n % 3 = 0 then n / 3 end from generate_series(1, 60) as n;
  update cities set mayor_id = id * 2 where id < 5;
  insert into letters select n, 'letters:' || n, 1 + n % 40, nullif(n % 7, 0) from generate_series(1, 120) as n;
  insert into clubs select n, 'club ' || n from generate_series(1, 4) as n;
  insert into members select 1 + n % 4, n from generate_series(1, 60) as n;
  alter table people enable row level security;
  create policy most on people for select using (id <> 13);
  create policy adding on people for insert with check (true);
  create policy changing on people for update using (true);

  create view persons as select id, mark, city_id, upper(mark) as loud from people;
  create view grown as select * from persons where id > 20;
  create view towns as select c.id, c.name, (select string_agg(mark, ' ') from people p where p.city_id = c.id) as all_of from cities c;
  create view letters_with_writers as
    select l.id, l.mark, p.mark as writer from letters l join people p on p.id = l.writer_id;
  create materialized view kept as select id, mark from people;
  create materialized view kept_towns as select city_id as id, string_agg(mark, ' ') as all_of from people group by city_id;
  create view all_kept as select string_agg(mark, ' ') as all_of from kept;
  create function kept_marks() returns setof text language sql stable as 'select mark from kept';
  create function kept_json() returns jsonb language sql stable as 'select jsonb_agg(kept) from kept';
  create function kept_towns_marks() returns setof text language sql stable as 'select all_of from kept_towns';

  create table visits (id int, mark text not null, city_id int references cities) partition by range (id);
  create table visits_old partition of visits for values from (0) to (20);
  create table visits_new partition of visits for values from (20) to (100) partition by list (city_id);
  create table visits_newest partition of visits_new default;
  insert into visits select n, 'visits:' || n, nullif(n % 7, 0) from generate_series(1, 40) as n;
  create view visits_seen as select id, mark from visits_newest;
  create materialized view visits_kept as select id, mark from visits_old;
  create function visits_of_old() returns setof text language sql stable as 'select mark from visits_old';

  create table papers (id int, mark text not null);
  create table secrets () inherits (papers);
  create table top_secrets () inherits (secrets);
  insert into papers select n, 'paper' from generate_series(1, 9) as n;
  insert into secrets select n, 'secrets:' || n from generate_series(1, 9) as n;
  insert into top_secrets select n, 'secrets:' || n from generate_series(10, 19) as n;

  create view papers_seen as select id, mark from papers;
  create view papers_again as select * from papers_seen where id > 2;
  create view papers_together as select string_agg(mark, ' ') as all_of from papers;
  create materialized view papers_kept as select id, mark from papers_seen;
  create function papers_from(lowest int) returns setof papers language sql stable as 'select * from papers where id >= lowest';
  create function papers_seen_from(lowest int) returns setof papers_seen language sql stable as
    'select * from papers_seen where id >= lowest';
  create function papers_marks() returns setof text language sql stable as 'select mark from papers';
  create function papers_json() returns jsonb language sql stable as 'select jsonb_agg(p) from papers_again as p';
  create view everyone as select id, mark from people union all select id, mark from letters;
  create function towns_of(cities) returns setof clubs language sql stable as
    $$ select $1.id, string_agg(mark, ' ') from people where city_id = $1.id $$;

  create function people_in(city int) returns setof people language sql stable as 'select * from people where city_id = city';
  create function one_person(wanted int) returns people language sql stable as 'select * from people where id = wanted';
  create function marks() returns setof text language sql stable as 'select mark from people';
  create function marks_of(city int) returns table (number int, name text) language plpgsql stable as
    $$ begin return query select id, mark from people where city_id = city; end $$;
  create function all_as_json() returns jsonb language sql stable as 'select jsonb_agg(people) from people';
  create function all_as_text() returns text language sql stable security definer as $$ select string_agg(mark, ';') from people $$;
  create function all_as_list() returns text[] language sql stable as 'select array_agg(mark) from people';
  create function all_dynamic() returns setof text language plpgsql stable as
    $$ declare name text := 'peo' || 'ple'; begin return query execute 'select string_agg(mark, '' '') from ' || name; end $$;
  create function all_in_steps() returns text language plpgsql stable as
    $$ declare found record; made text = ''; begin
      for found in select * from people loop made = made || found.mark || ','; end loop;
      return made; end $$;
  create function all_indirectly() returns text language sql stable as 'select all_as_text()';
  create function all_of_view() returns jsonb language sql stable as 'select jsonb_agg(g.mark) from grown g';
  create function how_many() returns bigint language sql stable as 'select count(*) from people';
  create function ids() returns table (id int, since date) language sql stable as 'select id, born from people';
  create function greet(name text) returns text language sql stable as $$ select 'hello ' || name $$;
  create function neighbours(people) returns setof people language sql stable as
    'select * from people where city_id = $1.city_id and id <> $1.id';
  create function letters_of(people) returns text language sql stable as
    'select string_agg(mark, '' '') from letters where writer_id = $1.id';
  create function ${'l'.repeat(63)}(people) returns text language sql stable as
    'select string_agg(mark, '' '') from letters where writer_id = $1.id';`;
