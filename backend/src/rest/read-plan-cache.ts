import type { Statement } from '../database/as-caller.ts';
import type { ReadNode } from './plan/read-plan.ts';
import type { RestRequest } from './read-request.ts';
import type { SchemaSnapshot } from './schema/schema-types.ts';

/** A read that is ready to run; nothing in it depends on who asks. */
export interface CachedRead {
  node: ReadNode;
  statements: readonly Statement[];
}

const mostReads = 500;
const longestKey = 2_000;

/** Keeps the plans of reads that were asked lately, for as long as the schema is the same. */
export class ReadPlanCache {
  private readonly reads = new Map<string, CachedRead>();
  private snapshot: SchemaSnapshot | null = null;

  find(snapshot: SchemaSnapshot, key: string): CachedRead | undefined {
    if (snapshot !== this.snapshot) return undefined;
    const found = this.reads.get(key);
    if (found !== undefined) {
      // The one used last stands last.
      this.reads.delete(key);
      this.reads.set(key, found);
    }
    return found;
  }

  keep(snapshot: SchemaSnapshot, key: string, read: CachedRead): void {
    if (key.length > longestKey) return;
    if (snapshot !== this.snapshot) this.reads.clear();
    this.snapshot = snapshot;
    this.reads.set(key, read);
    const oldest = this.reads.keys().next().value;
    if (this.reads.size > mostReads && oldest !== undefined) this.reads.delete(oldest);
  }
}

/** Everything of a request that its plan and statements follow from. */
export function readKey(rest: RestRequest, name: string): string {
  const { schema, format, preferences, url, request } = rest;
  const range = request.headers.get('range') ?? '';
  const form = `${format.kind} ${format.nullsStripped} ${rest.head} ${preferences.count ?? ''}`;
  return JSON.stringify([schema, name, form, range, url.search]);
}
