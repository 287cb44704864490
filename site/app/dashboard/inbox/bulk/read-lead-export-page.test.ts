import { expect, test } from 'vitest';
import { leadFieldNames } from '../../../lead/lead-fields.ts';
import { leadTexts } from '../../../lead/lead-texts.ts';
import { loadLeadCsvFormatter, type LeadExportRow } from './read-lead-export-page.ts';

const lead = {
  name: 'Ana Roy',
  email: 'ana@roy.example',
  service_name: 'Old name',
  services: { name: 'Accessibility Audit' },
  status: 'in_conversation',
  created_at: '2026-11-20T14:05:00.123456+00:00',
  reply_count: 2,
  last_reply_at: null,
  stripe_customer_id: null,
  consent_at: null,
  origin: null,
  source_path: null,
  message: null,
  received_mails: [] as { id: string }[],
} as LeadExportRow;

async function line(change: Partial<LeadExportRow>): Promise<string> {
  return (await loadLeadCsvFormatter('America/Toronto')).rows([{ ...lead, ...change }]);
}

test('B-22 a file begins with the mark that makes Excel read UTF-8, and names its columns', async () => {
  const heading = (await loadLeadCsvFormatter('America/Toronto')).heading();
  expect(heading).toMatch(
    /^\ufeff"Name","Email","Phone","Company",.*"Interested in","How it came in","Status","Message","Received \(Eastern Time\)"/,
  );
  expect(heading.endsWith('\r\n')).toBe(true);
});

test('B-22 every field of a lead has its column', async () => {
  const row = { ...lead, ...Object.fromEntries(leadFieldNames.map((name) => [name, `the ${name}`])) };
  const writer = await loadLeadCsvFormatter('America/Toronto');
  for (const name of leadFieldNames) {
    expect(writer.heading()).toContain(`"${leadTexts.fields[name].label}"`);
    expect(writer.rows([row])).toContain(`"the ${name}"`);
  }
});

test('B-22 a lead is one record, its words those of the screen', async () => {
  expect(await line({})).toMatch(
    /^"Ana Roy","ana@roy.example",("",)+"Accessibility Audit","","In Conversation","","2026-11-20 \d\d:05:00","2"(,""){9}\r\n$/,
  );
});

test.each<[string, Partial<LeadExportRow>]>([
  ['Contact form', { origin: 'site', source_path: '/contact', message: 'Hi' }],
  ['Proposal', { origin: 'site', source_path: '/services/audit' }],
  ['Consultation', { origin: 'site', source_path: '/book' }],
  ['Email', { origin: 'api', received_mails: [{ id: 'a' }] }],
  ['API', { origin: 'api', message: 'Hi', received_mails: [{ id: 'a' }] }],
  ['Added by hand: phone call', { origin: 'staff', channel: 'phone', received_mails: [{ id: 'a' }] }],
  ['Added by hand', { origin: 'staff', channel: 'other' }],
  ['', {}],
])('B-22 the column of a lead’s origin: %s', async (way, change) => {
  expect(await line(change)).toContain(`"Accessibility Audit","${way}","In Conversation"`);
});

test.each([
  '=HYPERLINK("https://x.example")',
  '+1 604 555 0112',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '\r=1',
  '  =1+1',
  '=cmd|calc\nsecond line',
  '＝1+1',
])('B-22 a cell never begins as a formula: %j', async (name) => {
  const written = await line({ name });
  expect(written.startsWith(`"'${name.replaceAll('"', '""')}","ana@`)).toBe(true);
});

test.each(['+1 (604) 555-0112', '-604.555.0112', '+16045550112'])(
  'B-22 the phone number %s is exported as it is',
  async (phone) => {
    expect(await line({ phone })).toContain(`"ana@roy.example","${phone}",`);
  },
);

test.each(['+1 604 555 0112 x5', '-2+3=', '+1\t604', '@604', '=6045550112'])(
  'B-22 a phone number that a spreadsheet could run gets an apostrophe: %j',
  async (phone) => {
    expect(await line({ phone })).toContain(`"ana@roy.example","'${phone}",`);
  },
);

test('B-502 marks that would show a cell in another order are not exported', async () => {
  expect((await line({ name: '\u202e=1+1\u2066' })).startsWith(`"'=1+1","ana@`)).toBe(true);
});

test('B-22 quotes, separators of any country and line breaks stay in their cell', async () => {
  const name = 'Ana "the\nAudit";=1,Roy';
  expect((await line({ name })).startsWith('"Ana ""the\nAudit"";=1,Roy","ana@')).toBe(true);
});

test('an export without rows has no line', async () => {
  expect((await loadLeadCsvFormatter('America/Toronto')).rows([])).toBe('');
});
