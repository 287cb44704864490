import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientBase } from 'pg';
import { splitSqlStatements, type ParsedSqlStatement } from './split-sql-statements.ts';

export interface DeclaredStatement extends ParsedSqlStatement {
  /** Path relative to supabase/schemas. */
  file: string;
}

export interface DeclaredSchema {
  /** In the order of files; a statement may need one in a later file. */
  objects: DeclaredStatement[];
  /** Statements for all objects together (99-closing). */
  closing: DeclaredStatement[];
  /** Upserts of the rows that belong to the schema (data.sql). */
  data: DeclaredStatement[];
}

export const schemasFolder = join(import.meta.dirname, '..', 'schemas');

/** Reads supabase/schemas, which defines the database. */
export function readDeclaredSchema(folder = schemasFolder): DeclaredSchema {
  const statements = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .flatMap((file) =>
      splitSqlStatements(readFileSync(join(folder, file), 'utf8').replaceAll('\r\n', '\n')).map(
        (statement) => ({
          file,
          ...statement,
        }),
      ),
    );
  const isData = ({ file }: DeclaredStatement): boolean => file.endsWith('/data.sql');
  const isClosing = ({ file }: DeclaredStatement): boolean => file.startsWith('99-');
  return {
    objects: statements.filter((statement) => !isData(statement) && !isClosing(statement)),
    closing: statements.filter(isClosing),
    data: statements.filter(isData),
  };
}

export const schemaSessionSettingsSql = `set client_min_messages = warning; set check_function_bodies = off;
  set search_path = "$user", public, extensions`;

/**
 * Creates the declared schema in a database that has only the backend's migrations. A statement that needs a later one
 * is tried again after it. All or nothing; returns the statements in the order in which they succeeded.
 */
export async function applyDeclaredSchema(
  client: ClientBase,
  { objects, closing, data }: DeclaredSchema,
): Promise<DeclaredStatement[]> {
  await client.query(`${schemaSessionSettingsSql}; begin`);
  try {
    const applied = [];
    for (const group of [objects, closing, data]) applied.push(...(await applyInAnyOrder(client, group)));
    await client.query('commit');
    return applied;
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** A comment may follow the semicolon. */
function withoutEnd(sql: string): string {
  return sql.replace(/;\s*$/, '');
}

async function applyInAnyOrder(
  client: ClientBase,
  statements: readonly DeclaredStatement[],
): Promise<DeclaredStatement[]> {
  const applied: DeclaredStatement[] = [];
  let left = statements;
  while (left.length > 0) {
    const failed: DeclaredStatement[] = [];
    const problems: string[] = [];
    for (const statement of left) {
      try {
        // One message, because each costs a round trip, and there are 1,400 statements.
        await client.query(`savepoint statement; ${withoutEnd(statement.sql)}; release statement`);
        applied.push(statement);
      } catch (error) {
        await client.query('rollback to statement');
        failed.push(statement);
        const start = statement.sql.slice(0, 80).replaceAll(/\s+/g, ' ');
        problems.push(`supabase/schemas/${statement.file}: ${(error as Error).message}: ${start}`);
      }
    }
    if (failed.length === left.length)
      throw new Error(`${failed.length} declared statements cannot be applied:\n${problems.join('\n')}`);
    left = failed;
  }
  return applied;
}
