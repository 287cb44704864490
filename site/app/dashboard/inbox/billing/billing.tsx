import { useRef } from 'react';
import { agency } from '../../../agency.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatDay } from '../lead-time.tsx';
import type { Lead } from '../read-lead-page.ts';
import { PracticeBadge, practiceNoteId, useIsPractice } from './practice-note.tsx';
import { useSendToBilling } from './use-send-to-billing.ts';

/** Made by the practice Stripe: nothing that a real one knows. */
const practicePrefix = 'practice_';

/** Sends the lead to the billing tool, and says when that was done. `saysPractice` is for a card that is open. */
export function Billing({ lead, saysPractice }: { lead: Lead; saysPractice: boolean }) {
  const isPractice = useIsPractice();
  const place = useRef<HTMLFieldSetElement>(null);
  const send = useSendToBilling({
    onSent: () =>
      toast({
        title: 'Success',
        description: `Lead synced to ${agency.billingTool} successfully`,
        variant: 'success',
        form: `billing-${lead.id}`,
      }),
    onFailed: (text) =>
      toast({
        title: 'Sync Failed',
        description: text,
        variant: 'destructive',
        form: `billing-${lead.id}`,
      }),
  });
  const id = lead.stripe_customer_id;
  // what was only practised counts as not sent once a real key is set
  const isSynced = Boolean(id) && (isPractice || !id?.startsWith(practicePrefix));

  function start(): void {
    // the button is about to be disabled, and gone after success
    place.current?.focus();
    send.mutate(lead.id);
  }

  return (
    <fieldset className="lead-billing" ref={place} tabIndex={-1}>
      <legend className="sr-only">
        {agency.billingTool}, {lead.name}
      </legend>
      {isSynced ? (
        <Badge className="lead-synced" shape="check" variant="ok">
          Synced on {lead.stripe_synced_at ? formatDay(lead.stripe_synced_at) : 'an unknown date'}
        </Badge>
      ) : (
        <Button
          busy={send.isPending}
          aria-describedby={isPractice ? practiceNoteId : undefined}
          busyText="Syncing..."
          icon="sync"
          onClick={start}
          size="dashboard"
          variant="secondary"
        >
          Send to {agency.billingTool}
          <span className="sr-only"> ({lead.name})</span>
        </Button>
      )}
      {isPractice && saysPractice && <PracticeBadge />}
    </fieldset>
  );
}
