import { toastSuccess } from '../../ui/toast.tsx';
import { hiddenFields } from './hidden-fields.ts';
import { leadTexts } from '../../lead/lead-texts.ts';
import { deleteUnsent, readUnsent, type UnsentLead } from './unsent-leads.ts';

const retryMs = 60_000;
const sending = new Map<string, Promise<boolean>>();
const listeners = new Set<(key: string) => void>();
const sendingInForms = new Set<string>();
let isStarted = false;

/** While a form is sending an entry, it is not resent from here. */
export function markSending(key: string): void {
  sendingInForms.add(key);
}

export function unmarkSending(key: string): void {
  sendingInForms.delete(key);
}

/** With the key of each entry that was sent from here. */
export function subscribeToResent(listener: (key: string) => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Sends one entry and deletes it once it has arrived for certain; else it stays, and the result is false. */
export function sendUnsent(lead: UnsentLead): Promise<boolean> {
  const result = sending.get(lead.key) ?? send(lead).finally(() => sending.delete(lead.key));
  sending.set(lead.key, result);
  return result;
}

async function send(lead: UnsentLead): Promise<boolean> {
  if (!(await hasArrived(lead))) return false;
  deleteUnsent(lead.key);
  const { sentTitle, sent } = leadTexts.submission[lead.kind];
  toastSuccess({ title: sentTitle, description: sent, form: lead.kind });
  for (const listener of listeners) listener(lead.key);
  return true;
}

/** Posts as without scripts: only the redirect to the confirmation counts, not the page of a captive portal. */
async function hasArrived({ key, kind, path, values, extras }: UnsentLead): Promise<boolean> {
  const body = new URLSearchParams({ ...values, ...extras, [hiddenFields.key]: key });
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
export function startResending(): void {
  if (isStarted) return;
  isStarted = true;
  window.addEventListener('online', sendAllUnsent);
  document.addEventListener('visibilitychange', sendAllUnsent);
  setInterval(sendAllUnsent, retryMs);
}

export function sendAllUnsent(): void {
  if (!navigator.onLine || document.visibilityState !== 'visible') return;
  for (const lead of readUnsent()) if (!sendingInForms.has(lead.key)) void sendUnsent(lead);
}
