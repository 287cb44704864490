import type { LeadValues } from '../lead-fields.ts';

/** One submission of a form: its key belongs to its content. */
export interface Attempt {
  key: string;
  content: string;
  /** keys of earlier attempts of this form that this one replaces: the visitor changed the text and sent again */
  replaces: readonly string[];
}

/** The attempt that this content is: the last one again when nothing was changed since, else a new one. */
export function nextAttempt(values: LeadValues, last: Attempt | null): Attempt {
  const content = JSON.stringify(Object.entries(values).sort());
  if (last?.content === content) return last;
  return { key: makeKey(), content, replaces: last ? [...last.replaces, last.key] : [] };
}

/** A random UUID; crypto.randomUUID is missing on pages that are served without TLS. */
function makeKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
