import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

/**
 * The result of `start` for the tests of the calling file: started before the first and closed after the last test, in
 * reverse order if there are several. Throws if it is accessed earlier.
 */
export function setUp<Started extends { close(): unknown } | { stop(): unknown }>(
  start: () => Promise<Started>,
  timeoutMs?: number,
): Started {
  let started: Started | undefined;
  beforeAll(async () => {
    started = await start();
  }, timeoutMs);
  afterAll(async () => {
    if (started) await ('close' in started ? started.close() : started.stop());
  });
  function needStarted(): Started {
    if (!started) throw new Error('not started yet: use it in a hook or a test');
    return started;
  }
  return new Proxy({} as Started, {
    get: (_, name) => Reflect.get(needStarted(), name) as unknown,
    set: (_, name, value) => Reflect.set(needStarted(), name, value),
    ownKeys: () => Reflect.ownKeys(needStarted()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(needStarted(), name),
  });
}

/**
 * A folder for the tests of the calling file. If this runs as root, the database's user must be able to enter it. The
 * database of a server that was killed exits a moment later.
 */
export function setUpFolder(mode = 0o711): string {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  chmodSync(folder, mode);
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 }));
  return folder;
}

/** Like `start`, callable any number of times in the tests of a file; all are closed after its last test. */
export function setUpMany<Options extends unknown[], Started extends { close(): unknown }>(
  start: (...options: Options) => Promise<Started>,
): (...options: Options) => Promise<Started> {
  const all: Started[] = [];
  afterAll(async () => {
    for (const started of all) await started.close();
  });
  return async (...options) => {
    const started = await start(...options);
    all.push(started);
    return started;
  };
}
