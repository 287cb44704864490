import { readdirSync, readFileSync } from 'node:fs';

const ticksPerSecond = 100;

/** Processor time of a process and its descendants so far (Linux). */
export function processorSeconds(pid: number): number {
  const parents = new Map<number, number[]>();
  const ticks = new Map<number, number>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const fields = readFields(Number(name));
    if (!fields) continue;
    ticks.set(Number(name), fields.ticks);
    parents.set(fields.parent, [...(parents.get(fields.parent) ?? []), Number(name)]);
  }
  function sum(process: number): number {
    return (
      (ticks.get(process) ?? 0) + (parents.get(process) ?? []).reduce((all, child) => all + sum(child), 0)
    );
  }
  return sum(pid) / ticksPerSecond;
}

/**
 * proc(5): the name in parentheses may hold spaces; then state, parent, … utime, stime and those of ended children.
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
