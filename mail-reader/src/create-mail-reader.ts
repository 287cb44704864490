// Pool of worker threads that parse received mails with a time limit.
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import {
  noReplyContext,
  type MailDescription,
  type ReceivedMailHead,
  type ReplyContext,
} from './mail-description.ts';
import { mailReaderLimits } from './mail-reader-limits.ts';
import type { OwnMail } from './own-mail.ts';
import { readBrokenMail, readMailHead } from './read-broken-mail.ts';
import type { ReadMailRequest, ReadMailResult, ReadMailSettings } from './read-mail-worker.ts';
import type { SenderCheckSettings } from './sender/check-sender.ts';

export interface MailReaderOptions {
  own: OwnMail;
  /** By default, signatures are checked with the DNS servers of the machine, and no mail server is trusted. */
  sender?: SenderCheckSettings;
  /** Called if `read` returns the result of `readBroken`: `timeout`, or the message of the error. For a log. */
  onProblem?: (problem: string) => void;
  /** The longest time for one mail, instead of `mailReaderLimits.readMs`. */
  readMs?: number;
}

export interface MailReader {
  /**
   * Describes a mail, given as its raw bytes (RFC 5322). Never rejects: for a mail that cannot be parsed, or takes too
   * much time or memory, returns the result of `readBroken`.
   */
  read(raw: Uint8Array, context?: ReplyContext): Promise<MailDescription>;
  /** Describes a mail by its head and, if it is plain text, its first lines, in linear time and the calling thread. */
  readBroken(raw: Uint8Array, context?: ReplyContext): MailDescription;
  /** What a caller needs to find the ReplyContext of a mail. */
  readHead(raw: Uint8Array): ReceivedMailHead;
  /** Waits for what is being read, and ends the threads. */
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
function createReadThread(settings: ReadMailSettings) {
  let worker: Worker | undefined;

  /** Waits until its modules are loaded, so that this does not count towards the time limit of a mail. */
  async function start(): Promise<Worker> {
    const started = new Worker(new URL('./read-mail-worker.ts', import.meta.url), {
      workerData: settings,
      resourceLimits: { maxOldGenerationSizeMb: mailReaderLimits.readMegabytes },
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

/**
 * Reads several mails at once, so that a slow one does not delay the others. Its threads start with the first mail, and
 * do not keep the process alive while they wait.
 */
export function createMailReader({
  own,
  sender = {},
  onProblem = () => {},
  readMs = mailReaderLimits.readMs,
}: MailReaderOptions): MailReader {
  const threads = Array.from({ length: mailReaderLimits.readers }, () => createReadThread({ own, sender }));
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

  async function read(raw: Uint8Array, context: ReplyContext): Promise<MailDescription> {
    const thread = await takeThread();
    const result = await thread
      .ask({ raw, context }, readMs)
      .catch((error: Error): ReadMailResult => ({ problem: error.message }));
    giveBack(thread);
    if ('mail' in result) return result.mail;
    onProblem(result.problem);
    return readBrokenMail(raw, own, context);
  }

  return {
    read(raw, context = noReplyContext) {
      const result = read(raw, context);
      running.add(result);
      return result.finally(() => running.delete(result));
    },
    readBroken: (raw, context) => readBrokenMail(raw, own, context),
    readHead: (raw) => readMailHead(raw, own),
    async close() {
      await Promise.allSettled(running);
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}
