import { useState, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router';
import { Button } from '../../../ui/button.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { leadTexts } from '../../../lead/lead-texts.ts';
import type { LeadKind } from '../../../lead/lead-fields.ts';
import styles from '../lead-form.module.css';
import { leadFormTexts } from '../lead-form-texts.ts';
import { sendUnsent } from './send-unsent.ts';
import { deleteUnsent, subscribeToUnsent, unsentKeysOf, unsentOf } from './unsent-leads.ts';

/** Says that this form's text is saved on the device, with Send now and Discard. Nothing in the server's HTML. */
export function UnsentNote({ kind, onRemoved }: { kind: LeadKind; onRemoved: () => void }) {
  const { pathname } = useLocation();
  const keys = useSyncExternalStore(
    subscribeToUnsent,
    () => unsentKeysOf(kind, pathname),
    () => '',
  );
  const [isBusy, setIsBusy] = useState(false);
  if (keys === '') return null;

  async function sendNow() {
    setIsBusy(true);
    const results = await Promise.all(unsentOf(kind, pathname).map(sendUnsent));
    setIsBusy(false);
    if (results.every(Boolean)) onRemoved();
    else
      toastError({ title: leadFormTexts.failed, description: leadTexts.submission[kind].failed, form: kind });
  }

  function discard() {
    for (const { key } of unsentOf(kind, pathname)) deleteUnsent(key);
    onRemoved();
  }

  return (
    <div className={styles.unsent}>
      <p>{leadFormTexts.unsent.text}</p>
      <div className="cluster">
        <Button
          busy={isBusy}
          busyText={leadTexts.submission[kind].busy}
          onClick={() => void sendNow()}
          variant="secondary"
        >
          {leadFormTexts.unsent.send}
        </Button>
        <Button disabled={isBusy} onClick={discard} variant="ghost">
          {leadFormTexts.unsent.discard}
        </Button>
      </div>
    </div>
  );
}
