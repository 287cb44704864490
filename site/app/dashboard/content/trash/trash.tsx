// The trash screen: lists deleted content, restores it, deletes it permanently.
import { formatShortDate } from '../../../ui/format-values.ts';
import { useAgency } from '../../../agency/use-agency.ts';
import { useState } from 'react';
import {
  contentTables,
  contentTypeOf,
  dashboardListPath,
  recordPath,
} from '../../../content/content-types.ts';
import { EditorsOnlyScreen } from '../editor/editors-only-screen.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { trashTexts as t } from './trash-texts.ts';
import {
  useTrash,
  type DeletedRecord,
  deleteRecordPermanently,
  trashQueryName,
  restoreDeletedRecord,
} from './use-trash.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { ConfirmWriteDialog } from '../../screen/confirm-write-dialog.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { useNavigate } from 'react-router';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { AgencyZoneTime } from '../../screen/shown-times.tsx';
import screenStyles from '../../screen/screen.module.css';

const kinds = new Intl.ListFormat('en-CA').format(contentTables.map((table) => contentTypeOf(table).many));

/** The content of all types that was deleted in the last 30 days. */
export default function TrashScreen() {
  return (
    <EditorsOnlyScreen title={t.title}>
      <TrashList />
    </EditorsOnlyScreen>
  );
}

function TrashList() {
  const trash = useTrash();
  const [deleting, setDeleting] = useState<DeletedRecord>();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <PagedList
        className={classNames('stack', screenStyles.twoColumns)}
        emptyText={t.empty(kinds)}
        query={trash}
        what={t.what}
      >
        {(record) => <TrashRow onDelete={() => setDeleting(record)} record={record} />}
      </PagedList>
      {deleting && <DeleteForGood onClose={() => setDeleting(undefined)} record={deleting} />}
    </>
  );
}

const { busy, done, final } = screenTexts.deletion;

/** Asks for confirmation before a deleted record is removed permanently. Open while it is rendered. */
function DeleteForGood({ record, onClose }: { record: DeletedRecord; onClose: () => void }) {
  const { id, name } = record;
  return (
    <ConfirmWriteDialog
      busyText={busy}
      done={() => ({ title: done, description: t.removed(name) })}
      id={`trash-${id}`}
      onClose={onClose}
      queryKeys={[trashQueryName]}
      title={t.question(name)}
      write={() => deleteRecordPermanently(record)}
      yes={t.confirm}
    >
      <p>{t.consequence}</p>
      <p>{final}</p>
    </ConfirmWriteDialog>
  );
}

const keptMs = 30 * 24 * 3_600_000;

/** A deleted record, with the button that restores it. */
function TrashRow({ record, onDelete }: { record: DeletedRecord; onDelete: () => void }) {
  const { id, kind, name, slug, created_at: deletedAt, accountName } = record;
  const form = `trash-${id}`;
  const { timeZone } = useAgency();
  const navigate = useNavigate();
  const restore = useWriteMutation(restoreDeletedRecord, [trashQueryName, kind, 'media'], {
    onSuccess(restoredSlug) {
      const description =
        restoredSlug === slug
          ? t.restoredText(name)
          : t.restoredElsewhere(name, recordPath(kind, slug), recordPath(kind, restoredSlug));
      const open = () => void navigate(`${dashboardListPath(kind)}/${id}`);
      toastSuccess({ title: t.restored, description, form, action: { label: t.open, onClick: open } });
      // the row is removed, and with it the focused button
      document.querySelector('h1')?.focus();
    },
    form,
  });
  return (
    <article aria-labelledby={id} className={classNames('spread p-16-20', screenStyles.panel)}>
      <div className="stack gap-4 min-w-0 basis-14rem">
        <div className="cluster gap-8">
          <h2 className={screenStyles.panelTitle} id={id}>
            {name}
          </h2>
          <Badge variant="land">{contentTypeOf(kind).label}</Badge>
        </div>
        <p>
          <RichText
            tags={{ time: () => <AgencyZoneTime timestamp={deletedAt} withTime /> }}
            text={t.deleted(deletedAt, accountName ?? t.byNobody)}
          />
        </p>
        <p className="small muted">
          {t.until(formatShortDate(new Date(Date.parse(deletedAt) + keptMs).toISOString(), timeZone))}
        </p>
      </div>
      <div className="cluster gap-8">
        <Button
          busy={restore.isPending}
          busyText={t.restoring}
          onClick={() => restore.mutate(record)}
          variant="secondary"
        >
          <RichText text={t.restore(name)} />
        </Button>
        <Button icon="trash" iconOnly onClick={onDelete} variant="secondary">
          {t.remove(name)}
        </Button>
      </div>
    </article>
  );
}
