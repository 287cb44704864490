import { lazy, Suspense, useCallback, useState } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { shortcutTexts } from '../../screen/shortcut-texts.ts';
import { useInboxKeys } from './use-inbox-keys.ts';

const KeysDialog = lazy(() => import('./keys-dialog.tsx'));

/** The keys of the inbox, and the button that lists them. */
export function InboxKeys() {
  const [isOpen, setIsOpen] = useState(false);
  useInboxKeys(useCallback(() => setIsOpen(true), []));
  return (
    <>
      <IconButton
        aria-haspopup="dialog"
        icon="keyboard"
        label={shortcutTexts.label}
        onClick={() => setIsOpen(true)}
      />
      {isOpen && (
        <Suspense>
          <KeysDialog onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
