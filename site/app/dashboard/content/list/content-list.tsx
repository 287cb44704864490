// The list of content records of one type, with deletion.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { dashboardListPath, recordPath } from '../../../content/content-types.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readPageNewestFirst, usePagedQuery } from '../../../data/read-newest.ts';
import { ContourArt } from '../../../art/contour-art.tsx';
import { MagentaRing } from '../../../art/magenta-ring.tsx';
import { terrainFor } from '../../../art/terrain-names.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Picture } from '../../../ui/picture.tsx';
import { screenTexts } from '../../screen/screen-texts.ts';
import { classNames } from '../../../ui/class-names.ts';
import { describeUrlAfterDeletion, DeleteRecordDialog } from '../../screen/delete-record.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
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
import { contentTableQuery, deleteRecord } from '../content-records.ts';
import { DraftBadge, useDraftMarks, type DraftMark } from '../drafts/draft-badge.tsx';
import { contentScreenAt } from '../content-screen-at.ts';
import { contentTexts } from '../content-texts.ts';
import { trashTexts } from '../trash/trash-texts.ts';
import { trashQueryName } from '../trash/use-trash.ts';

const t = contentTexts.list;
const recordsPerPage = 50;

/** Sorted by creation, because drafts have no other date, and new records belong at the top. */
function readRecords({ table, columns, form }: ContentScreenDefinition, after: KeysetCursor | null) {
  const { name, text, picture } = columns;
  const listed = [
    'id',
    'slug',
    'is_published',
    'published_at',
    'created_at',
    'updated_at',
    name,
    text,
    picture,
  ];
  if (form.row.columns !== '') listed.push(form.row.columns);
  const records = contentTableQuery(table).select<string, StoredRecord>(listed.join(', '));
  return readPageNewestFirst(records, recordsPerPage, after);
}

/** The list of the type of content in the URL. */
export default function ContentList() {
  const screen = contentScreenAt(useLocation().pathname);
  return <RecordList key={screen.table} screen={screen} />;
}

function RecordList({ screen }: { screen: ContentScreenDefinition }) {
  const { table, one, many, label } = screen;
  // including drafts
  const records = usePagedQuery([table, 'all'], (after: KeysetCursor | null) => readRecords(screen, after));
  const marks = useDraftMarks(table);
  const mayEdit = useMayEditContent();
  const [chosen, setDeleting] = useState<StoredRecord>();
  // as it is listed now
  const deleting = chosen && (records.data?.find(({ id }) => id === chosen.id) ?? chosen);
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
      <PagedList
        className={classNames('stack gap-14', screenStyles.twoColumns)}
        emptyText={t.empty(one, many)}
        query={records}
        what={many}
      >
        {(record) => (
          <ListedRecord
            mark={marks?.get(record.id)}
            onDelete={mayEdit ? () => setDeleting(record) : null}
            record={record}
            screen={screen}
          />
        )}
      </PagedList>
      {deleting && <DeleteContent onClose={() => setDeleting(undefined)} record={deleting} screen={screen} />}
    </>
  );
}

interface ListedRecordProps {
  screen: ContentScreenDefinition;
  record: StoredRecord;
  /** undefined without a draft */
  mark: DraftMark | undefined;
  /** null if the account may not edit */
  onDelete: (() => void) | null;
}

/** One record in the list. */
function ListedRecord({ screen, record, mark, onDelete }: ListedRecordProps) {
  const { columns, form } = screen;
  const { timeZone } = useAgency();
  const { id, slug, is_published: isPublished } = record;
  const { badge, chips = [], date } = form.row.parts(record, timeZone);
  const picture = record[columns.picture] as string | null;
  const { isLogo } = form.picture;
  return (
    <article
      aria-labelledby={id}
      className={classNames('grid items-center gap-0-20', styles.recordRow, screenStyles.panel)}
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
      <RecordButtons onDelete={onDelete} record={record} screen={screen} />
    </article>
  );
}

function RecordButtons({ screen, record, onDelete }: Omit<ListedRecordProps, 'mark'>) {
  const { table } = screen;
  const title = recordNameOf(screen, record);
  return (
    <div className={classNames('cluster gap-8', styles.buttons)}>
      <RecordPageLink path={visiblePath(table, record)} title={title} />
      {onDelete && (
        <>
          <ButtonLink icon="edit" to={`${dashboardListPath(table)}/${record.id}`} variant="secondary">
            <RichText text={screenTexts.row.edit(title)} />
          </ButtonLink>
          <Button icon="trash" iconOnly onClick={onDelete} variant="secondary">
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
