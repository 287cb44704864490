// Prometheus gauges of the server's state: database, mail queue, backups, page cache.
import { setTimeout as wait } from 'node:timers/promises';
import type { Counter, Gauge, Registry } from 'prom-client';
import type { Backend } from '@fairlead/backend';
import { readOutboxState } from '../../site/app/data/server-health.ts';
import { createSecretKeyClient } from '../../site/app/data/server-settings.ts';
import type { PageCacheStats } from '../../site/server/page-cache.ts';
import type { ConnectedBackend } from '../boot/connect-backend.ts';
import type { ProbeConfig } from '../probes/probe.ts';
import { probes } from '../probes/probes.ts';
import { readProgramVersion } from '../process/read-program-version.ts';

export interface MeasuredServer {
  connected: Pick<ConnectedBackend, 'access' | 'backend' | 'keys'>;
  config: ProbeConfig;
  pageCacheStats?: (() => PageCacheStats) | undefined;
}

const allProbes = Object.values(probes).flat();

/** Timeout of values that are read from the database. */
const timeoutMs = 3_000;

/** Gauges that are read when metrics are requested. A value that cannot be read is absent, not 0. */
export function createServerStateGauges(
  { Gauge: NewGauge, Counter: NewCounter }: typeof import('prom-client'),
  register: Registry,
  { connected, config, pageCacheStats }: MeasuredServer,
): { update(): Promise<void> } {
  const registers = [register];
  const gauges: Gauge[] = [];
  function gauge<Label extends string>(name: string, help: string, ...labelNames: Label[]): Gauge<Label> {
    const made = new NewGauge({ name: `fairlead_${name}`, help, labelNames, registers });
    gauges.push(made);
    return made;
  }
  function counter<Label extends string>(name: string, help: string, ...labelNames: Label[]): Counter<Label> {
    return new NewCounter({ name: `fairlead_${name}`, help, labelNames, registers });
  }

  new NewGauge({ name: 'fairlead_info', help: 'The running version', labelNames: ['version'], registers })
    .labels({ version: readProgramVersion() })
    .set(1);
  const connections = gauge('database_connections', 'Of each pool: used, idle', 'pool', 'state');
  const awaited = gauge('database_requests_waiting', 'Requests that wait for a connection', 'pool');
  const sockets = gauge('realtime_sockets', 'Open sockets');
  const mails = gauge('mail_waiting', 'Mail that waits to be sent', 'queue');
  const mailAge = gauge('mail_oldest_seconds', 'Since when the oldest mail waits', 'queue');
  const failedMails = gauge('mail_failed', 'Replies and notices given up in the last 7 days');
  const probed = new Map(
    allProbes.flatMap(({ gauges: own }) => own.map(({ name, help }) => [name, gauge(name, help)])),
  );
  const databaseSize = gauge('database_size_bytes', 'Tables and indexes of the database');
  const cachedPages = gauge('page_cache_pages', 'Pages in memory');
  const cachedBytes = gauge('page_cache_bytes', 'Their size');
  const cacheLookups = counter('page_cache_requests_total', 'Requests for pages: hit or miss', 'result');

  async function updateBackend(backend: Backend): Promise<void> {
    const { pools, realtimeSockets, accountMails, databaseBytes } = await backend.readStats();
    for (const [pool, { used, idle, waiting }] of Object.entries(pools)) {
      connections.set({ pool, state: 'used' }, used);
      connections.set({ pool, state: 'idle' }, idle);
      awaited.set({ pool }, waiting);
    }
    sockets.set(realtimeSockets);
    if (databaseBytes !== null) databaseSize.set(databaseBytes);
    if (!accountMails) return;
    mails.set({ queue: 'account' }, accountMails.waiting);
    mailAge.set({ queue: 'account' }, accountMails.oldestSeconds);
  }

  const client = createSecretKeyClient(connected.access, connected.keys);
  async function updateOutbox(): Promise<void> {
    const state = await readOutboxState(client);
    if (!state) return;
    mails.set({ queue: 'outbox' }, state.waiting);
    mailAge.set({ queue: 'outbox' }, state.oldestSeconds);
    failedMails.set(state.failed);
  }

  async function updateProbes(): Promise<void> {
    const read = await Promise.all(allProbes.map((probe) => probe.readGauges(config)));
    for (const [name, value] of read.flatMap((values) => [...values])) probed.get(name)?.set(value);
  }

  function updatePageCache(): void {
    if (!pageCacheStats) return;
    const { hits, misses, pages, bytes } = pageCacheStats();
    cachedPages.set(pages);
    cachedBytes.set(bytes);
    cacheLookups.reset();
    cacheLookups.inc({ result: 'hit' }, hits);
    cacheLookups.inc({ result: 'miss' }, misses);
  }

  return {
    async update() {
      for (const one of gauges) one.reset();
      // reset() sets gauges without labels to 0; they are removed, because an unknown value must be absent.
      for (const one of [sockets, failedMails, databaseSize, cachedPages, cachedBytes, ...probed.values()])
        one.remove();
      updatePageCache();
      const { backend } = connected;
      const slow = [updateProbes(), updateOutbox(), ...(backend ? [updateBackend(backend)] : [])];
      await Promise.race([Promise.allSettled(slow), wait(timeoutMs, undefined, { ref: false })]);
    },
  };
}
