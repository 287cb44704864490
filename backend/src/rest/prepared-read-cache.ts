// Caches planned reads with their SQL statements until the schema changes.
import { LRUCache } from 'lru-cache';
import type { SqlStatement } from '../database/run-sql-as-caller.ts';
import type { ReadPlanNode } from './plan/plan-read.ts';
import type { RowCountPlan } from './reads/plan-row-counts.ts';
import type { RestRequest } from './read-rest-request.ts';
import type { SchemaSnapshot } from './schema/schema-types.ts';

export interface PreparedRead {
  node: ReadPlanNode;
  statements: readonly SqlStatement[];
  counts: RowCountPlan | null;
}

const maxKeyLength = 2_000;

/** Valid until the schema changes; evicts the least recently used. */
export class PreparedReadCache {
  private readonly reads = new LRUCache<string, PreparedRead>({ max: 500 });
  private snapshot: SchemaSnapshot | null = null;

  find(snapshot: SchemaSnapshot, key: string): PreparedRead | undefined {
    return snapshot === this.snapshot ? this.reads.get(key) : undefined;
  }

  set(snapshot: SchemaSnapshot, key: string, read: PreparedRead): void {
    if (key.length > maxKeyLength) return;
    if (snapshot !== this.snapshot) this.reads.clear();
    this.snapshot = snapshot;
    this.reads.set(key, read);
  }
}

export function preparedReadCacheKey(rest: RestRequest, name: string): string {
  const { schema, format, preferences, url, request } = rest;
  const range = request.headers.get('range') ?? '';
  const shape = `${format.kind} ${format.nullsStripped} ${rest.head} ${preferences.count ?? ''}`;
  return JSON.stringify([schema, name, shape, range, url.search]);
}
