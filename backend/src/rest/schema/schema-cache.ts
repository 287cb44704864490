import type { SchemaSnapshot } from './schema-types.ts';

/** Most readings in a row that misses alone may cause; one more becomes free each second. */
const burst = 10;
const refillMs = 1_000;

/** Keeps what was last read of the catalog. */
export class SchemaCache {
  private readonly load: () => Promise<SchemaSnapshot>;
  private current: Promise<SchemaSnapshot> | null = null;
  private allowance = burst;
  private refilledAt = Date.now();

  constructor(load: () => Promise<SchemaSnapshot>) {
    this.load = load;
  }

  /** What is known, read now if nothing is. */
  get(): Promise<SchemaSnapshot> {
    return this.current ?? this.read();
  }

  /** The next request reads again: the schema was changed. */
  invalidate(): void {
    this.current = null;
  }

  /** As forget, but within the allowance: a hint that the schema may have changed, which callers can provoke. */
  invalidateWithinRate(): void {
    if (this.current !== null && this.takeAllowance()) this.invalidate();
  }

  /**
   * Reads again because `missed` did not hold what a request named. Answers null when that was done too often of
   * late: names that nothing has must not keep the database busy.
   */
  async readAfterMiss(missed: SchemaSnapshot): Promise<SchemaSnapshot | null> {
    const current = await this.get();
    if (current !== missed) return current;
    if (!this.takeAllowance()) return null;
    this.invalidate();
    return this.get();
  }

  private read(): Promise<SchemaSnapshot> {
    const reading = this.load();
    this.current = reading;
    // A failed reading is forgotten, so the next request tries again.
    reading.catch(() => {
      if (this.current === reading) this.current = null;
    });
    return reading;
  }

  private takeAllowance(): boolean {
    const now = Date.now();
    this.allowance = Math.min(burst, this.allowance + (now - this.refilledAt) / refillMs);
    this.refilledAt = now;
    if (this.allowance < 1) return false;
    this.allowance -= 1;
    return true;
  }
}
