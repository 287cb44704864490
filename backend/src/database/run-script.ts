import { DatabaseError } from 'pg';
import type { Client, Connection, Submittable } from 'pg';
import { statementStarts } from './statement-starts.ts';

/**
 * Runs the statements of a file in one message, as psql -c does. Many errors of PostgreSQL have no position: then the
 * error gets that of the statement that failed, counting characters from 1.
 */
export async function runScript(client: Client, sql: string): Promise<void> {
  const script = client.query(new Script(sql));
  try {
    await script.done;
  } catch (error) {
    if (error instanceof DatabaseError && error.position === undefined) {
      const start = statementStarts(sql)[script.completed];
      if (start !== undefined) error.position = String(Array.from(sql.slice(0, start)).length + 1);
    }
    throw error;
  }
}

/** Counts the statements that succeed, which Query of pg keeps to itself when one fails. Drops their rows. */
class Script implements Submittable {
  completed = 0;
  readonly done: Promise<void>;
  private readonly settle = Promise.withResolvers<void>();
  private readonly sql: string;

  constructor(sql: string) {
    this.sql = sql;
    this.done = this.settle.promise;
  }

  readonly submit = (connection: Connection): void => connection.query(this.sql);

  handleRowDescription(): void {}
  handleDataRow(): void {}
  handleEmptyQuery(): void {}
  handleCopyData(): void {}

  handleCommandComplete(): void {
    this.completed += 1;
  }

  /** Without an end of the data PostgreSQL would wait for ever. */
  handleCopyInResponse(connection: Connection): void {
    const reason = Buffer.from('COPY from stdin needs psql: write the rows as inserts\0');
    const head = Buffer.from('f\0\0\0\0');
    head.writeInt32BE(4 + reason.length, 1);
    connection.stream.write(Buffer.concat([head, reason]));
  }

  handleError(error: Error): void {
    this.settle.reject(error);
  }

  handleReadyForQuery(): void {
    this.settle.resolve();
  }
}
