import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findChromium } from '../../e2e/product/find-chromium.mjs';
import { benchFolder } from './bench-folder.ts';
import type { BenchRequirement } from './bench.ts';

/** System programs are often in folders that are only in root's PATH. */
const systemFolders = ['/usr/sbin', '/usr/local/sbin'];

export function findProgram(name: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), ...systemFolders];
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path)) ?? null;
}

/** Returns what is missing, or null. Installs packages. */
export function describeMissingRequirement(need: BenchRequirement): string | null {
  switch (need) {
    case 'nginx':
    case 'wrk':
      if (process.platform !== 'linux') return 'processor time is read from /proc: Linux only';
      return findProgram(need) ? null : `${need} is not installed (apt install nginx-light wrk)`;
    case 'chromium':
      return findChromium() ? null : 'Chromium is not installed (apt install chromium, or set CHROME_PATH)';
    case 'packages':
      return installPackages() ? null : 'npm ci in bench/ failed (see above)';
  }
}

function installPackages(): boolean {
  const wanted = readPackages(join(benchFolder, 'package-lock.json'));
  const installed = readPackages(join(benchFolder, 'node_modules', '.package-lock.json'));
  const isComplete = Object.entries(wanted).every(
    ([path, { version, optional }]) => path === '' || optional || installed[path]?.version === version,
  );
  if (isComplete) return true;
  process.stdout.write('Installing Lighthouse (once)…\n');
  const options = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  return spawnSync('npm', options, { cwd: benchFolder, stdio: 'inherit' }).status === 0;
}

type Packages = Record<string, { version?: string; optional?: boolean }>;

function readPackages(file: string): Packages {
  if (!existsSync(file)) return {};
  return (JSON.parse(readFileSync(file, 'utf8')) as { packages: Packages }).packages;
}
