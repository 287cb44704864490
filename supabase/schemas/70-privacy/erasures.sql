-- Erasures. The server also keeps them outside of the database, and applies them again after a backup was restored
-- (server/erasures/).

create table private.erasures (
  id uuid primary key default gen_random_uuid(),
  erased_at timestamptz not null default now(),
  -- Identifies the contact key of the hashes.
  key text not null,
  address_hashes text[] not null,
  phone_hashes text[] not null,
  lead_ids uuid[] not null,
  -- The server has stored it outside of the database.
  is_stored boolean not null default false
);

create index erasures_unstored on private.erasures (id) where not is_stored;

create trigger audit_erasure after insert on private.erasures
  for each row execute function private.audit_erasure();
create trigger notify_changed after insert on private.erasures
  for each row execute function private.notify_table_changed();

-- Differs from the hash in the do-not-contact list.
create function private.erasure_hash(contact text) returns text
  language sql stable set search_path = ''
as $$ select private.contact_hash('erased', contact) $$;

-- Every address and number in columns of reach `words` and in accounts.
create function private.known_contacts() returns table (email text, phone text)
  language plpgsql stable security definer set search_path = '' rows 200
as $$
declare
  listed record;
begin
  for listed in
    select data.table_name, string_agg(format('t.%I::text', data.column_name), ', ') as columns
    from private.personal_data as data
    where (data.reach = 'words' or (data.table_name = 'auth.users' and data.column_name in ('email', 'phone')))
      and has_table_privilege(to_regclass(data.table_name), 'select')
    group by data.table_name
  loop
    return query execute format(
      $sql$
        select lower(rtrim(found[1], '.')), private.phone_digits(found[2])
        from %s as t,
          regexp_matches(
            concat_ws(e'\n', %s),
            '([^\s<>"'',;:()\[\]\\]+@[^\s<>"'',;:()\[\]\\]+)|(\+?\(?\d[\d ().-]{5,}\d)', 'g'
          ) as found
      $sql$,
      listed.table_name, listed.columns
    );
  end loop;
end;
$$;

-- For the server: erasures that it has not stored yet, the oldest first.
create function public.unstored_erasures() returns jsonb
  language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(erasure) - 'is_stored' order by erasure.erased_at), '[]')
  from (select * from private.erasures where not erasures.is_stored order by erasures.erased_at limit 1000) as erasure;
$$;
grant execute on function public.unstored_erasures() to service_role;

create function public.mark_erasures_stored(stored uuid[]) returns void
  language sql volatile security definer set search_path = ''
as $$
  update private.erasures set is_stored = true where erasures.id = any (stored) and not erasures.is_stored;
$$;
grant execute on function public.mark_erasures_stored(uuid[]) to service_role;

-- Applies those of `given` that this database does not know, because an older backup was restored. Returns how many
-- were `applied`, and `partly` how many of them have hashes of another key, so that only their leads are found. Rows
-- newer than an erasure stay.
create function public.reapply_erasures(given jsonb) returns jsonb
  language plpgsql volatile security definer set search_path = ''
as $$
declare
  own_key constant text := private.erasure_hash('');
  missing private.erasures[] := array(
    select erasure
    from jsonb_populate_recordset(null::private.erasures, given) as erasure
    where not exists (select from private.erasures as known where known.id = erasure.id)
    order by erasure.erased_at
  );
  emails jsonb;
  phones jsonb;
  erasure private.erasures;
  wanted private.contacts;
begin
  if cardinality(missing) = 0 then
    return '{"applied": 0, "partly": 0}';
  end if;
  -- One pass over all texts, for any number of erasures.
  select
    coalesce(jsonb_object_agg(private.erasure_hash(known.email), known.email) filter (where known.email is not null), '{}'),
    coalesce(jsonb_object_agg(private.erasure_hash(known.phone), known.phone) filter (where known.phone is not null), '{}')
  into emails, phones
  from (select distinct found.email, found.phone from private.known_contacts() as found) as known;
  foreach erasure in array missing loop
    wanted := row(
      array(select emails ->> hash from unnest(erasure.address_hashes) as hash where emails ? hash),
      array(select phones ->> hash from unnest(erasure.phone_hashes) as hash where phones ? hash)
    );
    if wanted.emails = '{}' and wanted.phones = '{}' then
      perform private.erase_leads(erasure.lead_ids);
      delete from public.quarantined_leads where quarantined_leads.id = any (erasure.lead_ids);
    else
      perform private.erase_contacts(wanted, erasure.lead_ids, erasure.erased_at);
    end if;
    insert into private.erasures (id, erased_at, key, address_hashes, phone_hashes, lead_ids, is_stored)
    values (
      erasure.id, erasure.erased_at, erasure.key, erasure.address_hashes, erasure.phone_hashes, erasure.lead_ids, true
    );
  end loop;
  return jsonb_build_object(
    'applied', cardinality(missing),
    'partly', (select count(*) from unnest(missing) as applied where applied.key <> own_key)
  );
end;
$$;
grant execute on function public.reapply_erasures(jsonb) to service_role;

-- Which of these contacts were erased, and when.
create function public.erased_contacts(contacts text[]) returns table (contact text, erased_at timestamptz)
  language sql stable security definer set search_path = '' rows 10
as $$
  select given.contact, max(erasure.erased_at)
  from unnest(contacts[1:10000]) as given (contact)
  join private.erasures as erasure
    on private.erasure_hash(lower(rtrim(btrim(given.contact), '.'))) = any (erasure.address_hashes)
    or private.erasure_hash(private.phone_digits(given.contact)) = any (erasure.phone_hashes)
  group by given.contact;
$$;
grant execute on function public.erased_contacts(text[]) to service_role;
