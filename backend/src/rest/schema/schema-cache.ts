// Caches the schema snapshot; reloads it on invalidation or, at a limited rate, after a miss.
import type { SchemaSnapshot } from './schema-types.ts';

/** Token bucket of reloads after misses: unknown names must not keep the database busy. */
const maxTokens = 10;
const refillMs = 1_000;

export class SchemaCache {
  private readonly load: () => Promise<SchemaSnapshot>;
  private current: Promise<SchemaSnapshot> | null = null;
  private tokens = maxTokens;
  private refilledAt = Date.now();

  constructor(load: () => Promise<SchemaSnapshot>) {
    this.load = load;
  }

  get(): Promise<SchemaSnapshot> {
    return this.current ?? this.reload();
  }

  invalidate(): void {
    this.current = null;
  }

  /** Invalidates at a limited rate, for hints that callers can cause. */
  invalidateWithinRate(): void {
    if (this.current !== null && this.takeToken()) this.invalidate();
  }

  /** null above the rate limit. `missed` is the snapshot in which a name was missing. */
  async reloadAfterMiss(missed: SchemaSnapshot): Promise<SchemaSnapshot | null> {
    const current = await this.get();
    if (current !== missed) return current;
    if (!this.takeToken()) return null;
    this.invalidate();
    return this.get();
  }

  private reload(): Promise<SchemaSnapshot> {
    const loading = this.load();
    this.current = loading;
    // Discards a failure, so that the next request retries.
    loading.catch(() => {
      if (this.current === loading) this.current = null;
    });
    return loading;
  }

  private takeToken(): boolean {
    const now = Date.now();
    this.tokens = Math.min(maxTokens, this.tokens + (now - this.refilledAt) / refillMs);
    this.refilledAt = now;
    if (this.tokens < 1) return false;
    this.tokens -= 1;
    return true;
  }
}
