import { Worker } from 'node:worker_threads';
import { mailInLimits } from './mail-in-limits.ts';
import { readBroken } from './read-broken.ts';
import type { Envelope, OwnAddresses } from './read-mail.ts';
import type { CheckedMail, ReadResult, ReadRequest } from './read-mail-worker.ts';
import type { SenderSettings } from './sender/check-sender.ts';

export interface MailReader {
  /** Never rejects: what cannot be read is kept as it came. */
  read(raw: Uint8Array, envelope: Envelope): Promise<CheckedMail>;
  close(): Promise<void>;
}

/** Also where the thread ends, or takes too long. */
function resultOf(worker: Worker, request: ReadRequest): Promise<ReadResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ problem: 'timeout' }), mailInLimits.readMs);
    const fail = (error: Error): void => settle({ problem: error.message });
    const end = (): void => settle({ problem: 'the reader ended' });
    function settle(result: ReadResult): void {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', end);
      resolve(result);
    }
    worker.on('message', settle).on('error', fail).on('exit', end);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread, no window
    worker.postMessage(request);
  });
}

/** One mail at a time, in a thread that is started with the first and again after one that ended it. */
export function createMailReader(
  own: OwnAddresses,
  sender: SenderSettings,
  onProblem: (problem: string) => void,
): MailReader {
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();

  function start(): Worker {
    const started = new Worker(new URL('./read-mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mailInLimits.readMegabytes },
    });
    started.unref();
    return started;
  }

  async function ask(request: ReadRequest): Promise<CheckedMail> {
    const asked = (worker ??= start());
    asked.ref();
    const result = await resultOf(asked, request);
    asked.unref();
    if ('mail' in result) return result.mail;
    worker = undefined;
    await asked.terminate();
    onProblem(result.problem);
    return { ...readBroken(request.raw, request.envelope), sender_check: null };
  }

  return {
    read(raw, envelope) {
      const result = last.then(() => ask({ raw, envelope, own, sender }));
      last = result.catch(() => {});
      return result;
    },
    async close() {
      await last;
      await worker?.terminate();
    },
  };
}
