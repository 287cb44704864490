// Files that are being written. Their names say by whom, so that those of killed processes leave at once: a machine
// that kills each of its backups must not fill the disk with them.
import { hostname } from 'node:os';

export const unfinished = '.part';

const thisHost = hostname().replaceAll(/[^\w-]/g, '-');
const written = new Set<string>();
let begun = 0;
/** The folder may hold files of others, whose endings say nothing to us. */
const ourPart = /^(?:fairlead-[^/]+?|target\.json[^/]*?|log\/[0-9a-f]{12}\/.+?)(?:\.([\w-]+)\.(\d+))?\.part$/;
/** Of another machine. */
const abandonedAfterMs = 24 * 60 * 60 * 1000;

export function partOf(file: string): string {
  // Two at once in this process, of one file, are two parts.
  const part = `${file}.${begun++}.${thisHost}.${process.pid}${unfinished}`;
  written.add(part);
  return part;
}

/** Renamed or removed. */
export function endPart(part: string): void {
  written.delete(part);
}

export function isAbandonedPart(path: string, name: string, modifiedMs: number): boolean {
  const found = ourPart.exec(name);
  if (!found) return false;
  const [, host, pid] = found;
  if (host !== thisHost) return Date.now() - modifiedMs > abandonedAfterMs;
  // In a container the next process often has the same id.
  return Number(pid) === process.pid ? !written.has(path) : !isRunning(Number(pid));
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
