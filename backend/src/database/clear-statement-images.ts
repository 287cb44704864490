// Empties the copies of rows that realtime keeps for a minute.
import type { ClientBase } from 'pg';

/** Before a cluster is kept or copied for longer than that. No server may be delivering from them. */
export async function clearStatementImages(client: ClientBase): Promise<void> {
  await client.query(`
    do $$
    begin
      if to_regclass('realtime.statement_images') is not null then
        truncate realtime.statement_images;
      end if;
    end $$`);
}
