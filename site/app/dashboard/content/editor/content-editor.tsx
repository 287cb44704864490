// The route of the content editor: loads the record by its id, or starts a new one.
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useParams, type MetaArgs } from 'react-router';
import { agencyOf } from '../../../agency/use-agency.ts';
import { dashboardListPath } from '../../../content/content-types.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { Spinner } from '../../../ui/icon.tsx';
import { LoadFailedNotice } from '../../screen/load-failed-notice.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import type { ContentScreenDefinition } from '../content-form.ts';
import { readEditedRecord } from '../drafts/edited-record.ts';
import { contentScreenAt } from '../content-screen-at.ts';
import { contentTexts } from '../content-texts.ts';
import { EditorsOnlyScreen } from './editors-only-screen.tsx';
import { RecordEditor } from './record-editor.tsx';
import { classNames } from '../../../ui/class-names.ts';
import screenStyles from '../../screen/screen.module.css';

const t = contentTexts.editor;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

function titleOf(one: string, id: string | undefined): string {
  return id === 'new' ? t.newTitle(one) : t.editTitle(one);
}

export function meta({ location, matches, params }: MetaArgs) {
  const { one } = contentScreenAt(location.pathname);
  return [{ title: contentTexts.documentTitle(titleOf(one, params['id']), agencyOf(matches).name) }];
}

/** The editor of a new record, or of the one in the URL. */
export default function ContentEditorScreen() {
  const screen = contentScreenAt(useLocation().pathname);
  const { id = '' } = useParams();
  const [editing, setEditing] = useState(() => ({ id, newId: randomId() }));
  if (editing.id !== id) setEditing({ id, newId: id === 'new' ? randomId() : editing.newId });
  // a new record gets its own URL after the first save; its editor must not be replaced
  const isNew = id === 'new' || id === editing.newId;
  return (
    <EditorsOnlyScreen key={screen.table} title={titleOf(screen.one, id)}>
      {isNew ? (
        <RecordEditor first={null} key={editing.newId} newId={editing.newId} screen={screen} />
      ) : (
        <StoredEditor id={id} key={id} screen={screen} />
      )}
    </EditorsOnlyScreen>
  );
}

/** Reads the record once, because it must not change while it is being edited. */
function StoredEditor({ id, screen }: { id: string; screen: ContentScreenDefinition }) {
  const { table, one, label } = screen;
  const record = useQuery({
    queryKey: [table, 'one', id],
    queryFn: () => (uuid.test(id) ? readEditedRecord(table, id) : null),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  // the query cache may contain an older copy, but editing must start with the stored state
  if (!record.isFetchedAfterMount)
    return (
      <Spinner className={classNames(screenStyles.panel, screenStyles.loading)} label={t.loading(one)} />
    );
  if (record.data) {
    return <RecordEditor first={record.data} newId={record.data.row.id} screen={screen} />;
  }
  if (record.isError) {
    return (
      <>
        <ScreenHeading title={t.editTitle(one)} />
        <LoadFailedNotice
          busy={record.isFetching}
          onRetry={() => void record.refetch()}
          text={t.failed(one)}
        />
      </>
    );
  }
  return (
    <>
      <ScreenHeading title={t.missing} />
      <p>
        <RichText
          tags={{
            link: (content) => (
              <Link className="link" to={dashboardListPath(table)}>
                {content}
              </Link>
            ),
          }}
          text={t.missingText(one, label)}
        />
      </p>
    </>
  );
}
