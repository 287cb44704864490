import { arch, cpus, loadavg, release, totalmem } from 'node:os';

/** Printed with each table, because figures mean little without it. */
export function describeMachine(): string {
  const [first] = cpus();
  const cores = `${cpus().length} cores of ${first?.model.trim() ?? 'unknown'}`;
  const memory = `${Math.round(totalmem() / 2 ** 30)} GiB`;
  const load = loadavg()[0]?.toFixed(1) ?? '?';
  const date = new Date().toISOString().slice(0, 10);
  return `${date}, ${cores} (${arch}), ${memory}, Linux ${release()}, node ${process.versions.node}, load ${load}`;
}
