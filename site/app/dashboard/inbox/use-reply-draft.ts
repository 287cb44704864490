import { useEffect, useState } from 'react';
import { storeOnDevice, readFromDevice, watchDevice } from '../../auth/session/device-storage.ts';

/** Drafts are this account's, so that a colleague at the same computer never sends somebody else's words. */
function draftKey(userId: string, leadId: string): string {
  return `reply-draft:${userId}:${leadId}`;
}

interface ReplyDraft {
  text: string;
  change: (text: string) => void;
  /** Forgets what was sent; words that another tab has added meanwhile stay. Also when the box is gone by then. */
  forget: (sent: string) => void;
}

/**
 * The reply being written to one lead: survives navigation, reload and a closed tab until it is sent. Two tabs write
 * one draft: what is typed in one stands in the other, so that neither sends what the other has already sent.
 */
export function useReplyDraft(userId: string, leadId: string): ReplyDraft {
  const key = draftKey(userId, leadId);
  const [text, setText] = useState(() => readFromDevice(key));
  useEffect(() => watchDevice(key, setText), [key]);
  return {
    text,
    change: (next) => storeOnDevice(key, next),
    forget(sent) {
      if (readFromDevice(key).trim() === sent) storeOnDevice(key, '');
      // where nothing can be kept, the box alone has the words
      setText((now) => (now.trim() === sent ? '' : now));
    },
  };
}
