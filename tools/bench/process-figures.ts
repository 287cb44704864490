import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** The processor time that a process and its descendants have used so far (Linux). */
export function readProcessorSeconds(pid: number): number {
  const ticks = listProcessTree(pid).reduce((all, process) => all + (readFields(process)?.ticks ?? 0), 0);
  return ticks / ticksPerSecond;
}

/** Memory of a process and its descendants in MB; shared pages are counted once (PSS, Linux). */
export function readMemoryMb(pid: number): number {
  const kilobytes = listProcessTree(pid).map((process) => {
    const summary = readFileSync(`/proc/${process}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(summary)?.[1]);
  });
  return kilobytes.reduce((all, one) => all + one, 0) / 1024;
}

/** The process, then its descendants. */
export function listProcessTree(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = readFields(Number(name))?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const withDescendants = (process: number): number[] => [
    process,
    ...(children.get(process) ?? []).flatMap(withDescendants),
  ];
  return withDescendants(pid);
}

/**
 * See proc(5): the name in parentheses may contain spaces; after it come state, parent, … utime, stime and those of
 * ended children.
 */
function readFields(pid: number): { parent: number; ticks: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [user = 0, system = 0, endedUser = 0, endedSystem = 0] = fields.slice(11, 15);
    return { parent: fields[1] ?? 0, ticks: user + system + endedUser + endedSystem };
  } catch {
    return null;
  }
}
