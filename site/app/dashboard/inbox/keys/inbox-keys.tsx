import { Suspense, useCallback, useState } from 'react';
import { useInboxKeys } from './use-inbox-keys.ts';
import { lazyPart } from '../../../ui/lazy-part.ts';

const KeysDialog = lazyPart(() => import('./keys-dialog.tsx'));

/** The keys of the inbox, and their list for `?`. The list options have a button for it too. */
export function InboxKeys() {
  const [isOpen, setIsOpen] = useState(false);
  useInboxKeys(useCallback(() => setIsOpen(true), []));
  return (
    isOpen && (
      <Suspense>
        <KeysDialog onClose={() => setIsOpen(false)} />
      </Suspense>
    )
  );
}
