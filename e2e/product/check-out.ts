import { execFile, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { projectRoot } from '../../server/project-root.ts';
import { linkPackages } from './link-packages.ts';

const run = promisify(execFile);

/** The full hash of a commit. Throws if there is none of this name. */
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
 * Checks out the files of a commit with the packages in its lock file, into a folder that is kept until another commit
 * is requested, so that a second comparison need not build it again.
 */
export async function checkOut(commit: string): Promise<string> {
  const folder = join(baselineFolder, commit);
  const complete = join(folder, 'complete');
  if (existsSync(complete)) return folder;
  await rm(baselineFolder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await extractCommit(commit, folder);
  const locks = [projectRoot, folder].map((root) => readFile(join(root, 'package-lock.json'), 'utf8'));
  const [ours, theirs] = await Promise.all(locks);
  if (ours === theirs) await linkPackages(folder);
  else {
    // NODE_ENV=production would omit the packages that build.
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

/** The program that builds and starts a folder of sources. */
export const buildAndStart = ['tools/setup/start.mjs', 'start'];
