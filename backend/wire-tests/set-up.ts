import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, onTestFinished } from 'vitest';

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

/** If this runs as root, the database's user must be able to enter the folder. */
function makeFolder(mode: number): string {
  const folder = mkdtempSync(join(tmpdir(), 'wire-'));
  chmodSync(folder, mode);
  return folder;
}

/** The database of a server that was killed exits a moment later. */
function removeFolder(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 200 });
}

/** A folder for the tests of the calling file. */
export function setUpFolder(mode = 0o711): string {
  const folder = makeFolder(mode);
  afterAll(() => removeFolder(folder));
  return folder;
}

/** A folder that is removed after the running test, once all that it started later has ended. */
export function folderForTest(mode = 0o711): string {
  const folder = makeFolder(mode);
  onTestFinished(() => removeFolder(folder));
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

/** Disconnects the client after the running test. */
export function disconnectAfterTest(client: SupabaseClient): SupabaseClient {
  onTestFinished(async () => void (await client.realtime.disconnect()));
  return client;
}
