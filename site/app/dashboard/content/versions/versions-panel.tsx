// The panel that lists the saved versions of a record; restores one into the editor.
import { useAgency } from '../../../agency/use-agency.ts';
import { useState } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { useWriteMutation } from '../../screen/use-write-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { toast } from '../../../ui/toast.tsx';
import { formatVersionNames } from '../../screen/format-version-names.ts';
import { LoadMoreButton } from '../../screen/load-more-button.tsx';
import { Panel } from '../../screen/panel.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import type { ContentDraft, ContentScreenDefinition, StoredRecord } from '../content-form.ts';
import type { FormDraft } from '../use-form-draft.ts';
import { restoreScreenshots, useRecordVersions, type RecordVersion } from './use-versions.ts';
import { VersionDialog } from './version-dialog.tsx';
import { versionTexts as t } from './version-texts.ts';
import screenStyles from '../../screen/screen.module.css';

export interface VersionsPanelProps {
  screen: ContentScreenDefinition;
  stored: StoredRecord;
  draft: FormDraft<ContentDraft>;
}

/** The saved versions of a record, read once the list is opened. */
export function VersionsPanel({ screen, stored, draft }: VersionsPanelProps) {
  const [isOpen, setIsOpen] = useState(false);
  const [shown, setShown] = useState<RecordVersion>();
  const versions = useRecordVersions(screen.table, stored.id, isOpen);
  const screenshots = useWriteMutation(restoreScreenshots, ['media'], {
    form: 'restore-screenshots',
    onSuccess: () => versions.refetch(),
  });
  const { data: items = [] } = versions;
  const { timeZone } = useAgency();
  const times = formatVersionNames(
    items.map(({ saved_at: savedAt }) => savedAt),
    timeZone,
  );

  /** Restores into the editor, not into the database, so it is checked and saved like any other change. */
  function restore(values: ContentDraft, hasScreenshots: boolean): void {
    const before = draft.values;
    if (shown && hasScreenshots) screenshots.mutate({ id: stored.id, version: shown.version });
    setShown(undefined);
    draft.change(values);
    toast({
      title: t.restored,
      description: hasScreenshots ? t.screenshots.restored : t.restoredText,
      action: { label: t.undo, onClick: () => draft.change(before) },
    });
  }

  return (
    <Panel aria-label={t.title} padded>
      <details className={screenStyles.foldable} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
        <summary>
          <h2 className={screenStyles.panelTitle}>{t.title}</h2>
          <Icon name="chevron-down" />
        </summary>
        <p className="small muted">{t.hint}</p>
        {isOpen && (
          <QueryResult failedText={t.failed} loadingText={t.loading} query={versions}>
            {() => (
              <ul className="stack mt-12 gap-0">
                {items.map((version, i) => (
                  <VersionRow
                    isCurrent={version === items.find(({ state }) => state === 'saved')}
                    key={version.version}
                    onShow={setShown}
                    time={times[i] ?? ''}
                    version={version}
                  />
                ))}
              </ul>
            )}
          </QueryResult>
        )}
        <LoadMoreButton pages={versions} what={t.what} />
      </details>
      {shown && (
        <VersionDialog
          onClose={() => setShown(undefined)}
          onRestore={restore}
          screen={screen}
          stored={stored}
          time={times[items.indexOf(shown)] ?? ''}
          values={draft.values}
          version={shown.version}
        />
      )}
    </Panel>
  );
}

interface VersionRowProps {
  version: RecordVersion;
  time: string;
  isCurrent: boolean;
  onShow: (version: RecordVersion) => void;
}

function VersionRow({ version, time, isCurrent, onShow }: VersionRowProps) {
  const { saved_at: savedAt, account_name: name, changed } = version;
  const columns = [...new Set(changed.map((column) => t.columns[column] ?? column))].join(', ');
  return (
    <li className="grid justify-items-start gap-4 py-14 hair-top">
      <p>
        <RichText
          tags={{ time: (text) => <time dateTime={savedAt}>{text}</time> }}
          text={t.row(time, name ?? t.byNobody)}
        />
      </p>
      <p className="small muted">{version.version === 1 || columns === '' ? t.first : t.changed(columns)}</p>
      {version.state === 'draft' && <p className="small">{t.draft}</p>}
      {isCurrent && <p className="small">{t.current}</p>}
      <Button className="mt-6" onClick={() => onShow(version)} variant="secondary">
        <RichText text={t.compare(time)} />
      </Button>
    </li>
  );
}
