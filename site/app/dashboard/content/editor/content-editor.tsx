// The route of the content editor: loads the record by its id, or starts a new one.
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link, useLocation, useParams, type MetaArgs } from 'react-router';
import { agencyOf } from '../../../agency/use-agency.ts';
import { dashboardListPath } from '../../../content/content-types.ts';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { randomId } from '../../../ui/random-id.ts';
import { Spinner } from '../../../ui/icon.tsx';
import { Breadcrumbs } from '../../../ui/page-link.tsx';
import { LoadFailedNotice } from '../../screen/load-failed-notice.tsx';
import { ScreenHeading } from '../../screen/screen-heading.tsx';
import { useSoleTab } from '../../screen/use-sole-tab.ts';
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

/** `key`: of the editor of a new record, whose ID may come with a draft that is continued. */
function editingOf(id: string) {
  const newId = randomId();
  return { id, newId, key: newId };
}

/** The editor of a new record, or of the one in the URL. */
export default function ContentEditorScreen() {
  const screen = contentScreenAt(useLocation().pathname);
  const { id = '' } = useParams();
  const [editing, setEditing] = useState(() => editingOf(id));
  if (editing.id !== id) setEditing(id === 'new' ? editingOf(id) : { ...editing, id });
  // a new record gets its own URL after the first save; its editor must not be replaced
  const isNew = id === 'new' || id === editing.newId;
  return (
    <EditorsOnlyScreen key={screen.table} title={titleOf(screen.one, id)}>
      <EditedInOneTab id={isNew ? editing.newId : id} key={isNew ? editing.key : id} screen={screen}>
        {isNew ? (
          <RecordEditor
            first={null}
            newId={editing.newId}
            onCreated={id === 'new' ? (newId) => setEditing({ ...editing, newId }) : undefined}
            screen={screen}
          />
        ) : (
          <StoredEditor id={id} screen={screen} />
        )}
      </EditedInOneTab>
    </EditorsOnlyScreen>
  );
}

interface EditedInOneTabProps {
  id: string;
  screen: ContentScreenDefinition;
  children: ReactNode;
}

/** Two tabs of one person would be in conflict with each other: the record is edited in one of them. */
function EditedInOneTab({ id, screen, children }: EditedInOneTabProps) {
  const { holder, takeOver } = useSoleTab(`edit/${screen.table}/${id}`);
  if (holder === 'here') return children;
  if (holder === undefined) return null;
  return (
    <>
      <Breadcrumbs
        current={t.editTitle(screen.one)}
        list={screen.label}
        to={dashboardListPath(screen.table)}
      />
      <ScreenHeading text={t.openElsewhere(screen.one)} title={t.editTitle(screen.one)} />
      <Button onClick={takeOver}>{t.editHere}</Button>
    </>
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
