// Explains why an SQL file failed: the file, the line, the statement, and what to do.
import { DatabaseError } from 'pg';
import { permanentFailureExitCode, StartupError } from '../errors/startup-error.ts';
import { isConnectionLoss, isNotWritableFailure } from './database-failure.ts';
import { findStatements } from './run-sql-script.ts';

export interface SqlFile {
  /** Its kind and its name. */
  title: string;
  sql: string;
  /** False for a file of the program, which the operator cannot correct. */
  isOwn: boolean;
}

/** Locks, deadlocks, a full disk or memory, and timeouts may be gone at the next start. */
const transientCode = /^(40|53|57|55P03)/;

/** A file that the database rejected. */
export class SqlFileError extends StartupError {
  readonly exitCode: number;
  /** The file, line, statement and reason. */
  readonly problem: string;
  readonly nextStep: string;

  /** `kept` says what an earlier file or a part of this one has changed. */
  constructor(file: SqlFile, error: unknown, kept: string) {
    const problem = describeProblem(file, error);
    const nextStep = chooseNextStep(file, error);
    super(`${problem}; ${kept}. ${nextStep}`, { cause: error });
    this.problem = problem.replaceAll(/\s*\n\s*/g, ' ');
    this.nextStep = nextStep;
    this.exitCode = isTransient(error) ? 1 : permanentFailureExitCode;
  }
}

function isTransient(error: unknown): boolean {
  if (isConnectionLoss(error) || isNotWritableFailure(error)) return true;
  return error instanceof DatabaseError && transientCode.test(error.code ?? '');
}

/** A problem of a file's text, found before the database reads it. */
export class FileTextError extends Error {
  readonly line: number;
  readonly fix: string;

  constructor(message: string, line: number, fix: string) {
    super(message);
    this.line = line;
    this.fix = fix;
  }
}

/** UTF-8 without a byte-order mark, lines ending in \n; the first problem is in the result, for files that are run. */
export function decodeSqlFile(bytes: Uint8Array): { sql: string; problem?: FileTextError } {
  const sql = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n');
  const problem = findTextProblem(bytes, sql);
  return { sql, ...(problem && { problem }) };
}

function findTextProblem(bytes: Uint8Array, sql: string): FileTextError | undefined {
  const [first, second] = bytes;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff))
    return new FileTextError('it is UTF-16, not UTF-8', 1, 'Save the file as UTF-8');
  const nul = sql.indexOf('\0');
  if (nul !== -1)
    return new FileTextError('it contains a NUL character', lineAt(sql, nul), 'Remove that character');
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return undefined;
  } catch {
    const line = lineAt(sql, Math.max(0, sql.indexOf('\uFFFD')));
    return new FileTextError('it contains bytes that are not UTF-8', line, 'Save the file as UTF-8');
  }
}

function lineAt(sql: string, offset: number): number {
  return sql.slice(0, offset).split('\n').length;
}

function describeProblem({ title, sql }: SqlFile, error: unknown): string {
  const { message } = error as Error;
  if (error instanceof FileTextError) return `${title} failed at line ${error.line}: ${message}`;
  const extension = findMissingExtension(error);
  const location = extension === undefined ? locate(sql, error) : locateText(sql, extension);
  const reason = extension === undefined ? message : `this PostgreSQL has no extension ${extension}`;
  if (location === undefined) return `${title} failed: ${reason}`;
  return `${title} failed at line ${location.line}: ${reason}${location.isInside ? '' : insideCode(error)}; statement: ${location.statement}`;
}

interface SqlLocation {
  line: number;
  statement: string;
  /** Whether the line is that of the code within a DO block. */
  isInside?: true;
}

/** Where PostgreSQL stopped; undefined if the error is about no statement, such as a lost connection. */
function locate(sql: string, error: unknown): SqlLocation | undefined {
  if (!(error instanceof DatabaseError) || error.position === undefined) return undefined;
  // The position counts characters from 1, not UTF-16 units.
  const offset = [...sql].slice(0, Number(error.position) - 1).join('').length;
  const inside = findLineOfBlock(sql, offset, error);
  if (inside === undefined) return { line: lineAt(sql, offset), statement: quoteStatement(sql, offset) };
  return { line: lineAt(sql, inside), statement: quoteStatement(sql, inside, true), isInside: true };
}

