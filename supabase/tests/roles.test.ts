import { expect, test } from 'vitest';
import { staffRoles } from '../../site/app/data/staff-roles.ts';
import { setUpTestDatabase } from './test-database.ts';

const database = setUpTestDatabase();

test('the roles of the site and the commands are those of private.staff_roles()', async () => {
  const roles = await database.value<string[]>('select private.staff_roles() as roles');
  expect(roles.toSorted()).toEqual(staffRoles.toSorted());
});

test('the table staff accepts the roles of the site, and no other', async () => {
  const insert = `insert into public.staff (user_id, role) values ('00000000-0000-4000-8000-0000000000a1', $1)`;
  for (const role of staffRoles) {
    await database.attempt('server', insert, [role]);
  }
  for (const role of ['admin', 'Owner', '']) {
    await expect(database.attempt('server', insert, [role])).rejects.toMatchObject({
      constraint: 'staff_role_known',
    });
  }
});
