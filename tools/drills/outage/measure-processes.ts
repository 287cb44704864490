import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

export interface ProcessUse {
  /** Memory of the process itself. */
  residentMb: number;
  /** Memory of its descendants, without shared memory. */
  descendantsMb: number;
  /** Open files of all of them. */
  descriptors: number;
  processes: number;
}

export function measureProcesses(pid: number): ProcessUse {
  const others = descendantsOf(pid);
  return {
    residentMb: memoryMb(pid, 'VmRSS'),
    descendantsMb: others.reduce((sum, each) => sum + memoryMb(each, 'RssAnon'), 0),
    descriptors: [pid, ...others].reduce((sum, each) => sum + countDescriptors(each), 0),
    processes: others.length + 1,
  };
}

/** Whether a backup is running that this server started. */
export function isBackingUp(pid: number): boolean {
  return descendantsOf(pid).some((each) => /\0backup\0/.test(read(`/proc/${each}/cmdline`)));
}

function descendantsOf(pid: number): number[] {
  const lines = execFileSync('ps', ['-eo', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const parents = lines.map((line) => line.trim().split(/\s+/).map(Number));
  const found = new Set([pid]);
  for (let size = 0; size !== found.size;) {
    size = found.size;
    for (const [child = 0, parent = 0] of parents) if (found.has(parent)) found.add(child);
  }
  found.delete(pid);
  return [...found];
}

function memoryMb(pid: number, name: string): number {
  const [, kilobytes = '0'] = new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes) / 1024;
}

function countDescriptors(pid: number): number {
  try {
    return readdirSync(`/proc/${pid}/fd`).length;
  } catch {
    return 0;
  }
}

/** Empty for a process that has ended. */
function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
