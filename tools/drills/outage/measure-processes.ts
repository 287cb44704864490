import { readdirSync, readFileSync } from 'node:fs';
import { listProcessTree } from '../../bench/process-figures.ts';

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
  const [, ...others] = listProcessTree(pid);
  return {
    residentMb: memoryMb(pid, 'VmRSS'),
    descendantsMb: others.reduce((sum, each) => sum + memoryMb(each, 'RssAnon'), 0),
    descriptors: [pid, ...others].reduce((sum, each) => sum + countDescriptors(each), 0),
    processes: others.length + 1,
  };
}

/** Whether a backup is running that this server started. */
export function isBackingUp(pid: number): boolean {
  return listProcessTree(pid).some((each) => /\0backup\0/.test(read(`/proc/${each}/cmdline`)));
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
