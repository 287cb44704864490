import { execFile } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { checkOut, startProgramOf } from '../../product/check-out.ts';
import { makeDataFolder, startProduct, type Product } from '../../product/product.ts';
import { signUpAccount, type Account } from '../../product/staff.ts';

const run = promisify(execFile);

/** The product of a commit and that of the working tree, with the same data and accounts. */
export interface Pair {
  before: Product;
  after: Product;
  account: Account;
  stop: () => Promise<void>;
}

/** Builds the commit, and starts both. The commit creates the data; the working tree migrates its copy. */
export async function startPair(commit: string): Promise<Pair> {
  const root = await checkOut(commit);
  const data = { before: await makeDataFolder(), after: await makeDataFolder() };
  const products: Product[] = [];
  async function stop(): Promise<void> {
    await Promise.all(products.map((product) => product.stop()));
    for (const folder of Object.values(data)) await rm(folder, { recursive: true, force: true });
  }
  try {
    const startBefore = () => startProduct({}, data.before, startProgramOf(root), root);
    const first = await startBefore();
    const account = await signUpAccount(first);
    await first.stop();
    if ((await readFile(join(data.before, 'database.json'), 'utf8')).includes('"home"'))
      throw new Error(
        `the database cannot live in ${tmpdir()}: name a folder that others can pass in TMPDIR.`,
      );
    await run('cp', ['-a', `${data.before}/.`, data.after]);
    const before = await startBefore();
    products.push(before);
    const after = await startProduct({}, data.after);
    products.push(after);
    return { before, after, account, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
