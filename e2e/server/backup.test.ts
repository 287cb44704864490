import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { processesOf, removeFolder, start, temporaryFolder } from '../product/command.ts';
import { expect, test } from '../product/fixture.ts';
import { startProduct } from '../product/product.ts';
import { password, signUpAccount } from '../product/staff.ts';

const settings = { BACKUP_PASSPHRASE: 'a passphrase that is long' };
let folder: string;

test.beforeEach(() => {
  folder = temporaryFolder();
});
test.afterEach(() => removeFolder(folder));

async function run(command: string[], environment: Record<string, string>) {
  const running = start(['cli/main.ts', ...command], { ...settings, ...environment });
  return { code: await running.exited, output: running.output() };
}

test('a backup of the running site brings it back after its disk is gone: leads, files, keys and accounts', async () => {
  // Starts the product twice and restores twice, on a machine that may be busy.
  test.setTimeout(240_000);
  const original = join(folder, 'original');
  const product = await startProduct({}, original);
  const account = await signUpAccount(product);
  const picture = Buffer.from('not really a picture');
  const pictures = product.admin().storage.from('pictures');
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
  const [name = ''] = readdirSync(target);
  product.process.kill('SIGKILL');
  await new Promise((resolve) => product.process.once('exit', resolve));
  await expect.poll(() => processesOf(original)).toEqual([]);
  rmSync(original, { recursive: true });

  const elsewhere = join(folder, 'elsewhere');
  const restore = await run(['restore', join(target, name)], { DATA_DIR: elsewhere });
  expect(restore).toMatchObject({
    code: 0,
    output: expect.stringMatching(/compared with the original: \d+ rows/),
  });
  const restored = await startProduct({}, elsewhere);
  const { data: leads } = await restored.admin().from('leads').select('message').eq('email', lead.email);
  expect(leads).toEqual([{ message: lead.message }]);
  const signedIn = await restored.visitor().auth.signInWithPassword({ email: account.email, password });
  expect(signedIn.error).toBeNull();
  const { data: file } = await restored
    .visitor()
    .storage.from('pictures')
    .download(stored?.path ?? '');
  expect(Buffer.from((await file?.arrayBuffer()) ?? new ArrayBuffer(0))).toEqual(picture);
  expect((await fetch(`${restored.url}/services`)).status).toBe(200);
  await restored.stop();
});
