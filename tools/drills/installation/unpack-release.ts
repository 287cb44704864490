import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../../../server/project-root.ts';
import { printIndented, runCommand } from '../backup/run-command.ts';
import { requireProgram } from '../proxy/require-program.ts';

export interface MadeRelease {
  folder: string;
  /** The name of the archive, and of the folder in it. */
  name: string;
}

/** The tested release is made in the same run, and signed with a new key. */
export async function makeSignedRelease(within: string): Promise<MadeRelease> {
  const minisign = requireProgram('minisign');
  const folder = join(within, 'release');
  mkdirSync(folder);
  const [secret, published] = [join(within, 'release.key'), join(folder, 'fairlead.pub')];
  execFileSync(minisign, ['-G', '-W', '-s', secret, '-p', published], { stdio: 'ignore' });
  const made = await runCommand(['release', '--trial', '--to', folder, '--key', secret], {
    HOME: process.env['HOME'] ?? '/',
  });
  printIndented(made.trim().replaceAll('\n', ', '));
  const archives = readdirSync(folder).filter((file) => file.endsWith('.tar.gz'));
  const left = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const name = archives[0]?.replace('.tar.gz', '') ?? '';
  if (archives.length !== 1 || left.length > 0)
    throw new Error(`it left ${readdirSync(folder).join(', ')} in its folder`);
  if (!/^fairlead-\d+\.\d+\.\d+\+\d{8}\.[0-9a-f]{8}-linux-/.test(name))
    throw new Error(`${name} names no date and no commit`);
  return { folder, name };
}

/** The commands of docs/operate/install.md that verify an archive, with this archive's name. */
function verifyCommands(name: string): string {
  const page = readFileSync(join(projectRoot, 'docs/operate/install.md'), 'utf8');
  const commands = page.match(/^(minisign -V|sha256sum -c) .*$/gm) ?? [];
  if (commands.length !== 2)
    throw new Error('docs/operate/install.md has other commands that verify an archive');
  return commands.join('\n').replaceAll(/fairlead-[\d.]+\+\S+?-linux-x64/g, name);
}

/** They must succeed for the original, and fail if one byte of the archive or of its checksum is changed. */
export function verifyRelease({ folder, name }: MadeRelease): void {
  const verify = (cwd: string) => spawnSync('sh', ['-ec', verifyCommands(name)], { cwd, encoding: 'utf8' });
  const made = verify(folder);
  if (made.status !== 0) throw new Error(`the release is not verified: ${made.stdout}${made.stderr}`);
  for (const file of [`${name}.tar.gz`, `${name}.tar.gz.sha256`]) {
    const original = join(folder, `${file}.original`);
    copyFileSync(join(folder, file), original);
    const bytes = readFileSync(original);
    bytes.writeUInt8(bytes.readUInt8(0) ^ 1, 0);
    writeFileSync(join(folder, file), bytes);
    if (verify(folder).status === 0) throw new Error(`a changed ${file} is not noticed`);
    copyFileSync(original, join(folder, file));
  }
}

/** Returns the folder. */
export function unpackRelease({ folder, name }: MadeRelease, into: string): string {
  execFileSync('tar', ['-xzf', join(folder, `${name}.tar.gz`), '-C', into]);
  return join(into, name);
}
