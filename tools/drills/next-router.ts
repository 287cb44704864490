import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../server/project-root.ts';
import type { DrillCall } from './backup/drill-call.ts';
import { printIndented, formatSecondsSince } from './backup/run-command.ts';

export const title =
  'Another version of React Router (-- VERSION; the newest without it) in a copy of HEAD: types, build, tests of hydration';

const packages = ['react-router', '@react-router/dev'];

export default async function drill(
  [version = 'latest']: readonly string[],
  { folder }: DrillCall,
): Promise<void> {
  const run = (...command: string[]) => step(command.join(' '), folder, command);
  await run('git', 'clone', '--quiet', '--depth', '1', `file://${projectRoot}`, folder);
  for (const name of packages) printIndented(`${name} ${setVersion(folder, name, version)}`);
  // If packages are published one after the other, one may be older for an hour.
  await run('npm', 'install', '--force', '--include=dev', '--prefer-offline', '--no-audit', '--no-fund');
  await run('npm', 'run', 'build');
  await run('npm', 'run', 'typegen', '--workspace=site');
  await run('node_modules/.bin/tsc', '-p', 'site');
  await run('node_modules/.bin/playwright', 'test', 'e2e/hydration');
}

/** Sets it in the manifests of the root and of the site, because two versions would install two routers. */
function setVersion(folder: string, name: string, wanted: string): string {
  const printed = execFileSync('npm', ['view', `${name}@${wanted}`, 'version'], { encoding: 'utf8' });
  const version = printed.trim();
  for (const part of ['package.json', 'site/package.json']) {
    const file = join(folder, part);
    const line = new RegExp(`("${name}": )"[^"]+"`);
    writeFileSync(file, readFileSync(file, 'utf8').replace(line, `$1"${version}"`));
  }
  return version;
}

function step(words: string, cwd: string, [program = '', ...args]: string[]): Promise<void> {
  const since = performance.now();
  // Without this process's NODE_ENV, because vite and the tests set their own.
  const env = { ...process.env, NODE_ENV: undefined };
  const child = spawn(program, args, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'] });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code !== 0) return reject(new Error(`${words} ended with ${code}`));
      printIndented(`${words} (${formatSecondsSince(since)})`);
      resolve();
    });
  });
}
