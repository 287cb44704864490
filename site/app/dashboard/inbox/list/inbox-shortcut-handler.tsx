// The keyboard shortcuts of the inbox: the key listener, the key that opens their list.
import { useCallback, useState, useEffect } from 'react';
import { lazyComponent } from '../../../ui/lazy-component.ts';
import { useNavigate } from 'react-router';
import { useProfile } from '../../../auth/session/profile.ts';
import { showError } from '../../screen/show-error.ts';
import { isComposing, shortcutKey } from '../../../ui/keys.ts';
import { useAnnounce } from '../announcer.tsx';

const InboxShortcutsDialog = lazyComponent(() => import('./inbox-shortcuts-dialog.tsx'));

/** Handles the keyboard shortcuts of the inbox. The key `?` opens the list of the shortcuts. */
export function InboxShortcutHandler() {
  const [isOpen, setIsOpen] = useState(false);
  useInboxKeys(useCallback(() => setIsOpen(true), []));
  return isOpen && <InboxShortcutsDialog onClose={() => setIsOpen(false)} />;
}

/** Their actions are in handle-inbox-key.ts, which is loaded at the first press. */
const keys = new Set(['/', 'j', 'k', 'r', 's', 'w', 'x', '?']);

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
  const { data: profile, isSuccess } = useProfile();
  const isOn = isSuccess && profile?.single_key_shortcuts !== false;
  useEffect(() => {
    if (!isOn) return undefined;
    async function run(key: string): Promise<void> {
      try {
        const { handleInboxKey } = await import('./handle-inbox-key.ts');
        handleInboxKey(key, { navigate, announce });
      } catch (error) {
        showError(error as Error, 'keys');
      }
    }
    function follow(event: KeyboardEvent): void {
      if (!isShortcut(event)) return;
      event.preventDefault();
      const key = shortcutKey(event);
      if (key === '?') onList();
      else void run(key);
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [isOn, onList, navigate, announce]);
}
