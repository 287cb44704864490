// `npm run release`: makes the archive that operators install, for this machine's processor.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { readProgramVersion } from '../../server/process/read-program-version.ts';
import { projectRoot } from '../../server/project-root.ts';
import { formatMegabytes } from '../../server/backup/format-megabytes.ts';
import type { CommandCall } from '../../server/commands/command-declaration.ts';
import { bundleProgram } from './bundle-program.ts';
import { requireAuditOfScreens } from './find-unaudited-screens.ts';
import { prunePackages } from './prune-packages.ts';
import { collectReleaseContents } from './release-contents.ts';
import { writeBillOfMaterials } from './write-bill-of-materials.ts';
import { writeLicences } from './write-licences.ts';

const maxBytes = 250_000_000;

interface Options {
  to?: string;
  key?: string;
  trial?: true;
}

export async function makeRelease({ options }: CommandCall<Options>): Promise<void> {
  if (!options.trial) requireAuditOfScreens(projectRoot);
  const output = resolve(options.to ?? join(projectRoot, 'build/release'));
  const name = `fairlead-${readProgramVersion()}-linux-${process.arch}`;
  const folder = join(output, name);
  rmSync(folder, { recursive: true, force: true });
  try {
    mkdirSync(folder, { recursive: true });
    const bytes = await fill(folder);
    const archive = pack(folder, lastCommitTime());
    const sum = createHash('sha256').update(readFileSync(archive)).digest('hex');
    writeFileSync(`${archive}.sha256`, `${sum}  ${basename(archive)}\n`);
    writeFileSync(join(output, 'feed.json'), `${JSON.stringify(readReleases(), null, 2)}\n`);
    if (options.key) sign([archive, `${archive}.sha256`], options.key, name);
    process.stdout.write(
      `${archive}: ${formatMegabytes(statSync(archive).size)}, ${formatMegabytes(bytes)} unpacked\n${sum}\n` +
        (options.key ? 'signed\n' : 'not signed: give --key, as CONTRIBUTING.md describes\n'),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the files of the release; returns their total bytes. */
async function fill(folder: string): Promise<number> {
  const { all, packages, missing } = collectReleaseContents(projectRoot);
  if (missing.length > 0) throw new Error(`imports of files that are not there: ${missing.join(', ')}`);
  cpSync(join(projectRoot, 'tools/licences'), join(folder, 'licences'), { recursive: true });
  for (const file of all) copy(join(projectRoot, file), join(folder, file));
  const bundled = await bundleProgram(projectRoot, join(folder, 'program'));
  installPackages(folder);
  for (const part of ['.', 'site', 'backend', 'mail-reader', 'supabase']) reduceManifest(join(folder, part));
  writeBillOfMaterials(folder, lastCommitTime());
  for (const lock of ['package-lock.json', 'node_modules/.package-lock.json']) rmSync(join(folder, lock));
  writeLicences(folder);
  prunePackages(join(folder, 'node_modules'), [...packages, ...bundled]);
  const bytes = bytesOf(folder);
  if (bytes > maxBytes)
    throw new Error(
      `${basename(folder)} has ${formatMegabytes(bytes)} unpacked; at most ${formatMegabytes(maxBytes)}`,
    );
  return bytes;
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

/** Removes scripts that need packages of developers; the version gets date and commit, because a release has no git. */
function reduceManifest(folder: string): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  for (const name of ['scripts', 'devDependencies', 'allowScripts']) delete manifest[name];
  manifest['version'] = readProgramVersion();
  writeFileSync(file, `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Seconds since 1970, so that two releases of one commit are identical. */
function lastCommitTime(): number {
  return Number(execFileSync('git', ['log', '-1', '--format=%ct'], { cwd: projectRoot, encoding: 'utf8' }));
}

/** Sums the sizes of the files, independent of disk blocks. */
function bytesOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => lstatSync(join(folder, name)))
    .reduce((sum, stats) => sum + (stats.isFile() ? stats.size : 0), 0);
}

/** Signs with minisign, which asks for the key's password. The comment with the archive's name is signed too. */
function sign(files: string[], key: string, name: string): void {
  const comment = ['-c', 'signature of a Fairlead release', '-t', name];
  execFileSync('minisign', ['-S', '-s', key, ...comment, '-m', ...files], {
    stdio: ['inherit', 'ignore', 'inherit'],
  });
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

/** A JSON Feed 1.1 made from CHANGELOG.md, for feed readers: one item per version. */
export function readReleases(changelog: string = readFileSync(join(projectRoot, 'CHANGELOG.md'), 'utf8')) {
  const sections = [
    ...changelog.matchAll(
      /^## \[?(\d+\.\d+\.\d+)\]?(?: - (\d{4}-\d\d-\d\d))?\n([\s\S]*?)(?=^## |$(?![\s\S]))/gm,
    ),
  ];
  return {
    version: 'https://jsonfeed.org/version/1.1',
    title: 'Fairlead releases',
    items: sections.map(([, version = '', date, text = '']) => ({
      id: `fairlead-${version}`,
      title: version,
      content_text: text.trim(),
      ...(date && { date_published: `${date}T00:00:00Z` }),
      tags: /^### Security$/m.test(text) ? ['security'] : [],
    })),
  };
}
