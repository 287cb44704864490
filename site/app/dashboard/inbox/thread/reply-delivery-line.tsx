// The line under a reply that shows whether it was mailed.
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toastError } from '../../../ui/toast.tsx';
import { useAnnounce } from '../announcer.tsx';
import { errorMessage } from '../../../ui/error-message.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import { deliveryTexts as t } from './thread-texts.ts';
import styles from './reply-delivery-line.module.css';
import { useQueryClient, useQuery } from '@tanstack/react-query';
import { browserClient } from '../../../data/browser-client.ts';
import { callDatabaseFunction } from '../../../data/call-database-function.ts';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { leadsQueryKey } from '../leads-cache.ts';
import { Link, useRouteLoaderData } from 'react-router';
import { useIsOwner } from '../../../auth/session/roles.ts';
import type { LeadMessageRow } from '../read-leads-page.ts';

/** The state of a reply as mail; `state` is null if it was never mail. */
export interface ReplyDelivery {
  state: string | null;
  /** Why it has not been sent yet. */
  problem: string | null;
  /** It was written to a file, because no mail server was set up; it is never sent later. */
  isFile: boolean;
}

function label({ state, problem }: ReplyDelivery): string {
  if (state === 'sent') return t.sent;
  if (state === 'failed') return t.failed;
  return problem === null ? t.recorded : t.delayed;
}

interface ReplyDeliveryLineProps {
  messageId: string;
  known: ReplyDelivery;
  leadName: string;
}

/** Under a reply of staff: whether it was mailed, why not, and Retry (G-11). */
export function ReplyDeliveryLine({ messageId, known, leadName }: ReplyDeliveryLineProps) {
  const line = useRef<HTMLDivElement>(null);
  const announce = useAnnounce();
  const delivery = useDelivery(messageId, known);
  const queries = useQueryClient();
  const form = `delivery-${messageId}`;

  async function retryReply(): Promise<void> {
    try {
      await callDatabaseFunction('retry_reply', { reply: messageId });
    } finally {
      void queries.resetQueries({ queryKey: deliveryKey(messageId) });
    }
  }

  const retry = useWriteMutation(retryReply, leadsQueryKey, {
    waits: true,
    form,
    onSuccess: () => announce(t.retried(leadName)),
    onError: (error) =>
      toastError({
        title: inboxTexts.sendFailed,
        about: inboxTexts.toastTo(leadName),
        description: errorMessage(error),
        form,
      }),
  });

  function retryNow(): void {
    // The Retry button, which has the focus, is removed.
    line.current?.focus();
    retry.mutate();
  }

  if (delivery.state === null) return null;
  return (
    <div className={styles.delivery} data-state={delivery.state} ref={line} tabIndex={-1}>
      <p>
        {delivery.state === 'sent' && <Icon name="check" />}
        {delivery.state === 'failed' && <Icon name="warning" />}
        <strong className="font-semibold">{label(delivery)}</strong>
        {delivery.state !== 'sent' && delivery.problem !== null && <span>{delivery.problem}</span>}
        {delivery.state === 'recorded' && delivery.problem === null && (
          <NotEmailedNote isFile={delivery.isFile} />
        )}
      </p>
      {delivery.state === 'failed' && (
        <Button
          busy={retry.isPending}
          busyText={t.retrying}
          icon="sync"
          onClick={retryNow}
          variant="secondary"
        >
          <RichText text={t.retry(leadName)} />
        </Button>
      )}
    </div>
  );
}

/** A note that a reply was recorded but not mailed, with a link for owners; null for a reply that will be mailed. */
function NotEmailedNote({ isFile }: { isFile: boolean }) {
  const backend = useRouteLoaderData<{ sendsMail: boolean; hasMailbox: boolean }>('dashboard');
  const isOwner = useIsOwner();
  if (!backend) return null;
  if (backend.sendsMail) return isFile && <span>{t.wasNoMailServer}</span>;
  return (
    <span>
      {t.noMailServer}{' '}
      {isOwner && backend.hasMailbox && (
        <Link className="link" to="/dashboard/mail">
          {t.openMail}
        </Link>
      )}
    </span>
  );
}

/** Mail is usually sent within seconds, so its state is polled for a minute, with increasing delays. */
const maxPolls = 6;

export function replyDeliveryOf(
  message: Pick<LeadMessageRow, 'delivery_state' | 'delivery_problem' | 'transport_id'>,
): ReplyDelivery {
  const { delivery_state: state, delivery_problem: problem, transport_id: transportId } = message;
  return { state, problem, isFile: state === 'recorded' && transportId !== null };
}

async function readDelivery(messageId: string): Promise<ReplyDelivery | null> {
  const { data } = await browserClient()
    .from('lead_messages')
    .select('delivery_state, delivery_problem, transport_id')
    .eq('id', messageId)
    .maybeSingle()
    .throwOnError();
  return data && replyDeliveryOf(data);
}

function deliveryKey(messageId: string): string[] {
  return ['delivery', messageId];
}

/** The state in the list (`known`), or a newer one. */
function useDelivery(messageId: string, known: ReplyDelivery): ReplyDelivery {
  const { data } = useQuery({
    // A newer value from the list restarts the polling.
    queryKey: [...deliveryKey(messageId), known],
    queryFn: () => readDelivery(messageId),
    enabled: known.state === 'recorded',
    refetchInterval: ({ state: { data: now, dataUpdateCount: count } }) =>
      count < maxPolls && (now?.state ?? 'recorded') === 'recorded' ? 1000 * 2 ** count : false,
  });
  return data ?? known;
}
