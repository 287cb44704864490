import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readBackupStatus } from '../../server/backup/backup-status.ts';
import { startNightlyBackups } from '../../server/jobs/back-up-nightly.ts';
import { readConfig } from '../../server/settings/config.ts';
import { listProcessesOf, startCommand } from '../../e2e/product/command.ts';
import { removeFolder, temporaryFolder } from '@fairlead/backend/testing';
import { afterEach, beforeEach } from 'vitest';
import { expect, test } from '../fixture.ts';
import { startProduct } from '../../e2e/product/product.ts';
import { accountPassword, signUpAccount } from '../../e2e/product/accounts.ts';

const settings = { BACKUP_PASSPHRASE: 'a passphrase that is long' };
let folder: string;

beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => removeFolder(folder));

async function run(command: string[], environment: Record<string, string>) {
  const running = startCommand(['server/commands/main.ts', ...command], { ...settings, ...environment });
  return { code: await running.exited, output: running.output() };
}

test('a backup of the running site restores it after the loss of its disk: leads, files, keys and accounts @audit', async () => {
  const original = join(folder, 'original');
  const product = await startProduct({}, original);
  const account = await signUpAccount(product);
  const picture = Buffer.from('not really a picture');
  const pictures = product.admin.storage.from('pictures');
  const { data: stored, error } = await pictures.upload('kept.webp', picture, { contentType: 'image/webp' });
  expect(error).toBeNull();
  const lead = { name: 'Ana Roy', email: 'ana@roy.example', message: 'Survives the disk' };
  await product.visitor().from('leads').insert(lead).throwOnError();

  const target = join(folder, 'backups');
  const backup = await run(['backup'], { DATA_DIR: original, BACKUP_TO: target });
  expect(backup).toMatchObject({
    code: 0,
    output: expect.stringMatching(/written: .*\nverified: .*\d+ tables/),
  });
  const [name = ''] = filesOf(target);
  product.process.kill('SIGKILL');
  await new Promise((resolve) => product.process.once('exit', resolve));
  await expect.poll(() => listProcessesOf(original)).toEqual([]);
  rmSync(original, { recursive: true });

  const elsewhere = join(folder, 'elsewhere');
  const restore = await run(['restore', join(target, name)], { DATA_DIR: elsewhere });
  expect(restore).toMatchObject({
    code: 0,
    output: expect.stringMatching(/compared with the original: \d+ rows/),
  });
  expect(restore.output).not.toMatch(/set these again.*DATA_DIR/);
  const restored = await startProduct({}, elsewhere);
  const { data: leads } = await restored.admin.from('leads').select('message').eq('email', lead.email);
  expect(leads).toEqual([{ message: lead.message }]);
  const signedIn = await restored
    .visitor()
    .auth.signInWithPassword({ email: account.email, password: accountPassword });
  expect(signedIn.error).toBeNull();
  const { data: file } = await restored
    .visitor()
    .storage.from('pictures')
    .download(stored?.path ?? '');
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(picture);
  expect((await fetch(`${restored.url}/services`)).status).toBe(200);
  await restored.stop();
});

test('a server that missed its nightly backup makes it after its start; an interrupted one leaves nothing @audit', async () => {
  const product = await startProduct();
  const target = join(folder, 'nightly');
  const config = readConfig({
    ...settings,
    PATH: process.env['PATH'],
    DATA_DIR: product.dataDir,
    BACKUP_TO: target,
  });
  const interrupted = startNightlyBackups(config, 0);
  await expect.poll(() => filesOf(target)).toEqual([expect.stringMatching(/\.part$/)]);
  await interrupted.stop();
  expect(filesOf(target)).toEqual([]);
  expect(readBackupStatus(product.dataDir)).toEqual({});
  const nightly = startNightlyBackups(config, 0);
  await expect
    .poll(() => readBackupStatus(product.dataDir), { timeout: 120_000 })
    .toMatchObject({ succeeded: { isVerified: true, file: expect.stringContaining(target) } });
  await nightly.stop();
  expect(filesOf(target)).toEqual([expect.stringMatching(/\.tar\.zst\.age$/)]);
  const status = await run(['status'], { DATA_DIR: product.dataDir });
  expect(status.output).toMatch(/last backup: \S+, verified, /);
  await product.stop();
});

function filesOf(path: string): string[] {
  const [site = '.'] = existsSync(path) ? readdirSync(path) : [];
  const folder = join(path, site);
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => name !== 'target.json') : [];
  return names.map((name) => join(site, name));
}
