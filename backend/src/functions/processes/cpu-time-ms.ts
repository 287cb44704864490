import { readFile } from 'node:fs/promises';

// USER_HZ, the same on every Linux that Node supports.
const ticksPerSecond = 100;

/** null where the system has no /proc. */
export async function cpuTimeMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The command in brackets may contain anything; user and system time are the 12th and 13th fields after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}
