-- Where a lead came from: the first page of that visit, the site that linked to it, and the campaign in its address. The
-- site's server says so in the signed header of private.set_lead_origin; no caller can set it by grant.
do $$
declare
  target text;
begin
  foreach target in array array['leads', 'quarantined_leads'] loop
    execute format($sql$
      alter table public.%I
        add column landing_path text,
        add column referrer_host text,
        add column campaign_source text,
        add column campaign_medium text,
        add column campaign_name text,
        add constraint leads_landing_path_plain check (landing_path ~ '^/[!-~]{0,199}$'),
        add constraint leads_referrer_host_plain check (referrer_host ~ '^[a-z0-9._-]{1,253}$'),
        add constraint leads_campaign_source_plain
          check (char_length(campaign_source) <= 100 and campaign_source !~ '[[:cntrl:]<>@"''\\%%]'),
        add constraint leads_campaign_medium_plain
          check (char_length(campaign_medium) <= 100 and campaign_medium !~ '[[:cntrl:]<>@"''\\%%]'),
        add constraint leads_campaign_name_plain
          check (char_length(campaign_name) <= 100 and campaign_name !~ '[[:cntrl:]<>@"''\\%%]')
    $sql$, target);
  end loop;
end;
$$;
comment on column public.leads.landing_path is 'path of the first page of the visit; of a form without scripts its own';
comment on column public.leads.referrer_host is 'host of the site that the visit came from; null: none, ours, or not known';
comment on column public.leads.campaign_source is 'utm_source of the first page';
comment on column public.leads.campaign_medium is 'utm_medium of the first page';
comment on column public.leads.campaign_name is 'utm_campaign of the first page';

-- The charts of the overview read all they count from this index alone.
drop index public.leads_newest;
create index leads_newest on public.leads (created_at desc, id desc)
  include (service_id, service_name, status, origin, referrer_host, campaign_source);

-- The given text where it is as the checks above want it, cut to 100 characters; else null.
create function private.plain_campaign(given text) returns text
  language sql immutable parallel safe
  return case when left(given, 100) !~ '[[:cntrl:]<>@"''\\%]' then nullif(btrim(left(given, 100)), '') end;

-- No value of a source can cost a lead: what is not plain is left out. An address of a preview is a key to a draft.
create function private.set_lead_source(lead public.leads, given jsonb) returns public.leads
  language plpgsql immutable set search_path = ''
as $$
declare
  landing constant text := left(given ->> 'landing', 200);
  host constant text := lower(given ->> 'referrer');
begin
  lead.landing_path := case when landing ~ '^/[!-~]*$' and landing !~ '^/+preview/' then landing end;
  lead.referrer_host := case when host ~ '^[a-z0-9._-]{1,253}$' then host end;
  lead.campaign_source := private.plain_campaign(given ->> 'utm_source');
  lead.campaign_medium := private.plain_campaign(given ->> 'utm_medium');
  lead.campaign_name := private.plain_campaign(given ->> 'utm_campaign');
  return lead;
end;
$$;

create or replace function private.set_lead_origin(lead public.leads) returns public.leads
  language plpgsql stable set search_path = ''
as $$
declare
  facts jsonb;
  address text;
  scored record;
begin
  lead.content_hash := private.hash_lead_content(lead);
  facts := private.read_lead_facts(lead.content_hash);
  if facts is null then
    lead.origin := 'api';
    address := private.request_address();
    lead.address_hash := private.hash_address(address);
    lead.network_hash := private.hash_address(private.wider_network(address));
  else
    lead.origin := 'site';
    lead.submission_key := (facts ->> 'key')::uuid;
    lead.source_path := left(facts ->> 'path', 200);
    lead.address_hash := facts ->> 'address';
    lead := private.set_lead_source(lead, facts -> 'source');
  end if;
  select score.points, score.reasons into scored
  from private.score_lead_text(lead.name, lead.company, lead.message) as score;
  lead.score := greatest(0, scored.points + coalesce((facts ->> 'score')::integer, 1));
  lead.score_reasons := scored.reasons
    || array(select jsonb_array_elements_text(coalesce(facts -> 'reasons', '["not sent through our forms"]')));
  return lead;
end;
$$;

-- The last 90 days by source, the most leads first: a campaign by its source, another site by its host, the API, and what
-- came directly or is not known. `qualified`: those whose status is that today. The first 50.
create function public.leads_by_source() returns table (kind text, source text, total bigint, qualified bigint)
  language sql stable security definer set search_path = ''
as $$
  with counted as (
    select
      case
        when leads.campaign_source is not null then 'campaign'
        when leads.referrer_host is not null then 'site'
        when leads.origin = 'api' then 'api'
        else 'direct'
      end as kind,
      coalesce(leads.campaign_source, leads.referrer_host) as source,
      count(*) as total,
      count(*) filter (where leads.status = 'qualified') as qualified
    from public.leads
    where leads.created_at >= private.toronto_midnight(89)
    group by 1, 2
  )
  select counted.kind, counted.source, counted.total, counted.qualified
  from counted
  where public.is_staff()
  order by counted.total desc, counted.qualified desc, counted.kind, counted.source
  limit 50;
$$;

revoke execute on function private.plain_campaign(text), private.set_lead_source(public.leads, jsonb) from public;
revoke execute on function public.leads_by_source() from public, anon, authenticated;
grant execute on function public.leads_by_source() to authenticated;
