import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

/** A process that has ended and is not reaped until `end`. Linux only. */
export async function makeZombie(): Promise<{ pid: number; end(): void }> {
  // The child ends with our pipe, after the shell was replaced by a program that does not reap.
  const script = 'exec 3<&0; sh -c "read line <&3" & echo $!; exec sleep 600 3<&-';
  const parent = spawn('/bin/sh', ['-c', script], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [said] = (await once(parent.stdout, 'data')) as [Buffer];
  const pid = Number(said.toString());
  await waitForText(`/proc/${parent.pid}/comm`, 'sleep');
  parent.stdin.end();
  await waitForText(`/proc/${pid}/stat`, ') Z ');
  return { pid, end: () => void parent.kill('SIGKILL') };
}

/** Polls, because the system has no event for it. */
async function waitForText(file: string, text: string): Promise<void> {
  while (!readFileSync(file, 'utf8').includes(text)) await delay(5);
}
