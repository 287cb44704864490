// Handles the shutdown after a signal: notice period, open requests, end steps, exit code.
import { setTimeout as wait } from 'node:timers/promises';
import { postmasterStopTimeoutMs as databaseStopMs } from '@fairlead/backend/embedded';
import { exitCodeOf } from '@fairlead/backend/errors';
import type { HttpServer } from '@fairlead/backend/http';
import { exitProcess } from './exit-process.ts';
import { writeLog } from '../log/write-log.ts';

type Step = () => Promise<void> | void;

/** Time for all end steps: the database may use its whole limit, and others come before it. */
const endStepsMs = databaseStopMs + 10_000;
/**
 * How long the end steps wait for calls to other machines, so that a server without requests ends within 2 seconds. A
 * mail that its server has not accepted by then is sent again later, with the same Message-ID.
 */
const callLimitMs = 800;
/** One Ctrl-C causes several signals: from the terminal, from npm and from start.mjs. */
const sameSignalMs = 1_000;

/**
 * In order:
 *
 * 1. A start in progress gives up at its next step, and what it has started so far is ended as below.
 * 2. running.json is removed, responses close their connections, /readyz is 503, sockets are asked to reconnect.
 * 3. During the notice, new requests are still served, so that a load balancer notices. A second signal ends it.
 * 4. The port is closed; the limit, or a second signal, cuts off requests in progress.
 * 5. The end steps run in reverse order of the start (run-server.ts): background jobs, site,
 *    backups, backend, database, practice Stripe, access log, log. A step that fails is logged, and the next ones run.
 *    They wait 0.8 seconds for calls to other machines.
 * 6. Exit; with 1 when a step failed, or something hangs beyond these limits.
 */
export function createShutdownHandler() {
  const beginSteps: Step[] = [];
  const endSteps: Step[] = [];
  const begun = new AbortController();
  const hurried = new AbortController();
  const callLimit = new AbortController();
  let http: HttpServer | undefined;
  let noticeMs = 0;
  let requestsMs = 0;
  let begunAt = 0;
  let exitCode = 0;
  let starting: Promise<void> | undefined;
  let isReady = false;

  async function end(code: number): Promise<void> {
    exitCode ||= code;
    if (begun.signal.aborted) return;
    begunAt = Date.now();
    begun.abort();
    setTimeout(exitAtLimit, noticeMs + requestsMs + endStepsMs).unref();
    for (const step of beginSteps) await attempt(step);
    // Calls of requests in progress may take as long as these.
    const limitCalls = (): void => void setTimeout(() => callLimit.abort(), callLimitMs);
    if (!isReady) limitCalls();
    const drained = attempt(() => http?.drain());
    // Before the server is ready, no load balancer sends anything.
    if (isReady) await wait(noticeMs, undefined, { signal: hurried.signal }).catch(() => {});
    await Promise.all([drained, attempt(closeHttp), starting]);
    if (isReady) limitCalls();
    for (const step of endSteps.toReversed()) await attempt(step);
    exitProcess(exitCode);
  }

  async function closeHttp(): Promise<void> {
    await http?.close(hurried.signal.aborted ? 0 : requestsMs);
  }

  async function attempt(step: () => Promise<void> | void | undefined): Promise<void> {
    try {
      await step();
    } catch (error) {
      exitCode = 1;
      for (const each of error instanceof AggregateError ? error.errors : [error])
        writeLog({ level: 'error', event: 'shutdown.step_failed', message: String(each) });
    }
  }

  function onSignal(): void {
    if (begun.signal.aborted && Date.now() - begunAt > sameSignalMs) {
      hurried.abort();
      http?.cut();
    }
    void end(0);
  }

  // "disconnect": start.mjs has ended, perhaps by kill -9.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(signal, onSignal);
  // If the terminal is closed, writes fail; the steps must still run.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

  return {
    /** Aborted when the shutdown begins. */
    signal: begun.signal,
    /** Aborted when the end steps no longer wait for calls to other machines, such as mail, DNS, IMAP and S3. */
    callLimit: callLimit.signal,
    /**
     * Runs the start. A shutdown during the start waits until it has been aborted or completed; any other error goes to
     * `onError` and ends the process with 1, or with 78 if a restart does not help.
     */
    async run(start: () => Promise<void>, onError: (error: unknown) => void) {
      const started = start();
      starting = started.catch(() => {});
      try {
        await started;
        isReady = true;
      } catch (error) {
        if (begun.signal.aborted) return;
        onError(error);
        await end(exitCodeOf(error));
      }
    },
    /** The server whose requests may complete before the end steps run. */
    setHttpServer(
      server: HttpServer,
      { noticeSeconds, requestSeconds }: { noticeSeconds: number; requestSeconds: number },
    ) {
      http = server;
      noticeMs = noticeSeconds * 1_000;
      requestsMs = requestSeconds * 1_000;
    },
    /** Runs before the last requests have ended. */
    onBegin: (step: Step) => void beginSteps.push(step),
    /** Runs once no request is in progress; the last one added is first. */
    onEnd: (step: Step) => void endSteps.push(step),
    end,
  };
}

export type ShutdownHandler = ReturnType<typeof createShutdownHandler>;

function exitAtLimit(): void {
  writeLog({ level: 'error', event: 'shutdown.timed_out' });
  exitProcess(1);
}
