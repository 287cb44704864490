import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { buildAndStart, checkOut } from '../../product/check-out.ts';
import { makeDataFolder, startProduct, type Product } from '../../product/product.ts';
import { signUpAccount, type Account } from '../../product/staff.ts';

const run = promisify(execFile);

/** The product of a commit and that of the working tree, with the same data and accounts. */
export interface ComparedProducts extends AsyncDisposable {
  before: Product;
  after: Product;
  account: Account;
}

/** Builds the commit, and starts both. The commit creates the data; the working tree migrates its copy. */
export async function startComparedProducts(commit: string): Promise<ComparedProducts> {
  const root = await checkOut(commit);
  await using started = new AsyncDisposableStack();
  const makeFolder = async () =>
    started.adopt(await makeDataFolder(), (folder) => rm(folder, { recursive: true, force: true }));
  const [data, copy] = [await makeFolder(), await makeFolder()];
  const startBefore = () => startProduct({}, data, buildAndStart, root);
  const first = await startBefore();
  const account = await signUpAccount(first);
  await first.stop();
  if ((await readFile(join(data, 'database.json'), 'utf8')).includes('"home"'))
    throw new Error(`the database cannot live in ${tmpdir()}: name a folder that others can pass in TMPDIR.`);
  await run('cp', ['-a', `${data}/.`, copy]);
  const before = started.use(await startBefore());
  const after = started.use(await startProduct({}, copy));
  const stack = started.move();
  return { before, after, account, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}
