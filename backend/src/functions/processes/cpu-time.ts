import { readFile } from 'node:fs/promises';

// In 1/100 s, on every Linux that Node runs on.
const ticksPerSecond = 100;

/** The processor time that a process has used, in ms; null where the system does not tell. */
export async function cpuTimeMs(pid: number): Promise<number | null> {
  try {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name in brackets may hold anything; user and system time are the 12th and 13th after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1000) / ticksPerSecond;
  } catch {
    return null;
  }
}
