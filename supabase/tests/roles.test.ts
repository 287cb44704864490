import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestDatabase, root, type TestDatabase } from './test-database.ts';

let database: TestDatabase;
let roles: string[];

beforeAll(async () => {
  database = await openTestDatabase();
  const { rows } = await database.query<{ roles: string[] }>('select private.staff_roles() as roles');
  roles = rows[0]?.roles ?? [];
});
afterAll(() => database.close());

async function listsOf(file: string): Promise<string[][]> {
  const source = await readFile(join(root, file), 'utf8');
  const arrays = [...source.matchAll(/\[((?:\s*'[a-z]+',?)+)\s*\]/g)].map(([, list = '']) =>
    [...list.matchAll(/'([a-z]+)'/g)].map(([, name = '']) => name),
  );
  const objects = [...source.matchAll(/\brole: '([a-z]+)'/g)].map(([, name = '']) => name);
  return [...arrays, objects].filter((list) => list.includes('owner'));
}

test.each(['site/app/auth/session/roles.ts', 'site/app/dashboard/team/roles.ts', 'cli/verb.ts'])(
  'the roles of %s are those of private.staff_roles()',
  async (file) => {
    const lists = await listsOf(file);
    expect(lists.length).toBeGreaterThan(0);
    for (const list of lists) {
      // "none" takes a role away.
      expect(list.filter((role) => role !== 'none').toSorted()).toEqual(roles.toSorted());
    }
  },
);

test('staff accepts these roles and no other', async () => {
  const insert = `insert into public.staff (user_id, role) values ('00000000-0000-4000-8000-0000000000a1', $1)`;
  for (const role of roles) {
    await database.as('server', (session) => session.query(insert, [role]));
  }
  for (const role of ['admin', 'Owner', '']) {
    await expect(database.as('server', (session) => session.query(insert, [role]))).rejects.toMatchObject({
      constraint: 'staff_role_known',
    });
  }
});
