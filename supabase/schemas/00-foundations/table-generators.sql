-- What many tables have alike, so that their files name it in one line. The files of the tables call these functions.

-- Policies of one rule for a group of staff, such as "agents read" and "agents update" for 'select update'.
create function private.add_policies(relation text, members text, commands text) returns void
  language plpgsql set search_path = ''
as $$
declare
  rule constant text := case members
    when 'owners' then 'is_owner'
    when 'agents' then 'can_handle_leads'
    when 'editors' then 'can_edit_content'
    else 'is_staff'
  end;
  command text;
begin
  foreach command in array string_to_array(commands, ' ') loop
    execute format(
      'create policy %I on public.%I for %s to authenticated %s ((select public.%I()))',
      members || ' ' || case command when 'select' then 'read' else command end, relation, command,
      case command when 'insert' then 'with check' else 'using' end, rule
    );
  end loop;
end;
$$;

-- Entries in the audit log for rows that are created, changed or deleted: one for each, up to `most` of a statement.
create function private.audit_table(relation text, area text, most integer) returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format($sql$
    create trigger audit_created after insert on public.%1$I referencing new table as added
      for each statement execute function private.audit_rows(%2$L, %3$L);
    create trigger audit_changed after update on public.%1$I referencing old table as removed new table as added
      for each statement execute function private.audit_rows(%2$L, %3$L);
    create trigger audit_deleted after delete on public.%1$I referencing old table as removed
      for each statement execute function private.audit_rows(%2$L, %3$L);
  $sql$, relation, area, most);
end;
$$;

-- Limits a column that can hold long texts, or a list of them, with a message that names it.
create function private.limit_column(relation text, name text, label text, longest integer, most integer default null)
  returns void
  language plpgsql set search_path = ''
as $$
begin
  execute format(
    'create trigger %I before insert or update of %I on public.%I for each row execute function private.limit_size(%L, %L, %L%s)',
    'limit_' || name, name, relation, name, label, longest, ', ' || quote_literal(most)
  );
end;
$$;

-- A table that editors write: their grants and policies, entries in the audit log, notices for cached pages, the time of
-- the last change, and that a changed sample is none any more. Who reads it is declared with the table.
create function private.add_edited_table(relation text, audited_at_once integer) returns void
  language plpgsql set search_path = ''
as $$
declare
  columns constant text[] := array(
    select attname from pg_catalog.pg_attribute
    where attrelid = format('public.%I', relation)::regclass and attnum > 0 and not attisdropped
  );
  written constant text := (
    select string_agg(quote_ident(name), ', ') from unnest(columns) as name
    where name not in ('id', 'created_at', 'updated_at', 'is_sample')
  );
begin
  execute format($sql$
    grant select, delete, insert (id, %2$s), update (%2$s) on public.%1$I to authenticated;
    create trigger notify_changed after insert or update or delete on public.%1$I
      for each row execute function private.notify_table_changed();
    create trigger notify_truncated after truncate on public.%1$I
      for each statement execute function private.notify_table_changed();
  $sql$, relation, written);
  perform private.add_policies(relation, 'editors', 'insert update delete');
  perform private.audit_table(relation, 'content', audited_at_once);
  if 'updated_at' = any (columns) then
    execute format(
      'create trigger %I before update on public.%I for each row execute function private.set_updated_at()',
      relation || '_updated_at', relation
    );
  end if;
  if 'is_sample' = any (columns) then
    execute format($sql$
      create trigger keep_edited_sample before update on public.%1$I
        for each row when (old.is_sample and current_user = 'authenticated') execute function private.keep_edited_sample();
    $sql$, relation);
  end if;
end;
$$;
