// Counts page addresses that returned 404 or 410 for visitors; filters personal ones.
import type { IncomingMessage } from 'node:http';
import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from '../../site/app/data/database-types.ts';
import { isPrivatePath } from '../../site/app/seo/private-paths.ts';

const flushMs = 10_000;
/** Maximum number of different paths between two writes. */
const maxPaths = 200;

interface MissedPathsSettings {
  client: SupabaseClient<Database>;
  log: (entry: { level: 'warn'; event: string; message: string }) => void;
}

/**
 * Counts requested paths that the site does not have, without query or visitor. Written every ten seconds, so that
 * many requests cause one write. Only browsers that open a document are counted: they send a header for it, and programs
 * that try addresses do not.
 */
export function createMissedPathCounter({ client, log }: MissedPathsSettings) {
  let counts = new Map<string, number>();
  let timer: NodeJS.Timeout | undefined;

  async function flush(): Promise<void> {
    timer = undefined;
    if (counts.size === 0) return;
    const paths = Object.fromEntries(counts);
    counts = new Map();
    const { error } = await client.rpc('record_missed_paths', { paths });
    if (error) log({ level: 'warn', event: 'missed_paths.unwritten', message: error.message });
  }

  return {
    /** Counts the path of a response that was a 404 or 410, if a person requested a page. */
    note({ method, url = '', headers }: IncomingMessage, status: number) {
      if (method !== 'GET' || (status !== 404 && status !== 410)) return;
      if (headers['sec-fetch-dest'] !== 'document') return;
      const path = (url.split('?', 1)[0] ?? '').toLowerCase();
      if (!isListableMissedPath(path) || (counts.size >= maxPaths && !counts.has(path))) return;
      counts.set(path, (counts.get(path) ?? 0) + 1);
      timer ??= setTimeout(() => void flush(), flushMs).unref();
    },
    stop() {
      clearTimeout(timer);
      return flush();
    },
  };
}

const maxLength = 200;
const servicePaths = /^\/(rest|storage|functions|realtime|assets)(\/|$)/;
/** An email address, a phone number, a UUID or a token, which may identify a person. */
const personal = /@|%40|\d{7}|[0-9a-f]{8}-[0-9a-f]{4}-|[a-z0-9_=]{24}/;

/** Whether a path in lower case may be listed as one that visitors missed. */
export function isListableMissedPath(path: string): boolean {
  return (
    path.length > 1 &&
    path.length <= maxLength &&
    /^\/[a-z0-9%._~!$'()*+,;:=/-]*$/.test(path) &&
    !path.startsWith('//') &&
    !servicePaths.test(path) &&
    !isPrivatePath(path) &&
    !personal.test(path)
  );
}
