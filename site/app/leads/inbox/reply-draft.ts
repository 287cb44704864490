import { useEffect, useState } from 'react';
import { keepOnDevice, readFromDevice, watchDevice } from '../../session/kept-on-device.ts';

/** Drafts are this account's, so that a colleague at the same computer never sends somebody else's words. */
function draftKey(userId: string, leadId: string): string {
  return `reply-draft:${userId}:${leadId}`;
}

export function forgetDraft(userId: string, leadId: string): void {
  keepOnDevice(draftKey(userId, leadId), '');
}

/**
 * The reply being written to one lead: survives navigation, reload and a closed tab until it is sent. Two tabs write
 * one draft: what is typed in one stands in the other, so that neither sends what the other has already sent.
 */
export function useReplyDraft(userId: string, leadId: string): [string, (text: string) => void] {
  const key = draftKey(userId, leadId);
  const [text, setText] = useState(() => readFromDevice(key));
  useEffect(() => watchDevice(key, setText), [key]);
  function change(next: string): void {
    setText(next);
    keepOnDevice(key, next);
  }
  return [text, change];
}
