import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../screen/empty-state.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MailSummary } from './files/mail.ts';
import { MailDialog } from './mail-dialog.tsx';
import { mailboxTexts as t } from './mailbox-texts.ts';
import { useMailbox } from './mailbox-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './mailbox.module.css';

/** Other files are mails of accounts. */
const kinds: Record<string, string> = t.kinds;

function MailRow({ mail, onOpen }: { mail: MailSummary; onOpen: () => void }) {
  return (
    <article className={classNames(styles.row, screenStyles.panel)}>
      <h2 className={styles.subject}>
        <button className={styles.open} onClick={onOpen} type="button">
          {mail.subject || t.noSubject}
        </button>
      </h2>
      <p className={styles.to}>{t.to(mail.to)}</p>
      <Badge variant={mail.kind in kinds ? 'land' : 'secondary'}>{kinds[mail.kind] ?? t.account}</Badge>
      <time className="figure muted" dateTime={mail.at}>
        {formatTime(mail.at)}
      </time>
    </article>
  );
}

function Mailbox() {
  const mailbox = useMailbox();
  const [opened, setOpened] = useState<MailSummary>();
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
      <PagedList className="stack gap-10" emptyText={t.empty} query={mailbox} what={t.what}>
        {(mail) => <MailRow mail={mail} onOpen={() => setOpened(mail)} />}
      </PagedList>
      {opened && <MailDialog mail={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

/** Mail that was written to files, for owners in local mode. The server enforces this; here it is only explained. */
export default function MailScreen() {
  const { data: roles } = useRoles();
  const isOwner = useIsOwner();
  const backend = useRouteLoaderData<{ hasMailbox: boolean; sendsMail: boolean }>('dashboard');
  if (isOwner && backend?.hasMailbox) return <Mailbox />;
  const elsewhere = backend?.sendsMail ? t.unavailable.sent : t.unavailable.notLocal;
  const why = isOwner ? elsewhere : t.unavailable.notOwner;
  return (
    <>
      <ScreenHeading title={t.title} />
      {roles ? <EmptyState text={why} /> : <Spinner label={t.loading} />}
    </>
  );
}

const format = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** "Jan 5, 9:14 AM" in the viewer's time zone. */
function formatTime(timestamp: string): string {
  // Browsers may write a narrow no-break space before AM, which the figures font lacks.
  return format.format(new Date(timestamp)).replaceAll('\u202f', ' ');
}
