import { useState } from 'react';
import { contentTables, contentType } from '../../../content/content-types.ts';
import { EditorsOnly } from '../editor/editors-only.tsx';
import { ContentTabs } from '../list/content-tabs.tsx';
import { PagedList } from '../../screen/paged-list.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { DeleteForGood } from './delete-for-good.tsx';
import { TrashRow } from './trash-row.tsx';
import { trashTexts as t } from './trash-texts.ts';
import { useTrash, type DeletedRecord } from './use-trash.ts';

const kinds = new Intl.ListFormat('en-CA').format(contentTables.map((table) => contentType(table).many));

/** What was deleted in the last 30 days, of all types of content. */
export default function Trash() {
  return (
    <EditorsOnly title={t.title}>
      <TrashList />
    </EditorsOnly>
  );
}

function TrashList() {
  const trash = useTrash();
  const [deleting, setDeleting] = useState<DeletedRecord>();
  return (
    <>
      <ScreenHeading text={t.description} title={t.title} />
      <ContentTabs />
      <PagedList className="stack" emptyText={t.empty(kinds)} query={trash} what={t.what}>
        {(record) => <TrashRow onDelete={() => setDeleting(record)} record={record} />}
      </PagedList>
      {deleting && <DeleteForGood onClose={() => setDeleting(undefined)} record={deleting} />}
    </>
  );
}
