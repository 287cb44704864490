// Writes the access log as JSON lines to a rotated file or standard error.
import { closeSync, createWriteStream, openSync, renameSync, statSync, type WriteStream } from 'node:fs';
import { once } from 'node:events';
import { isIPv4 } from 'node:net';
import { resolve } from 'node:path';
import { PermanentStartupError } from '@fairlead/backend/errors';
import { clientIpKey, widerIpv6Key } from '@fairlead/backend/limits';
import type { ServerConfig } from '../settings/config.ts';
import { loggedSitePath } from '../log/logged-site-path.ts';
import { writeToStderr, writeLog } from '../log/write-log.ts';
import type { RequestObserver, ServedRequest } from './observe-requests.ts';

export interface AccessLog {
  observe: RequestObserver;
  close(): Promise<void>;
}

const maxFileBytes = 50_000_000;
/** Limit of lines that a slow disk has not written yet; later ones are dropped. */
const maxUnwrittenBytes = 4_000_000;
const reopenMs = 60_000;

/**
 * Writes one JSON line per response, on standard error (ACCESS_LOG=1) or to a file, which is renamed to FILE.1 at 50
 * MB. It contains no query, body, browser name or whole IP address. Undefined without ACCESS_LOG.
 */
export function openAccessLog(
  { ACCESS_LOG }: Pick<ServerConfig, 'ACCESS_LOG'>,
  maxBytes = maxFileBytes,
): AccessLog | undefined {
  if (ACCESS_LOG === undefined) return undefined;
  const sink = ACCESS_LOG === '1' ? standardError() : openFile(resolve(ACCESS_LOG), maxBytes);
  return {
    observe: (served) => sink.write(JSON.stringify(entryOf(served))),
    close: sink.close,
  };
}

function entryOf({ method, url, status, seconds, requestId, address }: ServedRequest): object {
  return {
    at: new Date().toISOString(),
    level: 'info',
    event: 'access',
    requestId,
    method,
    path: loggedSitePath(url),
    status,
    durationMs: Math.round(seconds * 1_000),
    network: networkOf(address),
  };
}

/**
 * A network of 256 IPv4 addresses, or what a provider gives to one customer: enough to see where a flood comes from.
 */
function networkOf(address: string): string | undefined {
  const key = clientIpKey(address);
  return isIPv4(key) ? key.replace(/\d+$/, '0/24') : widerIpv6Key(key);
}

interface Sink {
  write: (line: string) => void;
  close: () => Promise<void>;
}

function standardError(): Sink {
  return { write: writeToStderr, close: () => Promise.resolve() };
}

/** Throws if the file cannot be written; later errors are logged, and lines dropped for a minute. */
function openFile(file: string, maxBytes: number): Sink {
  checkWritable(file);
  let bytes = sizeOf(file);
  let stream: WriteStream | undefined = open();
  let failedAt = 0;

  function open(): WriteStream {
    const opened = createWriteStream(file, { flags: 'a', mode: 0o600 });
    opened.on('error', (error) => {
      writeLog({ level: 'error', event: 'access_log.failed', message: error.message });
      failedAt = Date.now();
      stream = undefined;
    });
    return opened;
  }

  /** Lines written to the old stream still go to the renamed file. */
  function rotate(old: WriteStream): void {
    old.end();
    renameSync(file, `${file}.1`);
    bytes = 0;
    stream = open();
  }

  return {
    write(line) {
      if (stream === undefined && Date.now() - failedAt < reopenMs) return;
      stream ??= open();
      if (stream.writableLength > maxUnwrittenBytes) return;
      stream.write(`${line}\n`);
      bytes += Buffer.byteLength(line) + 1;
      if (bytes < maxBytes || stream.pending) return;
      try {
        rotate(stream);
      } catch (error) {
        // Another process has probably renamed the file: continues with a new one.
        bytes = 0;
        stream = open();
        writeLog({ level: 'warn', event: 'access_log.not_rotated', message: (error as Error).message });
      }
    },
    async close() {
      if (stream === undefined) return;
      const closed = once(stream, 'close').catch(() => {});
      stream.end();
      await closed;
    },
  };
}

function checkWritable(file: string): void {
  try {
    closeSync(openSync(file, 'a', 0o600));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new PermanentStartupError(
      `ACCESS_LOG: ${file} cannot be written (${code}); use 1, or a file in a folder this user can write, e.g. /var/log/fairlead/access.log`,
      {
        cause: error,
      },
    );
  }
}

function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}
