// The screen of received emails without a thread: the filtered list, make a lead, dismiss, restore.
import { useSearchParams } from 'react-router';
import { SelectField } from '../../ui/field.tsx';
import { SelectOptions } from '../screen/select-options.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { triageTexts as t } from './triage-texts.ts';
import styles from './triage.module.css';
import { useLiveInbox } from '../inbox/live/use-live-inbox.ts';
import { useState } from 'react';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { RichText } from '../../texts/rich-text.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { leadsQueryKey } from '../inbox/leads-cache.ts';
import { MutedTime } from '../screen/shown-times.tsx';
import {
  FoldedText,
  ReceivedFiles,
  SenderWarning,
  hasStoredOriginal,
  type ReceivedMail,
  receivedMailColumns,
  receivedMailsQueryKey,
} from '../inbox/received/received-mail.tsx';
import { AssignMailDialog } from '../inbox/received/assign-mail-dialog.tsx';
import { receivedMailTexts } from '../inbox/received/received-mail-texts.ts';
import screenStyles from '../screen/screen.module.css';
import { browserClient } from '../../data/browser-client.ts';
import { callDatabaseFunction } from '../../data/call-database-function.ts';
import type { KeysetCursor } from '../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../data/read-newest.ts';

const sayNothing = (): void => undefined;

type Shown = 'triage' | 'machine' | 'dismissed';

const choices: readonly Shown[] = ['triage', 'machine', 'dismissed'];

/** Received mail that belongs to no thread. The database decides who may read it. */
export default function TriageScreen() {
  const [search, setSearch] = useSearchParams();
  const shown = choices.find((choice) => choice === search.get('show')) ?? 'triage';
  const live = useLiveInbox(sayNothing);
  const mails = useTriage(shown, live !== 'joining');
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <div className={styles.filter}>
        <SelectField
          label={t.show}
          name="show"
          onChange={({ target }) =>
            setSearch(target.value === 'triage' ? {} : { show: target.value }, { replace: true })
          }
          value={shown}
        >
          <SelectOptions of={Object.entries(t.shown)} />
        </SelectField>
      </div>
      <PagedList
        className={classNames('stack gap-16', screenStyles.readable)}
        emptyText={t.empty[shown]}
        query={mails}
        what={t.what}
      >
        {(mail) => <TriageMail mail={mail} />}
      </PagedList>
    </>
  );
}

function reasonOf({ reason }: ReceivedMail): string | null {
  return reason in t.reasons ? t.reasons[reason as keyof typeof t.reasons] : null;
}

/** Focuses the title of the screen when the mail that had the focus is removed. */
function focusHeading(): void {
  document.querySelector<HTMLElement>('main h1')?.focus();
}

/** One mail with its actions. */
function TriageMail({ mail }: { mail: ReceivedMail }) {
  const [isJoining, setIsJoining] = useState(false);
  const [openedAt] = useState(() => Date.now());
  const from = mail.from_name || mail.from_address;
  const after = (done: string) => ({ waits: true, form: `triage-${mail.id}`, done, onSuccess: focusHeading });
  const make = useWriteMutation(makeLead, leadsQueryKey, after(t.made));
  const dismiss = useWriteMutation(dismissMail, leadsQueryKey, after(t.dismissed));
  const restore = useWriteMutation(restoreMail, leadsQueryKey, after(t.restored));
  const reason = reasonOf(mail);
  const isDismissed = mail.state === 'dismissed';
  const isLate = mail.target_at !== null && Date.parse(mail.target_at) <= openedAt;

  return (
    <article className={classNames('stack gap-10', screenStyles.panel)} data-padded="">
      <div className="cluster items-baseline">
        <h2 className="me-auto text-20">
          <bdi>{mail.subject || t.noSubject}</bdi>
        </h2>
        {isLate && <strong>{t.late}</strong>}
        <MutedTime timestamp={mail.created_at} withTime />
      </div>
      <p>
        <strong>
          <bdi>{mail.from_name}</bdi>
        </strong>{' '}
        <span>{mail.from_address}</span> <SenderWarning mail={mail} />
      </p>
      {reason !== null && <p className="muted">{reason}</p>}
      <div>
        <FoldedText folds={mail.folds} text={mail.body} />
      </div>
      {mail.is_cut && hasStoredOriginal(mail) && mail.reason !== 'unreadable' && (
        <p className="muted">{receivedMailTexts.cut}</p>
      )}
      <ReceivedFiles mail={mail} />
      <div className="cluster dense">
        <Button icon="message" onClick={() => setIsJoining(true)}>
          <RichText text={t.join(from)} />
        </Button>
        <Button
          busy={make.isPending}
          busyText={t.making}
          icon="plus"
          onClick={() => make.mutate(mail.id)}
          variant="secondary"
        >
          <RichText text={t.make(from)} />
        </Button>
        {mail.state === 'triage' && (
          <Button
            busy={dismiss.isPending}
            busyText={t.dismissing}
            onClick={() => dismiss.mutate(mail.id)}
            variant="secondary"
          >
            <RichText text={t.dismiss(from)} />
          </Button>
        )}
        {isDismissed && (
          <Button busy={restore.isPending} onClick={() => restore.mutate(mail.id)} variant="secondary">
            <RichText text={t.restore(from)} />
          </Button>
        )}
      </div>
      {isJoining && <AssignMailDialog mail={mail} onClose={() => setIsJoining(false)} />}
    </article>
  );
}

const perPage = 30;

/** In the order of the index received_mails_newest. */
function readMails(shown: Shown, after: KeysetCursor | null) {
  const mails = browserClient()
    .from('received_mails')
    .select(receivedMailColumns)
    .eq('state', shown)
    .is('message_id', null);
  return readPageNewestFirst<ReceivedMail>(mails, perPage, after, 'received_at');
}

/** Newest first, page by page; refetched when a mail arrives or is sorted (use-live-inbox.ts). */
function useTriage(shown: Shown, enabled: boolean) {
  const read = (after: KeysetCursor | null) => readMails(shown, after);
  return usePagedQuery([...receivedMailsQueryKey, 'triage', shown], read, { enabled });
}

const makeLead = (mail: string) => callDatabaseFunction('make_lead_of_mail', { mail });

const dismissMail = (mail: string) => callDatabaseFunction('dismiss_received_mail', { mail });

const restoreMail = (mail: string) => callDatabaseFunction('return_mail_to_triage', { mail });
