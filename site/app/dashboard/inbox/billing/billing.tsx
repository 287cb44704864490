import { useRef } from 'react';
import { product } from '../../../agency/product.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toastError, toastSuccess } from '../../../ui/toast.tsx';
import { formatLeadDay } from '../lead-time.tsx';
import type { Lead } from '../read-lead-page.ts';
import { PracticeBadge, practiceNoteId, useIsPractice } from './practice-note.tsx';
import { useSendToBilling } from './use-send-to-billing.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import styles from '../lead-card.module.css';

const t = inboxTexts.billing;

/** Of ids that the practice Stripe made, which a real one does not know. */
const practicePrefix = 'practice_';

/** Sends the lead to the billing tool, or shows when that was done. */
export function Billing({ lead, showsPractice }: { lead: Lead; showsPractice: boolean }) {
  const isPractice = useIsPractice();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const send = useSendToBilling({
    onSent() {
      // its button is about to be removed
      if (fieldset.current?.contains(document.activeElement)) fieldset.current.focus();
      toastSuccess({
        title: t.sentTitle,
        description: t.sent(product.billingTool),
        form: `billing-${lead.id}`,
      });
    },
    onFailed: (text) => toastError({ title: t.failedTitle, description: text, form: `billing-${lead.id}` }),
  });
  const id = lead.stripe_customer_id;
  // what was only practised counts as not sent once a real key is set
  const isSynced = Boolean(id) && (isPractice || !id?.startsWith(practicePrefix));

  return (
    <fieldset className={styles.billing} ref={fieldset} tabIndex={-1}>
      <legend className="sr-only">{t.label(product.billingTool, lead.name)}</legend>
      {isSynced ? (
        <Badge className={styles.synced} shape="check" variant="ok">
          {t.syncedOn(lead.stripe_synced_at ? formatLeadDay(lead.stripe_synced_at) : t.unknownDay)}
        </Badge>
      ) : (
        <Button
          busy={send.isPending}
          aria-describedby={isPractice ? practiceNoteId : undefined}
          busyText={t.busy}
          icon="sync"
          onClick={() => send.mutate(lead.id)}
          variant="secondary"
        >
          <RichText text={t.send(product.billingTool, lead.name)} />
        </Button>
      )}
      {isPractice && showsPractice && <PracticeBadge />}
    </fieldset>
  );
}
