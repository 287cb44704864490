import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { dismissErrors, toastError } from '../../../ui/toast.tsx';
import { useAnnounce } from '../announcer.tsx';
import { NotEmailedNote } from './not-emailed-note.tsx';
import { useRetryReply } from './use-retry-reply.ts';
import { useDelivery, type Delivery } from './use-delivery.ts';
import { errorMessage } from '../../../ui/error-message.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { inboxTexts } from '../inbox-texts.ts';
import { deliveryTexts as t } from './delivery-texts.ts';
import styles from './delivery-state.module.css';

function label({ state, problem }: Delivery): string {
  if (state === 'sent') return t.sent;
  if (state === 'failed') return t.failed;
  return problem === null ? t.recorded : t.delayed;
}

/** Under a reply of staff: whether it was mailed, why not, and Retry (G-11). */
export function DeliveryState({
  messageId,
  known,
  leadName,
}: {
  messageId: string;
  known: Delivery;
  leadName: string;
}) {
  const line = useRef<HTMLDivElement>(null);
  const announce = useAnnounce();
  const delivery = useDelivery(messageId, known);
  const form = `delivery-${messageId}`;
  const retry = useRetryReply({
    onSuccess() {
      dismissErrors(form);
      announce(t.retried(leadName));
    },
    onError: (error) => toastError({ title: inboxTexts.sendFailed, description: errorMessage(error), form }),
  });

  function retryNow(): void {
    // The button disappears.
    line.current?.focus();
    retry.mutate(messageId);
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
