-- Refresh tokens are stored as hashes, so that neither the database nor a backup signs anyone in. The token that was made
-- from `parent` is derived again from a secret of the server, the session and `nonce`; null where it is random.
alter table auth.refresh_tokens add column nonce uuid;

create function auth.hash_refresh_token(token text) returns text language sql immutable
set search_path = ''
as $$
  select case when token ~ '^[0-9a-f]{64}$' then token else encode(sha256(convert_to(token, 'UTF8')), 'hex') end
$$;

create function auth.hash_refresh_tokens() returns trigger language plpgsql
set search_path = ''
as $$
begin
  new.token := auth.hash_refresh_token(new.token);
  new.parent := auth.hash_refresh_token(new.parent);
  return new;
end
$$;

-- Tokens of a dump from elsewhere are hashed as they come in, also by a restore that switches triggers off.
create trigger hash_refresh_tokens before insert or update on auth.refresh_tokens
for each row execute function auth.hash_refresh_tokens();
alter table auth.refresh_tokens enable always trigger hash_refresh_tokens;

update auth.refresh_tokens set token = token;

revoke execute on function auth.hash_refresh_token(text), auth.hash_refresh_tokens() from public;

-- When the account last completed its second factor there; null where it never did. A password alone does not make a
-- network known to the second factor.
alter table auth.sign_in_networks add column second_factor_at timestamptz;

insert into auth.sign_in_networks (user_id, network, second_factor_at)
select user_id, auth.network_of(ip), max(coalesce(refreshed_at at time zone 'utc', updated_at, created_at))
from auth.sessions where ip is not null and aal = 'aal2' group by 1, 2
on conflict (user_id, network) do update set second_factor_at = excluded.second_factor_at;
