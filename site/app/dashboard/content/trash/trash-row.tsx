import { useNavigate } from 'react-router';
import { contentType, dashboardPath, recordPath } from '../../../content/content-types.ts';
import { useWrite } from '../../../data/use-write.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { toastSuccess } from '../../../ui/toast.tsx';
import { LocalDate } from '../../screen/local-date.tsx';
import { showError } from '../../screen/show-error.ts';
import { trashTexts as t } from './trash-texts.ts';
import { restoreDeleted, trashKey, type DeletedRecord } from './use-trash.ts';
import screenStyles from '../../screen/screen.module.css';

const keptMs = 30 * 24 * 3_600_000;
const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

/** A deleted record, with the way back. */
export function TrashRow({ record, onDelete }: { record: DeletedRecord; onDelete: () => void }) {
  const { id, kind, name, slug, deletedAt, accountName } = record;
  const form = `trash-${id}`;
  const navigate = useNavigate();
  const restore = useWrite(restoreDeleted, [trashKey, kind, 'media'], {
    onSuccess(restoredSlug) {
      const description =
        restoredSlug === slug
          ? t.restoredText(name)
          : t.restoredElsewhere(name, recordPath(kind, slug), recordPath(kind, restoredSlug));
      const open = () => void navigate(`${dashboardPath(kind)}/${id}`);
      toastSuccess({ title: t.restored, description, form, action: { label: t.open, onClick: open } });
      // the row goes, and the focused button in it
      document.querySelector('h1')?.focus();
    },
    onError: (error) => showError(error, form),
  });
  return (
    <article aria-labelledby={id} className={classNames('spread p-16-20', screenStyles.panel)}>
      <div className="stack gap-4 min-w-0 basis-14rem">
        <div className="cluster gap-8">
          <h2 className={screenStyles.panelTitle} id={id}>
            {name}
          </h2>
          <Badge variant="land">{contentType(kind).label}</Badge>
        </div>
        <p>
          <RichText
            tags={{ time: () => <LocalDate timestamp={deletedAt} withTime /> }}
            text={t.deleted(deletedAt, accountName ?? t.byNobody)}
          />
        </p>
        <p className="small muted">{t.until(day.format(new Date(Date.parse(deletedAt) + keptMs)))}</p>
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
