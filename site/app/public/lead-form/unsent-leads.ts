// Stores leads on the visitor's device until they have arrived.
import { localStore } from '../../ui/browser-storage.ts';
import { unsentLeadKeyPrefix, type LeadFormKind, type LeadValues } from '../../lead/lead-fields.ts';
import { toastSuccess } from '../../ui/toast.tsx';
import { hiddenFieldNames, type VisitAndConsent } from './hidden-field-names.ts';
import { leadTexts } from '../../lead/lead-texts.ts';

/** A submission that may not have arrived; stored on the visitor's device until it has, for at most 7 days. */
export interface UnsentLead {
  /** the submission key: if only the response was lost, resending stores nothing twice */
  key: string;
  kind: LeadFormKind;
  /** the path of the page with the form */
  path: string;
  values: LeadValues;
  extras?: VisitAndConsent;
  /** milliseconds since 1970 */
  since: number;
}

const maxAgeMs = 7 * 24 * 60 * 60 * 1_000;
const listeners = new Set<() => void>();

/** False if the browser blocks the storage. */
export function saveUnsentLead(lead: UnsentLead): boolean {
  if (!localStore.set(unsentLeadKeyPrefix + lead.key, JSON.stringify(lead))) {
    // the entry is only in memory and is removed, so that no note claims that the text is saved
    localStore.remove(unsentLeadKeyPrefix + lead.key);
    return false;
  }
  notify();
  return true;
}

export function deleteUnsentLead(key: string): void {
  localStore.remove(unsentLeadKeyPrefix + key);
  notify();
}

/** Oldest first. Entries that are too old or unreadable are deleted. */
function readUnsentLeads(): UnsentLead[] {
  const found: UnsentLead[] = [];
  for (const name of localStore.keys()) {
    if (!name.startsWith(unsentLeadKeyPrefix)) continue;
    const lead = parse(localStore.get(name));
    if (lead && Date.now() - lead.since < maxAgeMs) found.push(lead);
    else localStore.remove(name);
  }
  return found.sort((a, b) => a.since - b.since);
}

/** As one string, a stable snapshot for useSyncExternalStore. */
export function joinUnsentLeadKeys(kind: LeadFormKind, path: string): string {
  return findUnsentLeads(kind, path)
    .map(({ key }) => key)
    .join(' ');
}

export function findUnsentLeads(kind: LeadFormKind, path: string): UnsentLead[] {
  return readUnsentLeads().filter((lead) => lead.kind === kind && lead.path === path);
}

/** Notifies of changes in this tab or another. */
export function subscribeToUnsentLeads(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function notify(): void {
  for (const listener of listeners) listener();
}

function parse(text: string | null): UnsentLead | null {
  try {
    const lead = JSON.parse(text ?? '') as Partial<UnsentLead>;
    const isComplete = lead.key && lead.kind && lead.path?.startsWith('/') && lead.values && lead.since;
    return isComplete ? (lead as UnsentLead) : null;
  } catch {
    return null;
  }
}

const retryMs = 60_000;
const sending = new Map<string, Promise<boolean>>();
const resentListeners = new Set<(key: string) => void>();
const sendingInForms = new Set<string>();
let isStarted = false;

/** Prevents that an entry is resent while a form is sending it. */
export function markLeadSending(key: string): void {
  sendingInForms.add(key);
}

export function unmarkLeadSending(key: string): void {
  sendingInForms.delete(key);
}

/** Calls the listener with the key of each entry that this module has sent. */
export function subscribeToResentLeads(listener: (key: string) => void): () => void {
  resentListeners.add(listener);
  return () => resentListeners.delete(listener);
}

/** Sends one entry and deletes it once it has certainly arrived; otherwise it is kept, and the result is false. */
export function sendUnsentLead(lead: UnsentLead): Promise<boolean> {
  const result = sending.get(lead.key) ?? send(lead).finally(() => sending.delete(lead.key));
  sending.set(lead.key, result);
  return result;
}

async function send(lead: UnsentLead): Promise<boolean> {
  if (!(await hasArrived(lead))) return false;
  deleteUnsentLead(lead.key);
  const { sentTitle, sent } = leadTexts.submission[lead.kind];
  toastSuccess({ title: sentTitle, description: sent, form: lead.kind });
  for (const listener of resentListeners) listener(lead.key);
  return true;
}

/** Posts like a form without scripts: only the redirect to the confirmation is success, not a captive portal's page. */
async function hasArrived({ key, kind, path, values, extras }: UnsentLead): Promise<boolean> {
  const body = new URLSearchParams({ ...values, ...extras, [hiddenFieldNames.key]: key });
  try {
    const response = await fetch(kind === 'contact' ? path : `${path}?proposal=`, { method: 'POST', body });
    const url = new URL(response.url);
    return (
      response.redirected &&
      url.origin === location.origin &&
      url.pathname === path &&
      url.searchParams.get('sent') === '1'
    );
  } catch {
    return false;
  }
}

/** Resends when the network is back, when the page is visible again, and every minute. */
export function startResendingLeads(): void {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', sendAllUnsentLeads);
  document.addEventListener('visibilitychange', sendAllUnsentLeads);
  setInterval(sendAllUnsentLeads, retryMs);
}

export function sendAllUnsentLeads(): void {
  if (!navigator.onLine || document.visibilityState !== 'visible') return;
  for (const lead of readUnsentLeads()) if (!sendingInForms.has(lead.key)) void sendUnsentLead(lead);
}
