import { toast } from '../../../ui/toast.tsx';
import { hiddenFields } from '../hidden-fields.ts';
import { submissionTexts } from '../../../lead/lead-texts.ts';
import { deleteUnsent, readUnsent, type UnsentLead } from './unsent-leads.ts';

const betweenTriesMs = 60_000;
const underWay = new Map<string, Promise<boolean>>();
const listeners = new Set<(key: string) => void>();
/** Keys of what a form is sending itself at this moment. */
const inForms = new Set<string>();
let isStarted = false;

/** While a form is sending an entry itself, it is left alone here. */
export function markSending(key: string): void {
  inForms.add(key);
}

export function unmarkSending(key: string): void {
  inForms.delete(key);
}

/** Calls the listener with the key of each entry that was sent from here. */
export function subscribeToResent(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends one entry and deletes it once it has arrived for certain. False when it has not; it then stays. */
export function sendUnsent(lead: UnsentLead): Promise<boolean> {
  const sending = underWay.get(lead.key) ?? send(lead).finally(() => underWay.delete(lead.key));
  underWay.set(lead.key, sending);
  return sending;
}

async function send(lead: UnsentLead): Promise<boolean> {
  if (!(await hasArrived(lead))) return false;
  deleteUnsent(lead.key);
  const { sentTitle, sent } = submissionTexts[lead.kind];
  toast({ title: sentTitle, description: sent, variant: 'success', form: lead.kind });
  for (const listener of listeners) listener(lead.key);
  return true;
}

/**
 * As a form without scripts sends it: only the confirmation at the end of its redirect counts, so that a sign-in
 * page of some network that answers in our place takes no lead.
 */
async function hasArrived({ key, kind, path, values }: UnsentLead): Promise<boolean> {
  const body = new URLSearchParams({ ...values, [hiddenFields.key]: key });
  try {
    const response = await fetch(kind === 'contact' ? path : `${path}?proposal=`, { method: 'POST', body });
    const answered = new URL(response.url);
    return (
      response.redirected &&
      answered.origin === location.origin &&
      answered.pathname === path &&
      answered.searchParams.get('sent') === '1'
    );
  } catch {
    return false;
  }
}

/** From now on, sends what is kept: when the network is back, when the page is looked at again, every minute. */
export function startResending(): void {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', sendAllUnsent);
  document.addEventListener('visibilitychange', sendAllUnsent);
  setInterval(sendAllUnsent, betweenTriesMs);
}

/** Sends what is kept, unless that is hopeless now. */
export function sendAllUnsent(): void {
  if (!navigator.onLine || document.visibilityState !== 'visible') return;
  for (const lead of readUnsent()) if (!inForms.has(lead.key)) void sendUnsent(lead);
}
