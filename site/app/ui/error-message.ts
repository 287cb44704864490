// Converts any error to a message for users: network, permission, database errors.
import { errorTexts } from './error-texts.ts';

/** Messages of Chromium, Firefox and Safari for a failed request, including that of a script, and Vite's for a style. */
const unreachable =
  /^(TypeError: )?(Failed to fetch|NetworkError when|Load failed|error loading dynamically|Importing a module|Unable to preload CSS)/;

/** PostgreSQL's messages for a denied access, which are for developers. */
const denied = /row-level security|^permission denied for/;

/**
 * SQLSTATE codes of errors that PostgreSQL itself raises (values, constraints, transactions, resources, faults), and
 * codes of PostgREST.
 */
const databaseFault =
  /^(?:(?:0A|08|2[0-9B-F]|3[4-9BDF]|4[04]|5[3-8]|F0|HV|XX)[0-9A-Z]{3}|42(?!501)[0-9A-Z]{3})$|^PGRST/;

/**
 * Messages that supabase-js creates from a response that it cannot read: markup, printed JSON, an object, a property
 * name.
 */
const unreadable = /^\s*[<{[]|^(undefined|null|true|false)$|\[object |Cannot read prop|is not valid JSON/;

const maxSentenceLength = 300;

/** A message that is fit for users, or ''. */
export function readableMessage(message: unknown): string {
  if (typeof message !== 'string') return '';
  const text = message.trim();
  return text.length > maxSentenceLength || unreadable.test(text) ? '' : text;
}

/** An error of supabase-js, for a response of the database. */
interface DatabaseError {
  message?: unknown;
  code?: unknown;
  details?: unknown;
}

const raised: Record<string, string> = { ...errorTexts.raised };

/** Adds texts of database errors for a part of the site whose texts /auth and public pages do not load. */
export function registerDatabaseErrorTexts(texts: Readonly<Record<string, string>>): void {
  Object.assign(raised, texts);
}

/**
 * The message of an error for users: our text for known errors, otherwise a service's own message. `byCode` has
 * messages for codes with a special meaning for the caller.
 */
export function errorMessage(error: unknown, byCode: Readonly<Record<string, string>> = {}): string {
  const { message, code, details } = (error ?? {}) as DatabaseError;
  const text = typeof message === 'string' ? message : '';
  const ours = byCode[String(code)] ?? raised[String(details)];
  if (ours) return ours;
  if (denied.test(text)) return errorTexts.denied;
  if (text === '' || unreachable.test(text)) return errorTexts.unreachable;
  if (typeof code === 'string' && databaseFault.test(code)) return errorTexts.unknown;
  return readableMessage(text) || errorTexts.unknown;
}
