// The list of content records of one type: search, filter, deletion, changes of several.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { dashboardListPath, recordPath } from '../../../content/content-types.ts';
import { ContourArt } from '../../../art/contour-art.tsx';
import { MagentaRing } from '../../../art/magenta-ring.tsx';
import { terrainFor } from '../../../art/terrain-names.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { describeUrlAfterDeletion, DeleteRecordDialog } from '../../screen/delete-record.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { SelectableList, SelectBox, useSelection } from '../../screen/selection.tsx';
import { RecordStateBadge, RecordPageLink } from '../record-state.tsx';
import styles from './content-list.module.css';
import screenStyles from '../../screen/screen.module.css';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import {
  recordNameOf,
  type ContentScreenDefinition,
  type StoredRecord,
  publicationStateOf,
  visiblePath,
  scheduledPublicationTime,
} from '../content-form.ts';
import { deleteRecord } from '../content-records.ts';
import { DraftBadge, useDraftMarks, type DraftMark } from '../drafts/draft-badge.tsx';
import { contentScreenAt } from '../content-screen-at.ts';
import { contentTexts } from '../content-texts.ts';
import { trashTexts } from '../trash/trash-texts.ts';
import { trashQueryName } from '../trash/use-trash.ts';
import { DuplicateButton } from './duplicate-button.tsx';
import { listTexts } from './list-texts.ts';
import { ListToolbar } from './list-toolbar.tsx';
import { useListedRecords, useRecordFilter } from './record-filter.ts';
import { appliesTo, type BulkAction, type FailedWrite } from './write-records.ts';

const t = contentTexts.list;
const BulkDialog = lazyDialog(() => import('./bulk-dialog.tsx'));

/** The list of the type of content in the URL. */
export default function ContentList() {
  const screen = contentScreenAt(useLocation().pathname);
  return <RecordList key={screen.table} screen={screen} />;
}

function RecordList({ screen }: { screen: ContentScreenDefinition }) {
  const { table, one, many, label } = screen;
  const { filter, isFiltered, change } = useRecordFilter();
  const records = useListedRecords(screen, filter);
  const shown = records.data ?? [];
  const marks = useDraftMarks(table);
  const mayEdit = useMayEditContent();
  const selection = useSelection(shown);
  const [failed, setFailed] = useState<FailedAction>();
  const [doing, setDoing] = useState<BulkAction>();
  const [chosen, setDeleting] = useState<StoredRecord>();
  // as it is listed now
  const deleting = chosen && (shown.find(({ id }) => id === chosen.id) ?? chosen);
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <ButtonLink icon="plus" to={`${dashboardListPath(table)}/new`}>
              {t.add(one)}
            </ButtonLink>
          )
        }
        text={t.description}
        title={label}
      />
      <ListToolbar
        filter={filter}
        found={
          isFiltered && records.isSuccess && !records.isPlaceholderData
            ? listTexts.found(shown.length, records.hasNextPage, one, many)
            : ''
        }
        onChange={change}
        screen={screen}
      />
      <SelectableList
        actions={<BulkButtons onAsk={setDoing} records={selection.items} />}
        one={one}
        result={failed && <Failures failed={failed} screen={screen} selected={selection.items} />}
        selection={selection}
        what={many}
      >
        <PagedList
          className={classNames('stack gap-14', screenStyles.twoColumns)}
          emptyAction={
            isFiltered && (
              <Button onClick={() => change({ term: '', state: null })} variant="secondary">
                {listTexts.clear}
              </Button>
            )
          }
          emptyText={isFiltered ? listTexts.noneFound(many) : t.empty(one, many)}
          query={records}
          what={many}
        >
          {(record) => (
            <ListedRecord
              mark={marks?.get(record.id)}
              edits={mayEdit ? { selection, onDelete: () => setDeleting(record) } : null}
              record={record}
              screen={screen}
            />
          )}
        </PagedList>
      </SelectableList>
      {deleting && <DeleteContent onClose={() => setDeleting(undefined)} record={deleting} screen={screen} />}
      {doing && (
        <BulkDialog
          action={doing}
          onClose={() => setDoing(undefined)}
          onDone={(failures) => {
            setFailed(failures.length > 0 ? { action: doing, failures } : undefined);
            // with a failure, the selection stays for another try
            if (failures.length === 0) selection.clear();
          }}
          records={selection.items.filter(appliesTo[doing])}
          screen={screen}
        />
      )}
    </>
  );
}

interface BulkButtonsProps {
  /** the selected ones */
  records: readonly StoredRecord[];
  onAsk: (action: BulkAction) => void;
}

function BulkButtons({ records, onAsk }: BulkButtonsProps) {
  return (['publish', 'unpublish', 'trash'] as const).map((action) => {
    const count = records.filter(appliesTo[action]).length;
    if (count === 0) return null;
    return (
      <Button
        key={action}
        onClick={() => onAsk(action)}
        variant={action === 'trash' ? 'danger' : 'secondary'}
      >
        {listTexts.actions[action].press(count)}
      </Button>
    );
  });
}

