// The site's server signs a lead's content and the database compares it, so both must compute the same hash; if they
// differed, the lead would be stored as one of unknown origin.
import { expect, test } from 'vitest';
import { Random } from '@fairlead/backend/testing';
import { checkLead } from '../../site/app/lead/check-lead.ts';
import { hashLeadContent, type LeadInsert } from '../../site/app/lead/hash-lead-content.server.ts';
import {
  isLeadFieldRequired,
  leadFieldNames,
  leadFields,
  readLeadValues,
} from '../../site/app/lead/lead-fields.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

const letters = [
  // Also characters that could be the end of an escape sequence.
  ...'abefnrtuvxZ09,:-\'"\\{}%',
  ...'éßİı',
  'e\u0301',
  '中',
  '👋🏽',
  '\u{10ffff}',
  '\u200b',
  '\u200d',
  '\u202e',
  '\ufffd',
  '\u0001',
  '\u007f',
  '\u0085',
];
/** Everything that String.trim() removes, with line ends of each kind. */
const spaces = [
  ...' \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a',
  ...'\u2028\u2029\u202f\u205f\u3000\ufeff',
  '\r\n',
];

function writeText(random: Random): string {
  const alphabet = random.pick([letters, spaces, [...letters, ...spaces]]);
  return Array.from({ length: random.below(12) }, () => random.pick(alphabet)).join('');
}

function writeRow(random: Random): LeadInsert {
  const fields = leadFieldNames.map((name) => {
    const isNull = !isLeadFieldRequired(name, 'proposal') && random.chance(0.2);
    return [name, isNull ? null : writeText(random)];
  });
  return {
    ...(Object.fromEntries(fields) as LeadInsert),
    ...(random.chance(0.5) && { service_id: random.pick([null, crypto.randomUUID()]) }),
  };
}

/** Computed in the database, with `clean` after the cleaning of an insert. */
async function hashesOf(rows: readonly Partial<LeadInsert>[], clean: boolean): Promise<string[]> {
  return database.column<string>(
    `select private.hash_lead_content(case when $2 then private.clean_lead(lead) else lead end) as hash
     from jsonb_array_elements($1) with ordinality as given (value, row_number),
       jsonb_populate_record(null::public.leads, value) as lead
     order by row_number`,
    [JSON.stringify(rows), clean],
  );
}

/** The length checks of a table by name, with the maximum of each. */
async function lengthChecks(table: string): Promise<Record<string, number>> {
  const rows = await database.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint where conrelid = $1::regclass`,
    [`public.${table}`],
  );
  return Object.fromEntries(
    rows.map(({ name, definition }) => [name, Number(/<= (\d+)/.exec(definition)?.[1])]),
  );
}

test('P-135…P-140 the database has the fields of the site’s definition, with their limits', async () => {
  const rows = await database.query('select private.lead_fields() as fields');
  expect(rows).toEqual([{ fields: leadFieldNames }]);
  const limits = Object.fromEntries(
    leadFieldNames.map((name) => [`leads_${name}_length`, leadFields[name].maxLength]),
  );
  for (const table of ['leads', 'quarantined_leads']) expect(await lengthChecks(table)).toMatchObject(limits);
});

test('G-36 the site and the database hash any content alike: Unicode, empty, missing, white space', async () => {
  const random = new Random(36);
  const rows = Array.from({ length: 2_000 }, () => writeRow(random));
  expect(rows.map(hashLeadContent)).toEqual(await hashesOf(rows, false));
  // The lengths keep fields apart.
  const base = { email: 'b', phone: null, message: null };
  const alike = [
    { ...base, name: 'a', company: ',1:b' },
    { ...base, name: 'a,', company: '1:b' },
    { ...base, name: 'a', company: '-' },
    { ...base, name: 'a', company: null },
  ];
  expect(new Set(await hashesOf(alike, false)).size).toBe(alike.length);
});

test('G-36 P-143 content that the site has cleaned is not changed by the database', async () => {
  const random = new Random(143);
  const rows: LeadInsert[] = [];
  for (let form = 0; form < 2_000; form += 1) {
    const fields = new URLSearchParams(leadFieldNames.map((name) => [name, `${writeText(random)}\0`]));
    fields.set('email', ' ana@roy.example\r\n');
    const checked = checkLead(random.pick(['contact', 'proposal']), readLeadValues(fields));
    if (checked.ok) rows.push(checked.lead);
  }
  expect(rows.length).toBeGreaterThan(500);
  expect(rows.map(hashLeadContent)).toEqual(await hashesOf(rows, true));
});

test('a booking and a lead that a colleague adds take every field of the form, and nothing else', async () => {
  const given = {
    ...Object.fromEntries(leadFieldNames.map((name) => [name, `the ${name}`])),
    email: 'ana@roy.example',
    phone: '604 555 0199',
  };
  const lead = await database.value<Record<string, unknown>>(
    'select to_jsonb(private.new_lead($1)) as lead',
    [{ ...given, score: 9, status: 'qualified' }],
  );
  expect(lead).toMatchObject({ ...given, score: 0, status: 'new' });
});
