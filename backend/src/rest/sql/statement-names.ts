import type { Statement } from '../../database/as-caller.ts';
import type { Sql } from './statements.ts';

/**
 * Names statements that come again, so that connections keep them prepared. The number of names is bounded, because
 * callers decide how many different statements there are and every connection keeps each of them.
 */
export class StatementNames {
  /** Each connection keeps the plan of each name, and a plan grows with its text: a visitor may write 16 KB of it. */
  private readonly longestText = 4_000;
  private readonly names = new Map<string, string>();
  private seenOnce = new Set<string>();
  private readonly mostNames: number;

  constructor(mostNames = 300) {
    this.mostNames = mostNames;
  }

  /** Names it from its second time on, while there is room. */
  name({ text, values }: Sql): Statement {
    const name = this.names.get(text) ?? this.register(text);
    return name === undefined ? { text, values } : { text, values, name };
  }

  private register(text: string): string | undefined {
    if (this.names.size >= this.mostNames || text.length > this.longestText) return undefined;
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
