import { useLayoutEffect, useRef } from 'react';
import { errorMessage } from '../../ui/error-message.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ListFailed } from '../screen/list-failed.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MailSummary, OpenedMail } from './files/mail.ts';
import { linkedText } from './linked-text.ts';
import { useMail } from './mailbox-queries.ts';
import styles from './mailbox.module.css';

const dialogId = 'mail-dialog';

function MailText({ mail }: { mail: OpenedMail }) {
  return (
    <>
      <dl className={styles.headers}>
        {mail.headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.text}>
        {linkedText(mail.text).map(({ text, at, href }) =>
          href === null ? (
            text
          ) : (
            <a className="link" href={href} key={at} rel="noreferrer">
              {text}
            </a>
          ),
        )}
      </p>
    </>
  );
}

/** Shows a message as headers and plain text. HTML from a file never runs on this origin. */
export function MailDialog({ mail, onClose }: { mail: MailSummary; onClose: () => void }) {
  const body = useRef<HTMLDivElement>(null);
  const { data, isError, isFetching, error, refetch } = useMail(mail.id);

  useLayoutEffect(() => {
    const dialog = body.current?.closest('dialog');
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <Dialog className={styles.dialog} id={dialogId} onClose={onClose} title={mail.subject || 'No subject'}>
      <div ref={body}>
        {data && <MailText mail={data} />}
        {!data && !isError && <Spinner label="Loading the message…" />}
        {!data && isError && (
          <ListFailed busy={isFetching} onRetry={() => void refetch()} text={errorMessage(error)} />
        )}
      </div>
      <div className="confirm-buttons">
        <Button command="close" commandfor={dialogId} size="dashboard">
          Done
        </Button>
      </div>
    </Dialog>
  );
}
