import { beforeEach, expect, test } from 'vitest';
import { catchErrorCode, setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();
const { call } = database;

const logo = '/storage/v1/object/public/pictures/00000000-0000-4000-8000-00000000000c/320x80.webp';
const plain = (name: string) => ({ name, logo: null, ground: 'any' });
const before = [plain('One'), plain('Two'), plain('Old')];

beforeEach(async () => {
  await database.query('delete from partners');
  await database.query(
    `insert into partners (name, sort_order, is_sample) values ('One', 1, true), ('Two', 2, true), ('Old', 3, true)`,
  );
});

const save = (
  caller: 'agent' | 'editor' | 'owner',
  settings: unknown,
  list: unknown,
  basedOn: unknown = before,
) =>
  call(caller, 'select * from save_agency($1, $2)', [
    settings === null ? null : JSON.stringify(settings),
    list === null ? null : JSON.stringify({ list, basedOn }),
  ]);
const partners = () => database.query('select name, logo_url, is_sample from partners order by sort_order');
const names = async () => (await partners()).map(({ name }) => name);

test('B-68 B-84 the partners are saved as one list with their logos: what stays in its place stays a sample', async () => {
  await save('editor', null, [plain('One'), { name: 'New', logo, ground: 'light' }, plain('Two')]);
  expect(await partners()).toEqual([
    { name: 'One', logo_url: null, is_sample: true },
    { name: 'New', logo_url: logo, is_sample: false },
    { name: 'Two', logo_url: null, is_sample: false },
  ]);
  const rows = await database.query(
    `select private.is_picture_used('00000000-0000-4000-8000-00000000000c/320x80.webp') as used`,
  );
  expect(rows).toEqual([{ used: true }]);
});

test('B-84 details and partners are saved together or not at all', async () => {
  const settings = { facts: { name: 'Maple' }, texts: {}, basedOn: null, restoredFrom: null };
  expect(await catchErrorCode(save('owner', settings, [plain(' ')]))).toBe('23514');
  expect(await catchErrorCode(save('owner', { ...settings, facts: { name: '' } }, [plain('New')]))).toBe(
    '23514',
  );
  expect(await catchErrorCode(save('owner', settings, [plain('New')], [plain('One')]))).toBe('PT409');
  expect(await catchErrorCode(save('editor', settings, [plain('New')]))).toBe('42501');
  expect(await names()).toEqual(['One', 'Two', 'Old']);
  expect(await database.query('select from agency_settings')).toHaveLength(0);
  expect(await save('owner', settings, [plain('New')])).toMatchObject([{ facts: { name: 'Maple' } }]);
  expect(await names()).toEqual(['New']);
});

test('B-68 agents change no partner, and at most 40 are kept', async () => {
  const many = Array.from({ length: 41 }, (_, i) => plain(`P${i}`));
  expect(await catchErrorCode(save('agent', null, []))).toBe('42501');
  expect(await catchErrorCode(save('editor', null, many))).toBe('23514');
  expect(await catchErrorCode(save('editor', null, 'One'))).toBe('23514');
  expect(await names()).toEqual(['One', 'Two', 'Old']);
});
