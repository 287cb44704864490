import { useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { agency } from '../../agency.ts';
import { useIsOwner, useRoles } from '../../auth/session/roles.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { formatTime } from './format-time.ts';
import { EmptyState } from '../screen/empty-state.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import type { MailSummary } from './files/mail.ts';
import { MailDialog } from './mail-dialog.tsx';
import { useMailbox } from './mailbox-queries.ts';
import { classNames } from '../../ui/class-names.ts';
import styles from './mailbox.module.css';

export function meta() {
  return [{ title: `Mail · ${agency.name}` }];
}

const kinds: Record<string, string> = { reply: 'Reply', 'new-leads': 'New leads' };

function MailRow({ mail, onOpen }: { mail: MailSummary; onOpen: () => void }) {
  return (
    <article className={classNames(styles.row, 'panel')}>
      <h2 className={styles.subject}>
        <button className={styles.open} onClick={onOpen} type="button">
          {mail.subject || 'No subject'}
        </button>
      </h2>
      <p className={styles.to}>To {mail.to || 'nobody'}</p>
      <Badge variant={mail.kind in kinds ? 'land' : 'secondary'}>{kinds[mail.kind] ?? 'Account'}</Badge>
      <time className="figure" dateTime={mail.at}>
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
            busyText="Refreshing…"
            icon="sync"
            onClick={() => void mailbox.refetch()}
            size="dashboard"
            variant="secondary"
          >
            Refresh
          </Button>
        }
        text="Emails that would have been sent. No mail server is set up, so they stay on this computer."
        title="Mail"
      />
      <PagedList
        className={styles.list}
        emptyText="No mail yet. Replies, new-lead notifications and account links appear here."
        query={mailbox}
        what="mail"
      >
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
  const elsewhere = backend?.sendsMail
    ? "Mail appears here only when no mail server is set up. Check each reply's status in its thread."
    : 'Mail appears here only in local mode. Until a mail server is set up, it is kept as files in DATA_DIR/mail.';
  const why = isOwner ? elsewhere : 'Only owners can view mail.';
  return (
    <>
      <ScreenHeading title="Mail" />
      {roles ? <EmptyState text={why} /> : <Spinner label="Loading…" />}
    </>
  );
}
