// A command whose reader goes away, as in `./fairlead backup | head -1`, completes its work without a stack trace.
import { openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { operatorCommands } from '../../server/commands/operator-commands.ts';
import { removeFolder, temporaryFolder, type Program } from '@fairlead/backend/testing';
import { startCommand } from '../../e2e/product/command.ts';
import { expect, test } from '../fixture.ts';
import { startProduct, type Product } from '../../e2e/product/product.ts';

const passphrase = 'a passphrase that is long';
const link = /https?:\/\/\S+\/auth\?token_hash=\S+&type=invite/;

function run(product: Product, words: string[], closed: ('stdout' | 'stderr')[], more = {}): Program {
  const command = startCommand(['server/commands/main.ts', ...words], { DATA_DIR: product.dataDir, ...more });
  for (const stream of closed) command.process[stream]?.destroy();
  return command;
}

test('B-280 every command ends as usual when nobody reads its output @audit', async () => {
  const product = await startProduct();
  const target = temporaryFolder();
  const restored = temporaryFolder();
  await product.visitor().auth.signUp({ email: 'noor@fairlead.example', password: 'a long enough phrase' });
  const backups = { BACKUP_TO: target, BACKUP_PASSPHRASE: passphrase };
  const cases: Record<string, { words: string[]; code: number; more?: object }> = {
    status: { words: [], code: 0 },
    owner: { words: [], code: 0 },
    staff: { words: ['noor@fairlead.example', 'agent'], code: 0 },
    backup: { words: [], code: 0, more: backups },
    restore: {
      words: [target],
      code: 0,
      more: { ...backups, DATA_DIR: join(restored, 'data') },
    },
    'undo-upgrade': { words: [], code: 1 },
    // The folder is in use.
    'rebuild-database': { words: [], code: 1 },
    doctor: { words: [], code: 0 },
    'rotate-key': { words: ['SECRET_KEY'], code: 0 },
    'remove-samples': { words: ['--yes'], code: 0 },
  };
  expect(Object.keys(cases)).toEqual(
    operatorCommands.filter(({ kind }) => kind === 'command').map(({ name }) => name),
  );
  for (const [name, { words, code, more }] of Object.entries(cases)) {
    const command = run(product, [name, ...words], ['stdout'], more);
    expect([name, await command.exited, command.errors()]).toEqual([
      name,
      // The doctor may have findings on this machine.
      name === 'doctor' ? expect.any(Number) : code,
      expect.not.stringMatching(/^\s+at |EPIPE/m),
    ]);
    const help = run(product, [name, '--help'], ['stdout', 'stderr']);
    expect(await help.exited).toBe(0);
  }
  // Nothing is left undone: the backup is verified, recorded and restored.
  const status = run(product, ['status'], [], backups);
  await status.exited;
  expect(status.output()).toMatch(/last backup: .*, verified/);
  expect(readdirSync(join(restored, 'data'))).toContain('keys.json');
  const silent = run(product, ['backup'], ['stdout', 'stderr'], backups);
  expect(await silent.exited).toBe(0);
  for (const folder of [target, restored]) removeFolder(folder);
  await product.stop();
});

test('B-280 a one-time link that cannot be printed is on standard error, and the command can be repeated', async () => {
  const product = await startProduct({ SIGN_UP: 'approval' });
  const email = 'noor@fairlead.example';
  await product.visitor().auth.signUp({ email, password: 'a long enough phrase' });
  const words = ['staff', email, 'agent'];

  const unread = run(product, words, ['stdout', 'stderr']);
  expect(await unread.exited).toBe(1);
  const half = run(product, words, ['stdout']);
  expect(await half.exited).toBe(0);
  expect(half.errors()).toMatch(link);
  const read = run(product, words, []);
  expect(await read.exited).toBe(0);
  // Also for a reader of the first line alone.
  expect(read.standardOutput().split('\n')[0]).toMatch(link);
  const token_hash = new URL(link.exec(read.output())?.[0] ?? '').searchParams.get('token_hash') ?? '';
  const client = product.visitor();
  expect((await client.auth.verifyOtp({ token_hash, type: 'invite' })).error).toBeNull();
  const later = run(product, words, []);
  await later.exited;
  expect(later.output()).toBe(`${email} is now an agent\n`);

  const owner = run(product, ['owner'], ['stdout']);
  expect(await owner.exited).toBe(0);
  expect(owner.errors()).toMatch(/\/auth\?owner#owner=/);
  await product.stop();
});

test('B-280 output that a full disk does not take ends with 1 and names the reason', async () => {
  const full = openSync('/dev/full', 'w');
  const dataDir = temporaryFolder();
  const command = startCommand(
    ['server/commands/main.ts', 'status'],
    { DATA_DIR: dataDir },
    { stdio: ['ignore', full, 'pipe'] },
  );
  expect(await command.exited).toBe(1);
  expect(command.errors()).toContain('standard output could not be written: ENOSPC');
  expect(command.errors()).not.toMatch(/^\s+at /m);
  removeFolder(dataDir);
});
