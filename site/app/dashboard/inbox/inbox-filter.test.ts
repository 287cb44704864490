import { expect, expectTypeOf, test } from 'vitest';
import type { readLeadExportPage } from './bulk/read-lead-export-page.ts';
import {
  isLeadFilterActive,
  parseInboxView,
  parseShownPageCount,
  serializeInboxView,
} from './inbox-filter.ts';
import { emptyLeadFilter } from './lead-filter.ts';

const me = '00000000-0000-4000-8000-0000000000a3';
const colleague = '00000000-0000-4000-8000-0000000000a4';

test('P-106 the search text and the status live in the address', () => {
  const filter = { ...emptyLeadFilter, term: 'ana & co', status: 'qualified' };
  expect(serializeInboxView(filter, me).toString()).toBe('search=ana+%26+co&status=qualified');
  expect(parseInboxView(serializeInboxView(filter, me), me)).toEqual(filter);
});

test('P-107 a status that does not exist is no filter', () => {
  expect(parseInboxView(new URLSearchParams('status=everything&search=%20'), me)).toEqual(emptyLeadFilter);
});

test.each([
  [{}, false],
  [{ term: 'a' }, true],
  [{ status: 'new' }, true],
])('P-124 only a search or a status counts as filtering: %j', (part, isActive) => {
  expect(isLeadFilterActive({ ...emptyLeadFilter, ...part })).toBe(isActive);
});

test('B-103 the order lives in the address too; only who needs a reply can be sorted by their wait', () => {
  const waiting = { ...emptyLeadFilter, needs: 'reply', sort: 'waiting' } as const;
  expect(serializeInboxView(waiting, me).toString()).toBe('needs=reply&sort=waiting');
  expect(parseInboxView(serializeInboxView(waiting, me), me)).toEqual(waiting);
  expect(parseInboxView(new URLSearchParams('sort=waiting'), me)).toEqual(emptyLeadFilter);
  expect(parseInboxView(new URLSearchParams('sort=nonsense'), me)).toEqual(emptyLeadFilter);
});

test('G-9 the URL contains the number of shown pages; an invalid one is 1, a large one is limited', () => {
  const counts = ['', 'page=3', 'page=0', 'page=-2', 'page=1.5', 'page=x', 'page=99999'];
  expect(counts.map((query) => parseShownPageCount(new URLSearchParams(query)))).toEqual([
    1, 3, 1, 1, 1, 1, 20,
  ]);
});

test('the filter of leads that need a reply is in the address, beside search and status', () => {
  const filter = { ...emptyLeadFilter, term: 'ana', status: 'new', needs: 'reply' } as const;
  expect(serializeInboxView(filter, me).toString()).toBe('search=ana&status=new&needs=reply');
  expect(parseInboxView(serializeInboxView(filter, me), me)).toEqual(filter);
  expect(parseInboxView(new URLSearchParams('needs=nothing'), me)).toEqual(emptyLeadFilter);
});

test.each([
  [me, 'assignee=me'],
  [colleague, `assignee=${colleague}`],
  ['none', 'assignee=none'],
  [null, ''],
])('B-34 whose leads are shown is a part of the address: %s', (assignee, address) => {
  const filter = { ...emptyLeadFilter, assignee };
  expect(serializeInboxView(filter, me).toString()).toBe(address);
  expect(parseInboxView(new URLSearchParams(address), me)).toEqual(filter);
  expect(isLeadFilterActive(filter)).toBe(assignee !== null);
});

test('an assignee that is no account is no filter', () => {
  expect(parseInboxView(new URLSearchParams('assignee=everybody'), me)).toEqual(emptyLeadFilter);
});

test('B-104 all requests of a person are an address without a name in it, and no other filter is combined with it', () => {
  const lead = '1ead0000-0000-4000-8000-000000000001';
  const filter = { person: lead };
  expect(serializeInboxView(filter, me).toString()).toBe(`person=${lead}`);
  expect(parseInboxView(new URLSearchParams(`person=${lead}&status=new&search=ana`), me)).toEqual(filter);
  expect(parseInboxView(new URLSearchParams('person=ana@roy.example'), me)).toEqual(emptyLeadFilter);
});

test('an export accepts no view that its query would ignore: it exported every lead for the requests of a person', () => {
  expectTypeOf<{ person: string }>().toExtend<ReturnType<typeof parseInboxView>>();
  expectTypeOf<{ person: string }>().not.toExtend<Parameters<typeof readLeadExportPage>[0]>();
});
