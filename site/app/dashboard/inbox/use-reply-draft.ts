import { useEffect, useState } from 'react';
import { storeOnDevice, readFromDevice, watchDevice } from '../../auth/session/device-storage.ts';

/** By account, so that a colleague at the same computer never sends another's draft. */
function draftKey(userId: string, leadId: string): string {
  return `reply-draft:${userId}:${leadId}`;
}

interface ReplyDraft {
  text: string;
  change: (text: string) => void;
  /** Clears what was sent; what another tab has added meanwhile stays. Also after unmounting. */
  clear: (sent: string) => void;
}

/** Survives navigation, reload and a closed tab. Tabs share it, so that neither sends what the other has sent. */
export function useReplyDraft(userId: string, leadId: string): ReplyDraft {
  const key = draftKey(userId, leadId);
  const [text, setText] = useState(() => readFromDevice(key));
  useEffect(() => watchDevice(key, setText), [key]);
  return {
    text,
    change: (next) => storeOnDevice(key, next),
    clear(sent) {
      if (readFromDevice(key).trim() === sent) storeOnDevice(key, '');
      // where storage is blocked
      setText((now) => (now.trim() === sent ? '' : now));
    },
  };
}
