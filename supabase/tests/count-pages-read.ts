import type { TestSession } from './test-database.ts';

/** The plan of a query that was run, with the pages that it read. */
export async function explain(
  session: TestSession,
  sql: string,
  values: readonly unknown[] = [],
): Promise<string> {
  const options = 'analyze, buffers, costs off, timing off, summary off';
  return (await session.column<string>(`explain (${options}) ${sql}`, values)).join('\n');
}

/** Number of pages of tables and indexes that a query reads, including those of functions in it. */
export async function countPagesRead(session: TestSession, sql: string): Promise<number> {
  const plan = await explain(session, sql);
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