/** The position in the file of the line of a DO block that failed; PL/pgSQL counts lines from the block's quote. */
function findLineOfBlock(sql: string, offset: number, { where = '' }: DatabaseError): number | undefined {
  const line = /function inline_code_block line (\d+)/.exec(where)?.[1];
  const start = statementAt(sql, offset)?.start;
  if (line === undefined || start === undefined) return undefined;
  const quote = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$|'/u.exec(sql.slice(start));
  if (quote === null) return undefined;
  let at = start + quote.index;
  for (let count = 1; count < Number(line); count += 1) at = sql.indexOf('\n', at) + 1;
  return at;
}

function statementAt(sql: string, offset: number): { start: number; end: number } | undefined {
  let found: { start: number; end: number } | undefined;
  for (const range of findStatements(sql)) {
    if (range.start > offset) break;
    found = range;
  }
  return found;
}

const longestQuote = 160;
/** Passwords of roles and the like are not repeated in the log. */
const passwordText = /(\bpassword\s+)(?:'[^']*'?|\$\$.*?\$\$)/gi;

/** The statement on one line; of a long one, the part that begins with the line that failed. */
function quoteStatement(sql: string, offset: number, fromLine = false): string {
  const { start, end } = statementAt(sql, offset) ?? { start: offset, end: sql.length };
  const lineStart = Math.max(start, sql.lastIndexOf('\n', offset - 1) + 1);
  const isFar = (fromLine && lineStart > start) || offset - start > longestQuote / 2;
  const text = sql
    .slice(isFar ? lineStart : start, end)
    .replaceAll(passwordText, "$1'…'")
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s;]+$/, '')
    .trimStart();
  const short = [...text].slice(0, longestQuote).join('');
  return `${isFar ? '… ' : ''}${short}${short.length < text.length ? ' …' : ''}`;
}

/** For an error inside a function: the line as PostgreSQL counts it. */
function insideCode(error: unknown): string {
  const lines = error instanceof DatabaseError ? (error.where ?? '').split('\n') : [];
  const where = lines.find((line) => /function .* line \d+/.test(line));
  return where === undefined ? '' : ` (${where})`;
}

function findMissingExtension(error: unknown): string | undefined {
  const missing =
    /^extension "([^"]+)" is not available$|extension control file "[^"]*?([\w-]+)\.control"/.exec(
      (error as Error).message,
    );
  return missing?.[1] ?? missing?.[2];
}

/** Finds the statement by text, because PostgreSQL gives no position for it. */
function locateText(sql: string, extension: string): SqlLocation | undefined {
  const name = RegExp.escape(extension);
  const found = new RegExp(String.raw`create\s+extension\s+(?:if\s+not\s+exists\s+)?"?${name}\b`, 'i').exec(
    sql,
  );
  return found === null
    ? undefined
    : { line: lineAt(sql, found.index), statement: quoteStatement(sql, found.index) };
}

const correct = 'Correct the file, then start again';

/** By SQLSTATE. */
const nextSteps: Record<string, string> = {
  '55P03':
    'Another session holds what it changes: end its transaction (select * from pg_stat_activity), then start again',
  '57014':
    'It took longer than the statement_timeout that this file or a function in it sets, or was cancelled: allow more time there, then start again',
  '25001': 'Files run in a transaction: leave out what cannot (concurrently, vacuum), then start again',
};

function chooseNextStep({ isOwn }: SqlFile, error: unknown): string {
  if (error instanceof FileTextError) return `${error.fix}, then start again`;
  if (findMissingExtension(error) !== undefined)
    return 'Set DATABASE_URL to a PostgreSQL that has it, or take out that line and what needs it';
  const { code = '', message, hint } = error as DatabaseError;
  const known = nextSteps[code];
  if (known !== undefined) return known;
  if (isTransient(error)) return 'Start again once that has passed';
  if (!isOwn) return 'This file is part of the program: start the version before it, and report this';
  if (/at or near "\\/.test(message))
    return 'Lines that begin with \\ are commands of psql: remove them, then start again';
  if (code.startsWith('23'))
    return 'Correct the rows earlier in this file, or the rule that they break, then start again';
  return hint === undefined ? correct : `${correct} (PostgreSQL's hint: ${hint.replace(/\.$/, '')})`;
}
