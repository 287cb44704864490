import { expect, test } from 'vitest';
import type { AgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { createAgencySource, withFooterServices } from './create-agency-source.ts';

const record = (name: string): AgencyRecord => ({ facts: { name }, texts: {} });
const written = ['public.agency_settings'];

test('the record is cached until the settings are written, and then read again', async () => {
  let stored = 'Maple';
  let reads = 0;
  const source = createAgencySource({
    async read() {
      reads += 1;
      return record(stored);
    },
  });
  expect(source.last().agency.name).toBe('Fairlead Digital');
  for (let i = 0; i < 3; i += 1) expect((await source.read()).agency.name).toBe('Maple');
  source.noteCommit(['public.media']);
  stored = 'Birch';
  expect([(await source.read()).agency.name, reads]).toEqual(['Maple', 1]);
  source.noteCommit(written);
  expect((await source.read()).agency.name).toBe('Birch');
  expect([source.last().agency.name, reads]).toEqual(['Birch', 2]);
});

test('a read that a write overtook is not kept', async () => {
  const resolvers: ((found: AgencyRecord) => void)[] = [];
  const source = createAgencySource({ read: () => new Promise((resolve) => resolvers.push(resolve)) });
  const first = source.read();
  source.noteCommit(written);
  resolvers[0]?.(record('Old'));
  resolvers[1]?.(record('New'));
  expect((await first).agency.name).toBe('New');
  expect((await source.read()).agency.name).toBe('New');
  expect(resolvers).toHaveLength(2);
});

test('in an outage pages have the last one, and the next request tries again', async () => {
  let fails = false;
  const source = createAgencySource({
    read: () => (fails ? Promise.reject(new Error('no database')) : Promise.resolve(record('Maple'))),
  });
  await source.read();
  fails = true;
  source.noteCommit(written);
  expect((await source.read()).agency.name).toBe('Maple');
  fails = false;
  expect((await source.read()).agency.name).toBe('Maple');
});

test('a hosted project is read again after its lifetime, also in an outage', async () => {
  let now = 0;
  let reads = 0;
  const source = createAgencySource({
    now: () => now,
    lifetimeMs: 1_000,
    read() {
      reads += 1;
      return reads > 1 ? Promise.reject(new Error('no network')) : Promise.resolve(record('Maple'));
    },
  });
  for (const time of [0, 999, 1_000, 1_500, 2_000]) {
    now = time;
    expect((await source.read()).agency.name).toBe('Maple');
  }
  expect(reads).toBe(3);
});

test('B-85 without samples the footer names own services, until an owner names others', () => {
  const own = withFooterServices(record('Maple'), ['Audits']);
  expect(own).toMatchObject({ facts: { name: 'Maple' }, texts: { 'en-CA': { footerServices: ['Audits'] } } });
  const named = {
    ...record('Maple'),
    texts: { 'en-CA': { footerServices: ['Web'], tagline: 'Since 2001' } },
  };
  expect(withFooterServices(named, ['Audits'])).toEqual(named);
});

test('B-413 the record is read again when the first record of a list becomes public', async () => {
  let now = 0;
  let reads = 0;
  const source = createAgencySource({
    now: () => now,
    read: () => Promise.resolve(record(`Maple ${++reads}`)),
  });
  const name = async () => (await source.read()).agency.name;
  source.expireAt(1_000);
  now = 999;
  expect([await name(), await name()]).toEqual(['Maple 1', 'Maple 1']);
  now = 1_000;
  source.expireAt(2_000);
  expect([await name(), await name()]).toEqual(['Maple 2', 'Maple 2']);
  // asked again before that time, as after a write
  source.expireAt(Infinity);
  now = 3_000;
  expect(await name()).toBe('Maple 2');
});
