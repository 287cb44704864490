import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { useProfile } from '../../../auth/session/profile.ts';
import { useAnnounce } from '../announcer.tsx';

/** What they do is in run-key.ts, which is fetched with the first of them. */
const keys = new Set(['/', 'j', 'k', 'r', 's', 'w', 'x', '?']);

/** Where a letter is text, or chooses an option. */
const typed =
  'textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=button], [type=file])';

function isShortcut(event: KeyboardEvent): boolean {
  if (!keys.has(event.key) || event.ctrlKey || event.metaKey || event.altKey) return false;
  if (event.defaultPrevented || event.isComposing) return false;
  const isTyping = event.target instanceof Element && event.target.closest(typed) !== null;
  return !isTyping && document.querySelector('dialog:modal') === null;
}

/** Single keys, unless this account has turned them off. They move the focus; they change no lead. */
export function useInboxKeys(onList: () => void): void {
  const navigate = useNavigate();
  const announce = useAnnounce();
  const { data: profile, isSuccess } = useProfile();
  const isOn = isSuccess && profile?.single_key_shortcuts !== false;
  useEffect(() => {
    if (!isOn) return undefined;
    function follow(event: KeyboardEvent): void {
      if (!isShortcut(event)) return;
      event.preventDefault();
      if (event.key === '?') onList();
      else void import('./run-key.ts').then(({ runKey }) => runKey(event.key, { navigate, announce }));
    }
    window.addEventListener('keydown', follow);
    return () => window.removeEventListener('keydown', follow);
  }, [isOn, onList, navigate, announce]);
}
