import type { Log } from '../errors/log-entry.ts';
import { type Mailer, type Message, PermanentFailure, type Transport } from './message.ts';

/** Further messages are dropped and logged. */
const MAX_QUEUED = 1000;
const CONCURRENCY = 2;
/** Milliseconds before the second attempt, the third, … */
const RETRY_MS = [2_000, 15_000, 60_000, 300_000];
const CLOSE_TIMEOUT_MS = 3_000;

export interface MailQueueOptions {
  log: Log;
  retryMs?: readonly number[];
}

interface MailJob {
  message: Message;
  tries: number;
}

/** A transport behind a queue in memory: callers do not wait for the mail server, and failures are retried. */
export function createMailQueue(transport: Transport, settings: MailQueueOptions): Mailer {
  const { log, retryMs = RETRY_MS } = settings;
  const ready: MailJob[] = [];
  const waiting = new Map<NodeJS.Timeout, MailJob>();
  let active = 0;
  let closed = false;
  let wake = (): void => {};

  function next(): void {
    while (active < CONCURRENCY && ready.length > 0) {
      const job = ready.shift();
      if (!job) return;
      active += 1;
      void attempt(job).finally(() => {
        active -= 1;
        next();
        if (active === 0 && ready.length === 0) wake();
      });
    }
  }

  async function attempt(job: MailJob): Promise<void> {
    const { kind } = job.message;
    try {
      await transport.deliver(job.message);
      log({ level: 'info', event: 'mail.sent', message: kind });
    } catch (error) {
      const wait = error instanceof PermanentFailure || closed ? undefined : retryMs[job.tries];
      const event = wait === undefined ? 'mail.lost' : 'mail.failed';
      log({ level: wait === undefined ? 'error' : 'warn', event, message: kind, code: codeOf(error) });
      if (wait !== undefined) rest(job, wait);
    }
  }

  function rest(job: MailJob, wait: number): void {
    const timer = setTimeout(() => {
      waiting.delete(timer);
      ready.push({ ...job, tries: job.tries + 1 });
      next();
    }, wait);
    timer.unref();
    waiting.set(timer, job);
  }

  return {
    delivers: transport.delivers,
    send(message) {
      if (closed || ready.length + waiting.size >= MAX_QUEUED) {
        log({ level: 'error', event: 'mail.lost', message: message.kind, code: 'queue_full' });
        return;
      }
      ready.push({ message, tries: 0 });
      next();
    },
    async close() {
      closed = true;
      for (const [timer, job] of waiting) {
        clearTimeout(timer);
        ready.push(job);
      }
      waiting.clear();
      next();
      if (active > 0 || ready.length > 0) {
        const idle = new Promise<void>((resolve) => (wake = resolve));
        let timer: NodeJS.Timeout | undefined;
        await Promise.race([idle, new Promise((resolve) => (timer = setTimeout(resolve, CLOSE_TIMEOUT_MS)))]);
        clearTimeout(timer);
      }
      transport.close();
    },
  };
}

/** The error of the mail server or the network, without the recipient. */
function codeOf(error: unknown): string {
  const cause = error instanceof PermanentFailure ? error.cause : error;
  const { code, responseCode } = cause as { code?: string; responseCode?: number };
  return [code ?? (cause as Error).name, responseCode].filter(Boolean).join(' ');
}
