import type { TestSession } from './test-database.ts';

/** Number of pages of tables and indexes that a query reads, including those of functions in it. */
export async function countPagesRead(session: TestSession, sql: string): Promise<number> {
  const rows = await session.query<{ 'QUERY PLAN': string }>(
    `explain (analyze, buffers, costs off, timing off, summary off) ${sql}`,
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const [, hit = '0', read = '0'] = /Buffers: shared(?: hit=(\d+))?(?: read=(\d+))?/.exec(plan) ?? [];
  return Number(hit) + Number(read);
}
