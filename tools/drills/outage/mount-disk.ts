import { spawnSync } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { requireProgram } from '../proxy/require-program.ts';

export function isAllowedToMount(): boolean {
  return process.getuid?.() === 0;
}

/** Mounts a small disk. It is unmounted at the end, even if the drill is interrupted. */
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
 * Files opened from now on are on a read-only disk, until `unmount`. The disk itself cannot be remounted while a file
 * is open for writing, so it is mounted over itself.
 */
export function mountReadOnlyOver(folder: string): void {
  run('mount', ['--bind', folder, folder]);
  run('mount', ['-o', 'remount,bind,ro', folder]);
}

/** Unmounts lazily, because a process that was just killed may still use it. */
export function unmount(folder: string): boolean {
  return spawnSync('umount', ['-l', folder]).status === 0;
}

function run(command: string, args: string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
}
