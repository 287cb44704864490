// Pool of worker threads that parse received mails with a time limit.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { mailInLimits } from '../settings/mail-in-settings.ts';
import { readBrokenMail } from './read-broken.ts';
import { noReplyContext, type ReplyContext, type CheckedMail, type OwnMailAddresses } from './read-mail.ts';
import type { ReadMailResult, ReadMailRequest } from './read-mail-worker.ts';
import type { SenderCheckSettings } from './sender/check-sender.ts';

export interface MailReader {
  /** Never rejects: for mail that cannot be parsed, returns the result of readBrokenMail. */
  read(raw: Uint8Array, replied?: ReplyContext): Promise<CheckedMail>;
  close(): Promise<void>;
}

/** Resolves with a problem if the thread ends or takes too long. */
function resultOf(worker: Worker, request: ReadMailRequest, limitMs: number): Promise<ReadMailResult> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => settle({ problem: 'timeout' }), limitMs);
    const fail = (error: Error): void => settle({ problem: error.message });
    const end = (): void => settle({ problem: 'the reader ended' });
    function settle(result: ReadMailResult): void {
      clearTimeout(timer);
      worker.off('message', settle).off('error', fail).off('exit', end);
      resolve(result);
    }
    worker.on('message', settle).on('error', fail).on('exit', end);
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker thread, not a window
    worker.postMessage(request);
  });
}

/** A thread that reads one mail at a time. It starts with the first mail, and again after a mail that ended it. */
function createReadThread() {
  let worker: Worker | undefined;

  /** Waits until its modules are loaded, so that this does not count towards the time limit of a mail. */
  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./read-mail-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: mailInLimits.readMegabytes },
    });
    await once(started, 'message');
    return started;
  }

  return {
    async ask(request: ReadMailRequest, limitMs: number): Promise<ReadMailResult> {
      const asked = (worker ??= await start());
      asked.ref();
      const result = await resultOf(asked, request, limitMs);
      asked.unref();
      if ('problem' in result) {
        worker = undefined;
        await asked.terminate();
      }
      return result;
    },
    close: () => worker?.terminate(),
  };
}

type ReadThread = ReturnType<typeof createReadThread>;

/** Reads several mails at once, so that a slow one does not delay the others. */
export function createMailReader(
  own: OwnMailAddresses,
  sender: SenderCheckSettings,
  onProblem: (problem: string) => void,
  limitMs: number = mailInLimits.readMs,
): MailReader {
  const threads = Array.from({ length: mailInLimits.readers }, createReadThread);
  const free = [...threads];
  const waiting: ((thread: ReadThread) => void)[] = [];
  const running = new Set<Promise<unknown>>();

  function takeThread(): Promise<ReadThread> {
    // Prefers the thread that was used last, because it is running; others may have to be started.
    const thread = free.pop();
    return thread ? Promise.resolve(thread) : new Promise((resolve) => waiting.push(resolve));
  }

  function giveBack(thread: ReadThread): void {
    const next = waiting.shift();
    if (next) next(thread);
    else free.push(thread);
  }

  async function read(raw: Uint8Array, replied: ReplyContext): Promise<CheckedMail> {
    const thread = await takeThread();
    const result = await thread
      .ask({ raw, own, replied, sender }, limitMs)
      .catch((error: Error): ReadMailResult => ({ problem: error.message }));
    giveBack(thread);
    if ('mail' in result) return result.mail;
    onProblem(result.problem);
    return readBrokenMail(raw, own, replied);
  }

  return {
    read(raw, replied = noReplyContext) {
      const result = read(raw, replied);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    async close() {
      await Promise.allSettled(running);
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
