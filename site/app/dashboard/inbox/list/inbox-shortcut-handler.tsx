// The keyboard shortcuts of the inbox: the key listener, the key that opens their list.
import { useCallback, useState, useEffect } from 'react';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { useNavigate } from 'react-router';
import { useProfile } from '../../../auth/session/profile.ts';
import { useSignedInSession } from '../../../auth/session/session-store.ts';
import { isComposing, shortcutKey } from '../../../ui/keys.ts';
import { useAnnounce } from '../announcer.tsx';
import { handleInboxKey, inboxKeys } from './handle-inbox-key.ts';

const InboxShortcutsDialog = lazyDialog(() => import('../toolbar/inbox-shortcuts-dialog.tsx'));

/** Handles the keyboard shortcuts of the inbox. The key `?` opens the list of the shortcuts. */
export function InboxShortcutHandler() {
  const [isOpen, setIsOpen] = useState(false);
  useInboxKeys(useCallback(() => setIsOpen(true), []));
  return isOpen && <InboxShortcutsDialog onClose={() => setIsOpen(false)} />;
}

const keys = new Set([...inboxKeys, '?']);

/** Elements in which a typed letter is text or chooses an option, so it is no shortcut. */
const typed =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=file])';

function isShortcut(event: KeyboardEvent): boolean {
  const key = shortcutKey(event);
  if (!keys.has(key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.shiftKey && /[a-z]/.test(key)) return false;
  if (event.defaultPrevented || isComposing(event)) return false;
  const isTyping = event.target instanceof Element && event.target.closest(typed) !== null;
  return !isTyping && document.querySelector('dialog:modal') === null;
}

/**
 * Listens for single keys, unless this account has turned them off. The shortcuts move the focus, filter or select;
 * none changes a lead.
 */
function useInboxKeys(onList: () => void): void {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { user } = useSignedInSession();
  const { data: profile, isSuccess } = useProfile();
  const isOn = isSuccess && profile?.single_key_shortcuts !== false;
  useEffect(() => {
    if (!isOn) return undefined;
    function follow(event: KeyboardEvent): void {
      if (!isShortcut(event)) return;
      event.preventDefault();
      const key = shortcutKey(event);
      if (key === '?') onList();
      else handleInboxKey(key, { navigate, announce, userId: user.id });
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [isOn, onList, navigate, announce, user.id]);
}
