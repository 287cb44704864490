import { useLayoutEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { QueryResult } from '../screen/query-result.tsx';
import type { MailSummary, OpenedMail } from './files/mail.ts';
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

interface TextPart {
  text: string;
  /** Offset in the text. */
  at: number;
  /** null for plain text */
  href: string | null;
}

const webAddress = /https?:\/\/[^\s<>"]+/g;
/** Punctuation that ends a sentence after a URL. */
const sentenceEnd = /[.,;:!?)\]]+$/;

/** Splits plain text so that its web addresses, and nothing else, become links. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(webAddress)) {
    const address = match[0].replace(sentenceEnd, '');
    if (!URL.canParse(address)) continue;
    if (match.index > done) parts.push({ text: text.slice(done, match.index), at: done, href: null });
    parts.push({ text: address, at: match.index, href: address });
    done = match.index + address.length;
  }
  if (done < text.length) parts.push({ text: text.slice(done), at: done, href: null });
  return parts;
}