interface FailedAction {
  action: BulkAction;
  failures: readonly FailedWrite[];
}

interface FailuresProps {
  failed: FailedAction;
  screen: ContentScreenDefinition;
  selected: readonly StoredRecord[];
}

/** Those of the selected records with which the last action failed. */
function Failures({ failed, screen, selected }: FailuresProps) {
  const { action } = failed;
  const failures = failed.failures.filter(({ record }) => selected.some(({ id }) => id === record.id));
  if (failures.length === 0) return null;
  return (
    <div className="error" role="alert">
      <p className="font-semibold">{listTexts.actions[action].failed(failures.length)}</p>
      <ul>
        {failures.map(({ record, reason }) => (
          <li key={record.id}>{listTexts.failure(recordNameOf(screen, record), reason)}</li>
        ))}
      </ul>
    </div>
  );
}

interface ListedRecordProps {
  screen: ContentScreenDefinition;
  record: StoredRecord;
  /** undefined without a draft */
  mark: DraftMark | undefined;
  /** null if the account may not edit */
  edits: { selection: ReturnType<typeof useSelection>; onDelete: () => void } | null;
}

/** One record in the list. */
function ListedRecord({ screen, record, mark, edits }: ListedRecordProps) {
  const { columns, form } = screen;
  const { timeZone } = useAgency();
  const { id, slug, is_published: isPublished } = record;
  const { badge, chips = [], date } = form.row.parts(record, timeZone);
  const picture = record[columns.picture] as string | null;
  const { isLogo } = form.picture;
  return (
    <article
      aria-labelledby={id}
      className={classNames('relative grid items-center gap-0-20', styles.recordRow, screenStyles.panel)}
    >
      <div aria-hidden="true" className={classNames('relative overflow-hidden', styles.art)}>
        {picture && !isLogo ? (
          <Picture alt="" className="cover" height={120} sizes="10rem" src={picture} width={160} />
        ) : (
          <ContourArt
            className="cover"
            height={160}
            seed={slug}
            terrain={terrainFor(slug, screen.table)}
            width={320}
          />
        )}
        {picture && isLogo && (
          <MagentaRing className={styles.logo}>
            <img alt="" height={48} loading="lazy" src={picture} width={48} />
          </MagentaRing>
        )}
      </div>
      <div className={classNames('stack min-w-0 gap-6 py-16', styles.words)}>
        <div className={styles.head}>
          <h2 className={screenStyles.panelTitle} id={id}>
            {recordNameOf(screen, record)}
          </h2>
          <div className={styles.state}>
            <RecordStateBadge isPublished={isPublished} scheduledFor={scheduledPublicationTime(record)} />
            {mark && <DraftBadge mark={mark} />}
            {badge && <Badge variant="land">{badge}</Badge>}
            {date && <span className="figure small muted">{date}</span>}
          </div>
        </div>
        <p>{String(record[columns.text])}</p>
        {chips.length > 0 && (
          <ul aria-label={screenTexts.row.features} className="chips">
            {chips.map((chip) => (
              <li className="buoy" key={chip}>
                {chip}
              </li>
            ))}
          </ul>
        )}
      </div>
      <RecordButtons edits={edits} record={record} screen={screen} />
      {edits && <SelectBox id={id} name={recordNameOf(screen, record)} selection={edits.selection} />}
    </article>
  );
}

function RecordButtons({ screen, record, edits }: Omit<ListedRecordProps, 'mark'>) {
  const { table } = screen;
  const title = recordNameOf(screen, record);
  return (
    <div className={classNames('cluster gap-8', styles.buttons)}>
      <RecordPageLink path={visiblePath(table, record)} title={title} />
      {edits && (
        <>
          <ButtonLink icon="edit" to={`${dashboardListPath(table)}/${record.id}`} variant="secondary">
            <RichText text={screenTexts.row.edit(title)} />
          </ButtonLink>
          <DuplicateButton record={record} screen={screen} />
          <Button icon="trash" iconOnly onClick={edits.onDelete} variant="secondary">
            {screenTexts.row.remove(title)}
          </Button>
        </>
      )}
    </div>
  );
}

interface DeleteContentProps {
  screen: ContentScreenDefinition;
  record: StoredRecord;
  onClose: () => void;
}

function DeleteContent({ screen, record, onClose }: DeleteContentProps) {
  const { table, one, form } = screen;
  return (
    <DeleteRecordDialog
      onClose={onClose}
      final={trashTexts.canRestore}
      queryKeys={[table, 'media', trashQueryName]}
      remove={() => deleteRecord(table, record)}
      thing={one}
      title={recordNameOf(screen, record)}
    >
      <li>{describeUrlAfterDeletion(recordPath(table, record.slug), publicationStateOf(record))}</li>
      {form.consequences?.(record.id).map((consequence, i) => (
        <li key={i}>{consequence}</li>
      ))}
    </DeleteRecordDialog>
  );
}
