// `npm run release`: what an operator installs, for this machine's processor, in build/release/.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { programVersion } from '../../server/program-version.ts';
import { projectRoot } from '../../server/project-root.ts';
import { describeBytes } from '../describe-bytes.ts';
import { prunePackages } from './prune-packages.ts';
import { readReleases } from './read-releases.ts';
import { releaseContents } from './release-contents.ts';
import { writeBillOfMaterials } from './write-bill-of-materials.ts';
import { writeLicences } from './write-licences.ts';

const output = join(projectRoot, 'build/release');
const maxBytes = 300_000_000;

export async function makeRelease(): Promise<void> {
  const name = `fairlead-${programVersion()}-linux-${process.arch}`;
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const { all, missing } = releaseContents(projectRoot);
  if (missing.length > 0) throw new Error(`imports of files that are not there: ${missing.join(', ')}`);
  for (const file of all) copy(join(projectRoot, file), join(folder, file));
  installPackages(folder);
  for (const part of ['.', 'site', 'backend', 'supabase']) reduceManifest(join(folder, part));
  const time = lastCommitTime();
  writeBillOfMaterials(folder, time);
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) rmSync(join(folder, lock));
  writeLicences(folder);
  prunePackages(join(folder, 'node_modules'));
  copy(join(projectRoot, 'cli/release/launcher.sh'), join(folder, 'fairlead'));
  chmodSync(join(folder, 'fairlead'), 0o755);
  writeFileSync(join(output, 'feed.json'), `${JSON.stringify(readReleases(), null, 2)}\n`);
  const bytes = unpackedBytes(folder);
  if (bytes > maxBytes)
    throw new Error(`${name} has ${describeBytes(bytes)} unpacked; at most ${describeBytes(maxBytes)}`);
  const archive = pack(folder, time);
  const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
  writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
  process.stdout.write(
    `${archive}: ${describeBytes(statSync(archive).size)}, ${describeBytes(bytes)} unpacked\n${sum}\n`,
  );
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}

/** npm checks each package against the lock file. */
function installPackages(folder: string): void {
  for (const file of ['package.json', 'package-lock.json']) copy(join(projectRoot, file), join(folder, file));
  const options = [
    '--omit=dev',
    '--omit=peer',
    '--no-audit',
    '--no-fund',
    '--prefer-offline',
    '--loglevel=error',
  ];
  execFileSync('npm', ['ci', ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

/** Without what needs packages of developers. */
function reduceManifest(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  for (const name of ['scripts', 'devDependencies', 'allowScripts']) delete manifest[name];
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Seconds since 1970: two releases of one commit are the same. */
function lastCommitTime(): number {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot, encoding: 'utf8' }));
}

function unpackedBytes(folder: string): number {
  const text = execFileSync('du', ['--summarize', '--block-size=1', folder], { encoding: 'utf8' });
  return Number.parseInt(text, 10);
}

function pack(folder: string, time: number): string {
  const archive = `${folder}.tar.gz`;
  const same = [
    '--sort=name',
    `--mtime=@${time}`,
    '--owner=0',
    '--group=0',
    '--numeric-owner',
    '--format=gnu',
  ];
  const options = [...same, '--mode=u+rwX,go+rX,go-w', '--use-compress-program=gzip --no-name -6'];
  execFileSync('tar', [...options, '-cf', `${archive}.new`, '-C', dirname(folder), basename(folder)]);
  renameSync(`${archive}.new`, archive);
  return archive;
}
