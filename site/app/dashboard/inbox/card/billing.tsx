// The part of a card that sends its lead to the billing tool.
import { useAgency } from '../../../agency/use-agency.ts';
import { classNames } from '../../../ui/class-names.ts';
import { useRef } from 'react';
import { productSettings } from '../../../agency/product-settings.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { formatShortDate } from '../../../ui/format-values.ts';
import type { Lead } from '../read-leads-page.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import styles from './lead-card.module.css';
import { FunctionsFetchError, FunctionsHttpError } from '@supabase/supabase-js';
import { browserClient } from '../../../data/browser-client.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { errorMessage, readableMessage } from '../../../ui/error-message.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { useRouteLoaderData } from 'react-router';
import inboxStyles from '../inbox.module.css';

/** The id of the note that describes every button which uses the practice Stripe. */
const practiceNoteId = 'practice-note';

/** Whether a practice Stripe replaces the real one. */
function useIsPractice(): boolean {
  const data = useRouteLoaderData<{ practiceBilling: boolean }>('dashboard');
  return data?.practiceBilling === true;
}

function PracticeBadge() {
  return (
    <Badge className="justify-self-start" variant="outline">
      {t.practice}
    </Badge>
  );
}

/** One note for all cards: nothing is sent to the real billing tool. */
export function PracticeBillingNotice() {
  if (!useIsPractice()) return null;
  return (
    <p className={classNames('muted font-normal', inboxStyles.practice)} id={practiceNoteId}>
      <PracticeBadge />{' '}
      <span className={`sr-only ${inboxStyles.practiceWords}`}>
        {t.practiceNote(productSettings.billingTool)}
      </span>
    </p>
  );
}

const t = inboxTexts.billing;

/** Prefix of ids from the practice Stripe, which the real one does not know. */
const practiceIdPrefix = 'practice_';

/** Sends the lead to the billing tool, or shows when that happened. */
export function LeadBilling({ lead, showsPractice }: { lead: Lead; showsPractice: boolean }) {
  const isPractice = useIsPractice();
  const { timeZone } = useAgency();
  const fieldset = useRef<HTMLFieldSetElement>(null);
  const form = `billing-${lead.id}`;
  const send = useWriteMutation(sendToBilling, leadsQueryKey, {
    waits: true,
    form,
    about: inboxTexts.toastFor(lead.name),
    done: () => ({ title: t.sentTitle, description: t.sent(productSettings.billingTool) }),
    onSuccess() {
      // the focused button is about to be removed
      if (fieldset.current?.contains(document.activeElement)) fieldset.current.focus();
    },
    onError: ({ message }) =>
      toastError({
        title: t.failedTitle,
        about: inboxTexts.toastFor(lead.name),
        description: readableMessage(message) || fallback,
        form,
      }),
  });
  const id = lead.stripe_customer_id;
  // with a real Stripe key, an id of the practice Stripe counts as not sent
  const isSynced = Boolean(id) && (isPractice || !id?.startsWith(practiceIdPrefix));

  return (
    <fieldset className={classNames('stack gap-8', styles.billing)} ref={fieldset} tabIndex={-1}>
      <legend className="sr-only">{t.label(productSettings.billingTool, lead.name)}</legend>
      {isSynced ? (
        <Badge className={styles.synced} shape="check" variant="ok">
          {t.syncedOn(
            lead.stripe_synced_at ? formatShortDate(lead.stripe_synced_at, timeZone) : t.unknownDay,
          )}
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
          <RichText text={t.send(productSettings.billingTool, lead.name)} />
        </Button>
      )}
      {isPractice && showsPractice && <PracticeBadge />}
    </fieldset>
  );
}

const fallback = inboxTexts.billing.failed(productSettings.billingTool);

/** An error field is a string, or an object with a message. */
function textOf(error: unknown): string {
  const text = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return readableMessage(text) || fallback;
}

/** The error message that the function returned, or a message about the network. */
async function describeFailure(failure: unknown): Promise<string> {
  if (failure instanceof FunctionsFetchError) return errorMessage(failure.context);
  if (!(failure instanceof FunctionsHttpError)) return fallback;
  const body: unknown = await (failure.context as Response).json().catch(() => null);
  return textOf(typeof body === 'object' && body !== null && 'error' in body ? body.error : body);
}

/** Creates a customer in the billing tool from the lead. Throws the function's message. */
async function sendToBilling(leadId: string): Promise<void> {
  const { data, error } = await browserClient().functions.invoke<{ error?: unknown } | null>(
    'sync-lead-to-stripe',
    { body: { leadId } },
  );
  if (error) throw new Error(await describeFailure(error));
  // A proxy may return 200 with a page; only the function returns an object.
  if (typeof data !== 'object' || data === null) throw new Error(fallback);
  if (data.error !== undefined && data.error !== null) throw new Error(textOf(data.error));
}
