import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { requireProgram } from '../proxy/require-program.ts';

export function isAllowedToMount(): boolean {
  return process.getuid?.() === 0;
}

/** A small disk of its own. Unmounted at the end, also of a drill that is interrupted. */
export async function withDisk(folder: string, megabytes: number, work: () => Promise<void>): Promise<void> {
  await mkdir(folder, { recursive: true });
  run(requireProgram('mount', 'mount'), [
    '-t',
    'tmpfs',
    '-o',
    `size=${megabytes}m,mode=755`,
    'drill',
    folder,
  ]);
  const unmountAll = (): void => {
    while (unmount(folder));
  };
  process.once('exit', unmountAll);
  try {
    await work();
  } finally {
    process.off('exit', unmountAll);
    unmountAll();
  }
}

/**
 * What is opened from now on is on a read-only disk, until `unmount`. The disk itself cannot be remounted while a file
 * is open for writing, so it is mounted over itself.
 */
export function coverReadOnly(folder: string): void {
  run('mount', ['--bind', folder, folder]);
  run('mount', ['-o', 'remount,bind,ro', folder]);
}

/** Lazily: a process that was killed a moment ago may still be there. */
export function unmount(folder: string): boolean {
  return spawnSync('umount', ['-l', folder]).status === 0;
}

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
