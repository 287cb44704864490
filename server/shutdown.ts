import { setTimeout as wait } from 'node:timers/promises';
import type { HttpServer } from '@fairlead/backend/start-http-server.ts';

export interface Shutdown {
  /** The server whose requests may end first. */
  waitsFor(http: HttpServer, times: { noticeSeconds: number; requestSeconds: number }): void;
  /** Runs before the last requests have ended. */
  atStart(step: () => void): void;
  /** Runs once no request is under way; the last one added is first. */
  atEnd(step: () => Promise<void> | void): void;
  end(exitCode: number): Promise<void>;
}

/** For all steps after the last request. */
const stepsMs = 10_000;
/** One Ctrl-C arrives several times: from the terminal, from npm and from start.mjs. */
const sameSignalMs = 1_000;

/**
 * In order:
 *
 * 1. The instance file is removed, responses close their connections, /readyz is 503, sockets are asked to reconnect.
 * 2. During the notice, new requests are still served, so that a load balancer notices.
 * 3. The port is closed; the limit, or a second signal, cuts off requests under way.
 * 4. The end steps run: mail worker, backend, database, log.
 * 5. Exit; with 1 when something hangs beyond these limits.
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

  // "disconnect": start.mjs has ended, perhaps by kill -9.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, () => void end(0));
  // A closed terminal rejects our output; the steps must still run.
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
