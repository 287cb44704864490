import { randomId } from '../../../ui/random-id.ts';
import type { LeadValues } from '../../../lead/lead-fields.ts';

/** One submission of a form: its key belongs to its content. */
export interface Attempt {
  key: string;
  content: string;
  /** keys of earlier attempts of this form that this one replaces: the visitor changed the text and sent again */
  replaces: readonly string[];
}

/** The last attempt when nothing has changed since, else a new one. */
export function nextAttempt(values: LeadValues, last: Attempt | null): Attempt {
  const content = JSON.stringify(Object.entries(values).sort());
  if (last?.content === content) return last;
  return { key: randomId(), content, replaces: last ? [...last.replaces, last.key] : [] };
}
