import { setTimeout as wait } from 'node:timers/promises';
import type { HttpServer } from '@fairlead/backend/start-http-server.ts';

export interface Shutdown {
  /** The server whose requests are waited for, and for how long. */
  waitsFor(http: HttpServer, times: { noticeSeconds: number; requestSeconds: number }): void;
  /** Adds a step that is taken at once, before the last requests have ended. */
  atStart(step: () => void): void;
  /** Adds a step that is taken once no request is under way; the last one added is taken first. */
  atEnd(step: () => Promise<void> | void): void;
  /** Ends the process. */
  end(exitCode: number): Promise<void>;
}

/** For the steps after the last request: mail, functions, the database. */
const stepsMs = 10_000;
/** One Ctrl-C arrives several times: from the terminal, from npm and from start.mjs. */
const sameSignalMs = 1_000;

/**
 * What happens between Ctrl-C and exit, for every server of ours:
 *
 * 1. The instance file is removed. Responses close their connections, /readyz says 503, sockets are asked to reconnect.
 * 2. For the time of notice new requests are still served, so that a load balancer notices.
 * 3. The port is closed. Requests under way may end; the limit, or a second signal, cuts them off.
 * 4. The steps that the start has added, in reverse: mail worker, backend, database, log.
 * 5. Exit. When something hangs, the process exits with 1 after all of these limits.
 */
export function handleShutdown(): Shutdown {
  const startSteps: (() => void)[] = [];
  const endSteps: (() => Promise<void> | void)[] = [];
  let http: HttpServer | undefined;
  let noticeMs = 0;
  let requestsMs = 0;
  let startedAt: number | undefined;

  async function end(exitCode: number): Promise<void> {
    if (startedAt !== undefined) {
      if (Date.now() - startedAt > sameSignalMs) http?.cut();
      return;
    }
    startedAt = Date.now();
    setTimeout(() => process.exit(1), noticeMs + requestsMs + stepsMs).unref();
    for (const step of startSteps) step();
    const drained = http?.drain();
    if (noticeMs > 0) await wait(noticeMs);
    await Promise.all([drained, http?.close(requestsMs)]);
    for (const step of endSteps.toReversed()) await step();
    process.exit(exitCode);
  }

  // "disconnect" means that start.mjs has ended, by kill -9 too.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  // A closed terminal rejects our last output; that is no reason to skip the steps.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  return {
    waitsFor(server, { noticeSeconds, requestSeconds }) {
      http = server;
      noticeMs = noticeSeconds * 1_000;
      requestsMs = requestSeconds * 1_000;
    },
    atStart: (step) => void startSteps.push(step),
    atEnd: (step) => void endSteps.push(step),
    end,
  };
}
