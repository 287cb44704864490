import { openSync, readFileSync, readSync, writeFileSync, writeSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { connect, type NetConnectOpts } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { setUpFolder } from '../../wire-tests/set-up.ts';
import { isConnectionLoss } from './database-failure.ts';

const folder = setUpFolder();
const file = join(folder, 'file');
writeFileSync(file, '');

function errorOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error('it did not fail');
}

const refused = (where: NetConnectOpts) => new Promise((resolve) => connect(where).on('error', resolve));

test('a database that cannot be reached is a connection loss', async () => {
  expect(isConnectionLoss(await refused({ port: 1, host: '127.0.0.1' }))).toBe(true);
  expect(isConnectionLoss(await refused({ path: join(folder, '.s.PGSQL.5432') }))).toBe(true);
  expect(isConnectionLoss(await refused({ path: join(file, '.s.PGSQL.5432') }))).toBe(true);
  expect(isConnectionLoss(await lookup('nowhere.invalid').catch((error: unknown) => error))).toBe(true);
  expect(
    isConnectionLoss(Object.assign(new Error('read ECONNRESET'), { syscall: 'read', code: 'ECONNRESET' })),
  ).toBe(true);
});

test('an error of a file is no connection loss, although it has a syscall', () => {
  for (const work of [
    () => readFileSync(join(folder, 'missing')),
    () => writeFileSync(join(file, 'below'), ''),
    () => writeFileSync(folder, ''),
    () => readSync(openSync(folder, 'r'), Buffer.alloc(1)),
    () => writeSync(openSync(file, 'r'), 'x'),
  ]) {
    const error = errorOf(work);
    expect(error).toHaveProperty('syscall');
    expect(isConnectionLoss(error), String(error)).toBe(false);
  }
});
