// A call is one statement as a caller, committed.
import type { CallerName, TestDatabase, Session } from './test-database.ts';

type Rows = Record<string, unknown>[];

export type Call = (
  caller: CallerName,
  sql: string,
  values?: unknown[],
  /** `claims` are added to the token's; concurrent calls need a `session` of their own. */
  options?: { claims?: object; session?: Session },
) => Promise<Rows>;

export function openCall(database: TestDatabase): Call {
  return (caller, sql, values = [], { claims = {}, session } = {}) =>
    database.as(
      caller,
      async (callers) => {
        await callers.query(
          `select set_config('request.jwt.claims', (current_setting('request.jwt.claims')::jsonb || $1)::text, true)`,
          [JSON.stringify(claims)],
        );
        return (await callers.query<Record<string, unknown>>(sql, values)).rows;
      },
      { keep: true, ...(session === undefined ? {} : { session }) },
    );
}
