import { fork } from 'node:child_process';
import { join } from 'node:path';

export type InboxTaskName =
  | 'first page'
  | 'next page'
  | 'search, rare word'
  | 'search, common word'
  | 'count of a common word'
  | 'export'
  | 'notice of a new lead';

export interface MeasuredInbox extends AsyncDisposable {
  leads: number;
  /** Returns milliseconds. */
  measure: (task: InboxTaskName) => Promise<number>;
}

/** Starts on an empty database. Throws if its process ends. */
export async function startMeasuredInbox(leads: number, databaseUrl: string): Promise<MeasuredInbox> {
  const child = fork(join(import.meta.dirname, 'one-size.ts'), {
    env: { ...process.env, BENCH_DATABASE_URL: databaseUrl, BENCH_LEADS: String(leads) },
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  function nextMessage(): Promise<unknown> {
    return new Promise((resolve, reject) => {
      child.once('message', resolve);
      void ended.then(() => reject(new Error(`the inbox of ${leads} leads ended`)));
    });
  }
  await nextMessage();
  return {
    leads,
    async measure(task) {
      const milliseconds = nextMessage();
      child.send(task);
      return Number(await milliseconds);
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
