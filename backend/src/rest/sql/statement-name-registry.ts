// Names frequent SQL statements, so that connections keep them prepared; limits their number.
import type { SqlStatement } from '../../database/run-sql-as-caller.ts';
import type { UnnamedSqlStatement } from './statements.ts';

/**
 * Named statements stay prepared. Their number is limited, because callers determine how many there are, and every
 * connection keeps each.
 */
export class StatementNameRegistry {
  /** A plan grows with its text, which a caller may make up to 16 KB long. */
  private readonly maxTextLength = 4_000;
  private readonly names = new Map<string, string>();
  private seenOnce = new Set<string>();
  private readonly maxNames: number;

  constructor(maxNames = 300) {
    this.maxNames = maxNames;
  }

  /** From the second use on, while the limit allows. */
  name({ text, values }: UnnamedSqlStatement): SqlStatement {
    const name = this.names.get(text) ?? this.register(text);
    return name === undefined ? { text, values } : { text, values, name };
  }

  private register(text: string): string | undefined {
    if (this.names.size >= this.maxNames || text.length > this.maxTextLength) return undefined;
    if (!this.seenOnce.has(text)) {
      if (this.seenOnce.size >= 2_000) this.seenOnce = new Set();
      this.seenOnce.add(text);
      return undefined;
    }
    this.seenOnce.delete(text);
    const name = `rest_${this.names.size + 1}`;
    this.names.set(text, name);
    return name;
  }
}
