import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../server/project-root.ts';
import { linkPackages } from '../../product/link-packages.ts';
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

/** The full hash of a commit. Throws where there is none of this name. */
export async function resolveCommit(name: string): Promise<string> {
  try {
    const { stdout } = await run('git', ['rev-parse', '--verify', '--quiet', `${name}^{commit}`], {
      cwd: projectRoot,
    });
    return stdout.trim();
  } catch {
    throw new Error(`there is no commit "${name}" here; name one of git log.`);
  }
}

const baselineFolder = join(projectRoot, 'screenshots', 'baseline');

/**
 * The files of a commit with the packages that its lock file names, in a folder that stays until another commit is
 * named: a second comparison need not build it again.
 */
async function checkOut(commit: string): Promise<string> {
  const folder = join(baselineFolder, commit);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  await rm(baselineFolder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await extractCommit(commit, folder);
  // Commits that still have Tailwind would read the outer .gitignore, which ignores everything here.
  await run('git', ['init', '--quiet'], { cwd: folder });
  const locks = [projectRoot, folder].map((root) => readFile(join(root, 'package-lock.json'), 'utf8'));
  const [ours, theirs] = await Promise.all(locks);
  if (ours === theirs) await linkPackages(folder);
  else {
    // NODE_ENV=production would leave out what builds.
    await run('npm', ['ci', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund'], {
      cwd: folder,
      maxBuffer: 1e8,
    });
  }
  await writeFile(complete, '');
  return folder;
}

function extractCommit(commit: string, folder: string): Promise<void> {
  const git = spawn('git', ['archive', commit], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: [git.stdout, 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error('git archive failed'))));
  });
}

/** Builds the commit, and starts both. The data is the commit's; the working tree migrates its copy. */
export async function startPair(commit: string): Promise<Pair> {
  const root = await checkOut(commit);
  const data = { before: await makeDataFolder(), after: await makeDataFolder() };
  const products: Product[] = [];
  async function stop(): Promise<void> {
    await Promise.all(products.map((product) => product.stop()));
    for (const folder of Object.values(data)) await rm(folder, { recursive: true, force: true });
  }
  try {
    // start.mjs builds first
    const startBefore = () => startProduct({}, data.before, ['start.mjs', 'serve'], root);
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
