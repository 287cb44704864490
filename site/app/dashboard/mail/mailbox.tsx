// The screen of the mail files of local mode: their list, the dialog of one mail.
import { formatDateTime } from '../../ui/format-values.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useIsOwner } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import type {
  MailFileSummary,
  ParsedMailFile,
  MailFileListPage,
  MailFileErrorResponse,
} from './files/mail-folder.server.ts';
import { mailboxTexts as t } from './mailbox-texts.ts';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './mailbox.module.css';
import { Dialog } from '../../ui/dialog.tsx';
import { errorMessage } from '../../ui/error-message.ts';
import { QueryResult } from '../screen/query-result.tsx';
import { useModalWhileRendered } from '../screen/confirm-dialog.tsx';
import { useQuery } from '@tanstack/react-query';
import { fetchJsonAsUser } from '../../data/browser-client.ts';
import { usePagedQuery } from '../../data/read-newest.ts';

/** Kinds of mail files; others are mails of accounts. */
const kinds: Record<string, string> = t.kinds;

function MailRow({ mail, onOpen }: { mail: MailFileSummary; onOpen: () => void }) {
  const { timeZone } = useAgency();
  return (
    <article className={classNames('relative grid items-center', styles.row, screenStyles.panel)}>
      <h2 className={classNames('sans text-17 leading-14', styles.subject)}>
        <button className={styles.open} onClick={onOpen} type="button">
          {mail.subject || t.noSubject}
        </button>
      </h2>
      <p className={classNames('muted', styles.to)}>{t.to(mail.to)}</p>
      <Badge variant={mail.kind in kinds ? 'land' : 'secondary'}>{kinds[mail.kind] ?? t.account}</Badge>
      <time className="figure muted" dateTime={mail.at}>
        {formatDateTime(mail.at, timeZone)}
      </time>
    </article>
  );
}

function Mailbox() {
  const mailbox = usePagedQuery(['mailbox'], (after: string | null) =>
    fetchJson<MailFileListPage>(
      `${filesPath}${after === null ? '' : `?before=${encodeURIComponent(after)}`}`,
    ),
  );
  const [opened, setOpened] = useState<MailFileSummary>();
  return (
    <>
      <ScreenHeading
        aside={
          <Button
            busy={mailbox.isRefetching}
            busyText={t.refreshing}
            icon="sync"
            onClick={() => void mailbox.refetch()}
            variant="secondary"
          >
            {t.refresh}
          </Button>
        }
        text={t.description}
        title={t.title}
      />
      <PagedList
        className={classNames('stack gap-10', screenStyles.twoColumns)}
        emptyText={t.empty}
        query={mailbox}
        what={t.what}
      >
        {(mail) => <MailRow mail={mail} onOpen={() => setOpened(mail)} />}
      </PagedList>
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Mail that was written to files, for owners in local mode. The server enforces this; here it is only explained. */
export default function MailFilesScreen() {
  const backend = useRouteLoaderData<{ hasMailbox: boolean; sendsMail: boolean }>('dashboard');
  const isOwner = useIsOwner();
  if (isOwner && backend?.hasMailbox) return <Mailbox />;
  const elsewhere = backend?.sendsMail ? t.unavailable.sent : t.unavailable.notLocal;
  return (
    <>
      <ScreenHeading title={t.title} />
      <EmptyState text={isOwner ? elsewhere : t.unavailable.notOwner} />
    </>
  );
}

const dialogId = 'mail-dialog';

function MailText({ mail }: { mail: ParsedMailFile }) {
  return (
    <>
      <dl className={classNames('stack gap-4 mt-16 text-15 hair-bottom', styles.headers)}>
        {mail.headers.map(({ name, value }) => (
          <div key={name}>
            <dt className="muted">{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-20 pre-wrap">
        {splitTextAtLinks(mail.text).map(({ text, at, href }) =>
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
function MailDialog({ mail, onClose }: { mail: MailFileSummary; onClose: () => void }) {
  const body = useModalWhileRendered<HTMLDivElement>();
  const query = useQuery({
    queryKey: ['mail', mail.id],
    queryFn: () => fetchJson<ParsedMailFile>(`${filesPath}/${encodeURIComponent(mail.id)}`),
    // a mail file never changes
    staleTime: Infinity,
  });
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
  /** Position in the text. */
  at: number;
  /** null for plain text */
  href: string | null;
}

const webAddress = /https?:\/\/[^\s<>"]+/g;
/** Punctuation that ends a sentence after a URL. */
const sentenceEnd = /[.,;:!?)\]]+$/;

/** Splits plain text so that only its web addresses become links. */
export function splitTextAtLinks(text: string): TextPart[] {
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

/** Below the dashboard, because responses there are not cached. */
const filesPath = '/dashboard/mail/files';

async function fetchJson<Result extends object>(path: string): Promise<Result> {
  const { ok, body } = await fetchJsonAsUser<Result | MailFileErrorResponse>(path);
  if (body && 'problem' in body) throw new Error(body.problem);
  if (!ok || !body) throw new Error(t.errors.notLoaded);
  return body;
}
