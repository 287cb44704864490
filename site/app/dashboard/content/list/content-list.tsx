// The list of content records of one type, with deletion.
import { useState } from 'react';
import { useLocation } from 'react-router';
import { useAgency } from '../../../agency/use-agency.ts';
import { useMayEditContent } from '../../../auth/session/roles.ts';
import { dashboardPath, recordPath } from '../../../content/content-types.ts';
import type { KeysetCursor } from '../../../data/keyset-cursor.ts';
import { readNewestPage, usePagedQuery } from '../../../data/read-newest.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { describeDeletedAddress, DeleteRecordDialog } from '../../screen/delete-record.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { RecordRow } from './record-row.tsx';
import screenStyles from '../../screen/screen.module.css';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import {
  recordNameOf,
  type ContentScreen,
  type StoredRecord,
  isPublicRecord,
  scheduledPublicationTime,
} from '../content-form.ts';
import { contentTableQuery, deleteRecord, createPreviewPath } from '../content-records.ts';
import { contentScreenAt } from '../content-screen-at.ts';
import { contentTexts } from '../content-texts.ts';
import { trashTexts } from './list-texts.ts';
import { trashKey } from '../trash/use-trash.ts';

const t = contentTexts.list;
const recordsPerPage = 50;

/** Sorted by creation, because drafts have no other date, and new records belong at the top. */
function readRecords({ table, columns, form }: ContentScreen, after: KeysetCursor | null) {
  const { name, text, picture } = columns;
  const listed = ['id', 'slug', 'is_published', 'published_at', 'created_at', name, text, picture];
  if (form.row.columns !== '') listed.push(form.row.columns);
  const records = contentTableQuery(table).select<string, StoredRecord>(listed.join(', '));
  return readNewestPage(records, recordsPerPage, after);
}

/** The list of the type of content in the URL. */
export default function ContentList() {
  const screen = contentScreenAt(useLocation().pathname);
  return <RecordList key={screen.table} screen={screen} />;
}

function RecordList({ screen }: { screen: ContentScreen }) {
  const { table, one, many, label } = screen;
  // including drafts
  const records = usePagedQuery([table, 'all'], (after: KeysetCursor | null) => readRecords(screen, after));
  const mayEdit = useMayEditContent();
  const [deleting, setDeleting] = useState<StoredRecord>();
  return (
    <>
      <ScreenHeading
        aside={
          mayEdit && (
            <ButtonLink icon="plus" to={`${dashboardPath(table)}/new`}>
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
  screen: ContentScreen;
  record: StoredRecord;
  /** null if the account may not edit */
  onDelete: (() => void) | null;
}

function ListedRecord({ screen, record, onDelete }: ListedRecordProps) {
  const { table, columns, form } = screen;
  const { timeZone } = useAgency();
  const picture = record[columns.picture] as string | null;
  return (
    <RecordRow
      {...form.row.parts(record, timeZone)}
      edit={onDelete && { path: `${dashboardPath(table)}/${record.id}`, onDelete }}
      id={record.id}
      isPublished={record.is_published}
      scheduledFor={scheduledPublicationTime(record)}
      logoUrl={form.picture.isLogo ? picture : null}
      pictureUrl={form.picture.isLogo ? null : picture}
      preview={() => createPreviewPath(table, record.id)}
      seed={record.slug}
      text={String(record[columns.text])}
      title={recordNameOf(screen, record)}
      viewPath={recordPath(table, record.slug)}
    />
  );
}

interface DeleteContentProps {
  screen: ContentScreen;
  record: StoredRecord;
  onClose: () => void;
}

function DeleteContent({ screen, record, onClose }: DeleteContentProps) {
  const { table, one, form } = screen;
  return (
    <DeleteRecordDialog
      onClose={onClose}
      final={trashTexts.canRestore}
      queryKeys={[table, 'media', trashKey]}
      remove={() => deleteRecord(table, record.id)}
      thing={one}
      title={recordNameOf(screen, record)}
    >
      <li>{describeDeletedAddress(recordPath(table, record.slug), isPublicRecord(record))}</li>
      {form.consequences?.(record.id).map((consequence, i) => (
        <li key={i}>{consequence}</li>
      ))}
    </DeleteRecordDialog>
  );
}
