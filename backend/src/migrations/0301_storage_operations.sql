-- For policies that hold for some uses of an object only, e.g. signing but not listing; named with or without "storage.".

create function storage.allow_any_operation(expected_operations text[]) returns boolean language sql stable
as $$
  select coalesce(
    regexp_replace(storage.operation(), '^storage\.', '') in (
      select regexp_replace(expected, '^storage\.', '')
      from unnest(expected_operations) as expected
      where expected <> ''
    ),
    false
  )
$$;

create function storage.allow_only_operation(expected_operation text) returns boolean language sql stable
as $$
  select storage.allow_any_operation(array[expected_operation])
$$;
