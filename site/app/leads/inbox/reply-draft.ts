import { useState } from 'react';

/** Drafts are this account's, so that a colleague at the same computer never sends somebody else's words. */
function draftKey(userId: string, leadId: string): string {
  return `reply-draft:${userId}:${leadId}`;
}

function readDraft(key: string): string {
  try {
    return localStorage.getItem(key) ?? '';
  } catch {
    return '';
  }
}

function keepDraft(key: string, text: string): void {
  try {
    if (text) localStorage.setItem(key, text);
    else localStorage.removeItem(key);
  } catch {
    // A full or forbidden storage costs the draft at reload, not the reply.
  }
}

export function forgetDraft(userId: string, leadId: string): void {
  keepDraft(draftKey(userId, leadId), '');
}

/** The reply being written to one lead: survives navigation, reload and a closed tab until it is sent. */
export function useReplyDraft(userId: string, leadId: string): [string, (text: string) => void] {
  const key = draftKey(userId, leadId);
  const [text, setText] = useState(() => readDraft(key));
  function change(next: string): void {
    setText(next);
    keepDraft(key, next);
  }
  return [text, change];
}
