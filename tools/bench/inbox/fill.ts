import type { createPool } from '@fairlead/backend/database';

/** A word in the names of three leads, at each size. */
export const rareWord = 'Quillwater';
/** A word in the address of every lead. */
export const commonWord = 'company';

type Pool = ReturnType<typeof createPool>;
/** Leads per statement, few enough to stay within the pool's time limit. */
const batch = 10_000;

/** Inserts leads a minute apart, each with four messages, like those of a busy agency after some years. */
export async function fillInbox(pool: Pool, leads: number): Promise<void> {
  await pool.query(`update settings set sign_up_mode = 'open'`);
  for (let first = 1; first <= leads; first += batch)
    await insertLeads(pool, leads, first, Math.min(leads, first + batch - 1));
  // To detect retries, the triggers take a lock for each message: too many locks for one transaction.
  await pool.query('alter table lead_messages disable trigger user');
  await pool.query(
    `insert into lead_messages (lead_id, message, sender_type, created_at)
     select leads.id, repeat('Thank you, that helps. ', 8), case when i % 2 = 0 then 'admin' else 'lead' end,
       leads.created_at + i * interval '1 hour'
     from leads, generate_series(1, 4) as i`,
  );
  await pool.query('alter table lead_messages enable trigger user');
  await pool.query('vacuum analyze');
}

/** Inserts the leads with the numbers `first` to `last`. */
async function insertLeads(pool: Pool, leads: number, first: number, last: number): Promise<void> {
  await pool.query(
    `insert into leads (name, email, company, phone, message, status, created_at)
     select case when i in ($1::integer / 3, $1 / 2, $1 - 1) then '${rareWord} ' else 'Person ' end || md5(i::text),
       substr(md5((i * 7)::text), 1, 10) || '@${commonWord}' || (i % 5000) || '.example',
       case when i % 3 > 0 then 'Firm ' || md5((i % 9000)::text) end, '604-555-0112',
       repeat('We would like to know more about your services. ', 4),
       (array['new', 'contacted', 'in_conversation', 'qualified', 'not_interested'])[1 + i % 5],
       now() - i * interval '1 minute'
     from generate_series($2::integer, $3::integer) as i`,
    [leads, first, last],
  );
}
