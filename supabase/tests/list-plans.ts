// Lists at 100,000 leads, each with the index through which its page must be read (plans.test.ts).
import type { CallerName } from './test-database.ts';

export const firstPageClause = 'order by created_at desc, id desc limit 51';

/** Title, caller, query, index. */
export const listPlans: [string, CallerName, string, string][] = [
  ['leads, newest first', 'agent', `select * from public.leads ${firstPageClause}`, 'leads_newest'],
  [
    'leads of a status',
    'agent',
    `select * from public.leads where status = 'qualified' ${firstPageClause}`,
    'leads_newest_by_status',
  ],
  [
    'leads that need a reply, the longest wait first',
    'agent',
    `select * from public.leads_needing_reply order by since, lead_id limit 6`,
    'leads_needing_reply_longest',
  ],
  [
    'leads that need a reply, a later page',
    'agent',
    `select * from public.leads_needing_reply
     where since >= now() - interval '50000 minutes'
       and (since > now() - interval '50000 minutes'
         or (since = now() - interval '50000 minutes' and lead_id > gen_random_uuid()))
     order by since, lead_id limit 6`,
    'leads_needing_reply_longest',
  ],
  // The query of sorted_leads.
  [
    'leads, oldest first',
    'agent',
    `select id, created_at from public.leads order by created_at, id limit 51`,
    'leads_newest',
  ],
  [
    'leads of a status, oldest first, a later page',
    'agent',
    `select id, created_at from public.leads
     where status = 'qualified' and (created_at, id) > (now() - interval '50000 minutes', gen_random_uuid())
     order by created_at, id limit 51`,
    'leads_newest_by_status',
  ],
  [
    'leads by their wait, a later page',
    'agent',
    `select waiting.lead_id, waiting.since
     from public.leads_needing_reply as waiting join public.leads on leads.id = waiting.lead_id
     where (waiting.since, waiting.lead_id) > (now() - interval '50000 minutes', gen_random_uuid())
     order by waiting.since, waiting.lead_id limit 51`,
    'leads_needing_reply_longest',
  ],
  [
    'a thread',
    'agent',
    `select * from public.lead_messages where lead_id = (select id from public.leads limit 1) order by created_at, id`,
    'lead_messages_thread',
  ],
  [
    'services, published',
    'visitor',
    `select * from public.services where is_published ${firstPageClause}`,
    'services_published',
  ],
  ['services, all', 'viewer', `select * from public.services ${firstPageClause}`, 'services_newest'],
  [
    'one service',
    'visitor',
    `select * from public.services where slug = 'service-77' and is_published`,
    'services_slug',
  ],
  [
    'posts, published',
    'visitor',
    `select * from public.posts where is_published order by published_at desc nulls last, id desc limit 51`,
    'posts_published',
  ],
];
