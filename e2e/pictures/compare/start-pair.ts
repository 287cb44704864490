import { execFile, spawn } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { chmodSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../../server/project-root.ts';
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

/** The files of a commit in a folder of their own, with the packages its lock file names. */
async function checkOut(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fairlead-compare-'));
  // As root the database runs as another user, who must be able to reach its programs.
  chmodSync(folder, 0o755);
  await pipeArchive(commit, folder);
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
  return folder;
}

function pipeArchive(commit: string, folder: string): Promise<void> {
  const git = spawn('git', ['archive', commit], { cwd: projectRoot, stdio: ['ignore', 'pipe', 'inherit'] });
  const tar = spawn('tar', ['-x', '-C', folder], { stdio: [git.stdout, 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    tar.once('close', (code) => (code === 0 ? resolve() : reject(new Error('git archive failed'))));
  });
}

/** Hard links, or copies on another disk. What programs write into node_modules stays behind. */
async function linkPackages(folder: string): Promise<void> {
  const [from, to] = [projectRoot, folder].map((root) => join(root, 'node_modules'));
  try {
    await run('cp', ['-al', from!, to!]);
  } catch {
    await rm(to!, { recursive: true, force: true });
    await run('cp', ['-a', from!, to!]);
  }
  for (const written of ['.fairlead', '.cache', '.vite', '.vite-temp']) {
    await rm(join(to!, written), { recursive: true, force: true });
  }
}

/** Builds the commit, and starts both. The data is the commit's; the working tree migrates its copy. */
export async function startPair(commit: string): Promise<Pair> {
  const folders = {
    root: await checkOut(commit),
    before: await makeDataFolder(),
    after: await makeDataFolder(),
  };
  const products: Product[] = [];
  async function stop(): Promise<void> {
    await Promise.all(products.map((product) => product.stop()));
    for (const folder of Object.values(folders)) await rm(folder, { recursive: true, force: true });
  }
  try {
    // start.mjs builds first
    const startBefore = () => startProduct({}, folders.before, ['start.mjs', 'serve'], folders.root);
    const first = await startBefore();
    const account = await signUpAccount(first);
    await first.stop();
    if ((await readFile(join(folders.before, 'database.json'), 'utf8')).includes('"home"'))
      throw new Error(
        `the database cannot live in ${tmpdir()}: name a folder that others can pass in TMPDIR.`,
      );
    await run('cp', ['-a', `${folders.before}/.`, folders.after]);
    const before = await startBefore();
    products.push(before);
    const after = await startProduct({}, folders.after);
    products.push(after);
    return { before, after, account, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
