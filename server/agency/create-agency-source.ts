// Reads the agency's settings record from the database; caches it for pages, refreshes it after writes.
import { createClient } from '@supabase/supabase-js';
import {
  toServerAgency,
  type ServerAgency,
  type AgencySource,
  createAgencyColourStyleSheet,
} from '../../site/app/agency/agency.ts';
import { emptyAgencyRecord, type AgencyRecord } from '../../site/app/agency/agency-fields.ts';
import { productSettings } from '../../site/app/agency/product-settings.ts';
import {
  closablePages,
  listPageName,
  tablesHiddenWhenEmpty,
  withLinkedLists,
} from '../../site/app/content/content-types.ts';
import type { BackendAccess } from '../../site/app/data/backend-context.ts';
import type { Database } from '../../site/app/data/database-types.ts';

/** A short timeout, because a cached version can be served instead. */
const readTimeoutMs = 3_000;

/** The tables whose writes change the record, named as in onCommit. */
export const agencyTables = new Set(
  [
    'agency_settings',
    'settings',
    'services',
    ...tablesHiddenWhenEmpty,
    ...Object.values(closablePages).map(({ table }) => table),
  ]
    .map((name) => `public.${name}`)
    .concat('*'),
);
const mostFooterServices = 4;

/**
 * Reads the newest version with a visitor's permissions; without a version the record is empty, and presets are used.
 */
export async function readAgencyRecord({
  url,
  publishableKey,
  fetch,
}: Pick<BackendAccess, 'url' | 'publishableKey' | 'fetch'>): Promise<AgencyRecord> {
  const client = createClient<Database>(url, publishableKey, {
    global: { fetch },
    auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
  });
  const signal = AbortSignal.timeout(readTimeoutMs);
  const settings = client.from('agency_settings').select('facts, texts').order('id', { ascending: false });
  // samples first, so that the first row shows whether there are any
  const services = client.from('services').select('name, is_sample').eq('is_published', true);
  const [{ data }, { data: newest }, ...pages] = await Promise.all([
    settings.limit(1).abortSignal(signal).maybeSingle().throwOnError(),
    services
      .order('is_sample', { ascending: false })
      .order('created_at', { ascending: false })
      .limit(mostFooterServices)
      .abortSignal(signal)
      .throwOnError(),
    ...Object.entries(closablePages).map(async ([name, { isOpen }]) =>
      (await client.rpc(isOpen).abortSignal(signal).throwOnError()).data ? [name] : [],
    ),
    ...tablesHiddenWhenEmpty.map(async (table) => {
      const published = client.from(table).select('id').eq('is_published', true);
      const { data: first } = await published.limit(1).abortSignal(signal).throwOnError();
      return first.length > 0 ? [listPageName(table)] : [];
    }),
  ]);
  // The database has checked the content: private.check_agency_settings().
  const stored = data ? (data as unknown as AgencyRecord) : emptyAgencyRecord;
  const record = { ...stored, openPages: withLinkedLists(pages.flat(), stored.facts.emptyLists) };
  if (newest[0]?.is_sample) return record;
  return withFooterServices(
    record,
    newest.map(({ name }) => name),
  );
}

/** Once the samples are removed, the footer lists the agency's own services, until an owner configures others. */
export function withFooterServices(record: AgencyRecord, names: readonly string[]): AgencyRecord {
  const texts = { footerServices: names, ...record.texts[productSettings.locale] };
  return { ...record, texts: { ...record.texts, [productSettings.locale]: texts } };
}

export interface CachedAgencySource extends AgencySource {
  /** A listener for onCommit: forgets the cached record if the settings or services are among the written tables. */
  noteCommit(written: readonly string[]): void;
}

export interface AgencySourceOptions {
  read: () => Promise<AgencyRecord>;
  /** Maximum age, for hosted projects, which do not report writes. */
  lifetimeMs?: number;
  now?: () => number;
}

/** One per process: pages, mails and feeds read the record from memory until it changes. */
export function createAgencySource({
  read,
  lifetimeMs = Infinity,
  now = Date.now,
}: AgencySourceOptions): CachedAgencySource {
  let last = toServerAgency(emptyAgencyRecord);
  let generation = 0;
  let readUntil = -Infinity;
  let expiresAt = Infinity;
  let reading: Promise<ServerAgency> | undefined;

  async function fetchRecord(): Promise<ServerAgency> {
    const generationAtStart = generation;
    const readAt = now();
    const found = await read()
      .then(async (record) => toServerAgency(record, await createAgencyColourStyleSheet(record)))
      .catch(() => null);
    // A write happened during the read; the read that it causes returns the new values.
    if (generationAtStart !== generation) return readCached();
    reading = undefined;
    if (found) last = found;
    // After a failed read, a hosted project is asked again only after the lifetime: in an outage, each read would
    // wait for the timeout.
    if (found || lifetimeMs !== Infinity) readUntil = readAt + lifetimeMs;
    return last;
  }

  async function readCached(): Promise<ServerAgency> {
    if (now() < Math.min(readUntil, expiresAt)) return last;
    reading ??= fetchRecord();
    return reading;
  }

  function forget(): void {
    generation += 1;
    readUntil = -Infinity;
    reading = undefined;
  }

  return {
    read: readCached,
    last: () => last,
    expireAt(time) {
      if (now() >= expiresAt) forget();
      expiresAt = time;
    },
    noteCommit(written) {
      if (!written.some((name) => agencyTables.has(name))) return;
      forget();
      // Reads the new record at once, because account mails use the last one without reading.
      void readCached();
    },
  };
}
