// The screen of accessibility reports, with one report.
import { browserClient } from '../../data/browser-client.ts';
import { deleteRow } from '../../data/delete-row.ts';
import type { KeysetCursor } from '../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../data/read-newest.ts';
import { formatShortDate } from '../../ui/format-values.ts';
import { useAgency } from '../../agency/use-agency.ts';
import { useState, useEffect, useRef } from 'react';
import { useIsOwner } from '../../auth/session/roles.ts';
import { DeleteRecordDialog } from '../screen/delete-record.tsx';
import { PagedList } from '../screen/paged-list.tsx';
import { ScreenHeading } from '../screen/screen-heading.tsx';
import { barrierReportTexts as t } from './barrier-report-texts.ts';
import { cleanEmailAddress, isEmailAddress } from '../../contact/email-address.ts';
import { phoneLink } from '../../contact/phone-number.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import screenStyles from '../screen/screen.module.css';
import styles from './feedback.module.css';
import { useWriteMutation } from '../screen/use-write-mutation.ts';
import { TextAreaField } from '../../ui/field.tsx';
import { useStoredDraft } from '../screen/use-stored-draft.ts';

const perPage = 30;

function readPage(after: KeysetCursor | null) {
  const reports = browserClient()
    .from('accessibility_feedback')
    .select('id, created_at, message, page, name, reply_to, response, responded_at, acknowledged_at');
  return readPageNewestFirst(reports, perPage, after);
}

/** The reports, and the counts of open work. */
const changedQueries = ['feedback', 'leads'];

type Feedback = Awaited<ReturnType<typeof readPage>>['items'][number];

/** Accessibility reports with their responses. The database decides who may read them. */
export default function AccessibilityFeedbackScreen() {
  const reports = usePagedQuery(['feedback', 'list'], readPage);
  const [deleting, setDeleting] = useState<Feedback>();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <PagedList
        className={classNames('stack gap-16', screenStyles.readable)}
        emptyText={t.empty}
        query={reports}
        what={t.what}
      >
        {(report) => <Report onDelete={() => setDeleting(report)} report={report} />}
      </PagedList>
      {deleting && (
        <DeleteRecordDialog
          onClose={() => setDeleting(undefined)}
          queryKeys={changedQueries}
          remove={() => deleteRow('accessibility_feedback', deleting.id)}
          thing={t.remove.thing}
          title={t.remove.title(reporter(deleting))}
        >
          <li>{t.remove.counts}</li>
        </DeleteRecordDialog>
      )}
    </>
  );
}

const dayMs = 86_400_000;

function reporter({ name }: Feedback): string {
  return name ?? t.anonymous;
}

function linkOf(contact: string): string | null {
  const address = cleanEmailAddress(contact);
  if (isEmailAddress(address)) return `mailto:${encodeURIComponent(address).replace('%40', '@')}`;
  return phoneLink(contact);
}

function Contact({ contact }: { contact: string }) {
  const link = linkOf(contact);
  return (
    <p>
      {link === null ? (
        contact
      ) : (
        <a className="underline" href={link}>
          {contact}
        </a>
      )}
    </p>
  );
}

/** One report, with its response or the form for it. */
function Report({ report, onDelete }: { report: Feedback; onDelete: () => void }) {
  const isOwner = useIsOwner();
  const { timeZone } = useAgency();
  const [isEditing, setIsEditing] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  const wasSaved = useRef(false);
  const { created_at: createdAt, responded_at: respondedAt, acknowledged_at: acknowledgedAt } = report;
  const from = reporter(report);

  // The focused form was replaced by the saved response.
  useEffect(() => {
    if (!wasSaved.current || isEditing || report.response === null) return;
    wasSaved.current = false;
    if (document.activeElement === document.body) heading.current?.focus();
  });

  function showResponse(): void {
    wasSaved.current = true;
    setIsEditing(false);
  }

  return (
    <article className={classNames('stack gap-12', screenStyles.panel)} data-padded="">
      <div className="cluster">
        <h2 className="me-auto text-20" ref={heading} tabIndex={-1}>
          {from}
        </h2>
        <time className="figure muted" dateTime={createdAt}>
          {formatShortDate(createdAt, timeZone)}
        </time>
        <Badge variant={respondedAt ? 'secondary' : 'land'}>
          {respondedAt
            ? t.answered(Math.floor((Date.parse(respondedAt) - Date.parse(createdAt)) / dayMs))
            : t.waiting}
        </Badge>
      </div>
      <p className="pre-wrap">{report.message}</p>
      {report.page && <p className="pre-wrap muted">{t.where(report.page)}</p>}
      {report.reply_to && <Contact contact={report.reply_to} />}
      {acknowledgedAt && <p className="muted">{t.acknowledged(formatShortDate(acknowledgedAt, timeZone))}</p>}
      {report.response === null || isEditing ? (
        <FeedbackResponseForm from={from} onSaved={showResponse} report={report} />
      ) : (
        <div className={styles.answer}>
          <h3>{t.answer.title}</h3>
          <p className="pre-wrap">{report.response}</p>
        </div>
      )}
      <div className="cluster">
        {report.response !== null && !isEditing && (
          <Button icon="edit" onClick={() => setIsEditing(true)} variant="secondary">
            {t.answer.edit}
          </Button>
        )}
        {isOwner && (
          <Button icon="trash" iconOnly onClick={onDelete} variant="secondary">
            {t.remove.button(from)}
          </Button>
        )}
      </div>
    </article>
  );
}

interface FeedbackResponseFormProps {
  report: Feedback;
  from: string;
  onSaved: () => void;
}

/** The form for the response; typed text is kept until it is saved. */
function FeedbackResponseForm({ report, from, onSaved }: FeedbackResponseFormProps) {
  const { value: text, change, drop } = useStoredDraft(`feedback:${report.id}`, report.response ?? '');
  async function write(response: string): Promise<void> {
    const reports = browserClient().from('accessibility_feedback');
    await reports.update({ response }).eq('id', report.id).throwOnError();
  }
  const save = useWriteMutation(write, changedQueries, {
    waits: true,
    form: `answer-${report.id}`,
    done: t.answer.saved,
    onSuccess() {
      drop();
      onSaved();
    },
  });
  return (
    <form
      className="stack dense gap-12"
      onSubmit={(event) => {
        event.preventDefault();
        if (text.trim() !== '' && !save.isPending) save.mutate(text);
      }}
    >
      <TextAreaField
        hint={report.reply_to ? t.answer.hint : t.answer.hintAnonymous}
        label={t.answer.label(from)}
        maxLength={4000}
        name="response"
        onChange={(event) => change(event.target.value)}
        readOnly={save.isPending}
        rows={3}
        value={text}
      />
      <div>
        <Button busy={save.isPending} disabled={text.trim() === ''} icon="check" type="submit">
          {t.answer.save}
        </Button>
      </div>
    </form>
  );
}
