import type { LeadKind, LeadValues } from '../../../lead/lead-fields.ts';

/** A submission that did not arrive for certain; kept on the visitor's device until it did, 7 days at most. */
export interface UnsentLead {
  /** the submission's key: when the row was stored and only the answer was lost, sending again adds nothing */
  key: string;
  kind: LeadKind;
  /** path of the page whose form it is */
  path: string;
  values: LeadValues;
  /** milliseconds since 1970 */
  since: number;
}

const prefix = 'unsent-lead:';
const longestMs = 7 * 24 * 60 * 60 * 1_000;
const listeners = new Set<() => void>();

/** Keeps a copy on this device. False where the browser keeps nothing; then only the form holds the text. */
export function saveUnsent(lead: UnsentLead): boolean {
  try {
    localStorage.setItem(prefix + lead.key, JSON.stringify(lead));
  } catch {
    return false;
  }
  tell();
  return true;
}

export function deleteUnsent(key: string): void {
  try {
    localStorage.removeItem(prefix + key);
  } catch {
    return;
  }
  tell();
}

/** All that is kept here, the oldest first. What is too old or unreadable is deleted. */
export function readUnsent(): UnsentLead[] {
  const found: UnsentLead[] = [];
  try {
    for (const name of Object.keys(localStorage)) {
      if (!name.startsWith(prefix)) continue;
      const lead = parse(localStorage.getItem(name));
      if (lead && Date.now() - lead.since < longestMs) found.push(lead);
      else localStorage.removeItem(name);
    }
  } catch {
    return found;
  }
  return found.sort((a, b) => a.since - b.since);
}

/** The keys of one form's entries as one text, which stays the same until they change. */
export function unsentKeysOf(kind: LeadKind, path: string): string {
  return unsentOf(kind, path)
    .map(({ key }) => key)
    .join(' ');
}

export function unsentOf(kind: LeadKind, path: string): UnsentLead[] {
  return readUnsent().filter((lead) => lead.kind === kind && lead.path === path);
}

/** Calls the listener when an entry comes or goes, in this tab or another. */
export function subscribeToUnsent(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function tell(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): UnsentLead | null {
  try {
    const lead = JSON.parse(text ?? '') as Partial<UnsentLead>;
    const isWhole = lead.key && lead.kind && lead.path?.startsWith('/') && lead.values && lead.since;
    return isWhole ? (lead as UnsentLead) : null;
  } catch {
    return null;
  }
}
