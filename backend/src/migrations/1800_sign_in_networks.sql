-- Where an account has signed in from in the last 90 days, also where it signed out: it is not slowed down there while
-- somebody guesses its password. An IPv4 address, or the /64 of an IPv6 address.
create table auth.sign_in_networks (
  user_id uuid not null references auth.users on delete cascade,
  network cidr not null,
  seen_at timestamptz not null default now(),
  primary key (user_id, network)
);
create index sign_in_networks_seen_at on auth.sign_in_networks (seen_at);

create function auth.network_of(ip inet) returns cidr language sql immutable
set search_path = ''
as $$
  select network(set_masklen(ip, case family(ip) when 4 then 32 else 64 end))
$$;

insert into auth.sign_in_networks (user_id, network, seen_at)
select user_id, auth.network_of(ip), max(coalesce(refreshed_at, created_at)) from auth.sessions where ip is not null group by 1, 2;

revoke all on auth.sign_in_networks from public, anon, authenticated, service_role;
revoke execute on function auth.network_of(inet) from public;
