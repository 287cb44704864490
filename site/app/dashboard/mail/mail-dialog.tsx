import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { QueryResult } from '../screen/query-result.tsx';
import type { MailSummary, OpenedMail } from './files/mail.ts';
import { linkedText } from './linked-text.ts';
import { mailboxTexts as t } from './mailbox-texts.ts';
import { useMail } from './mailbox-queries.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './mailbox.module.css';

const dialogId = 'mail-dialog';

function MailText({ mail }: { mail: OpenedMail }) {
  return (
    <>
      <dl className={styles.headers}>
        {mail.headers.map(({ name, value }) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-20 pre-wrap">
        {linkedText(mail.text).map(({ text, at, href }) =>
          href === null ? (
            <span key={at}>{text}</span>
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
  const query = useMail(mail.id);

  useLayoutEffect(() => {
    const dialog = body.current?.closest('dialog');
    dialog?.showModal();
    return () => dialog?.close();
  }, []);

  return (
    <Dialog className={styles.dialog} id={dialogId} onClose={onClose} title={mail.subject || t.noSubject}>
      <div ref={body}>
        <QueryResult
          failedText={errorMessage(query.error)}
          hidesRefetchErrors
          loadingText={t.loadingMessage}
          query={query}
        >
          {(opened) => <MailText mail={opened} />}
        </QueryResult>
      </div>
      <div className={screenStyles.dialogButtons}>
        <Button command="close" commandfor={dialogId}>
          {t.done}
        </Button>
      </div>
    </Dialog>
  );
}
