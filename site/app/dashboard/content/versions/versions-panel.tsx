// The panel that lists the saved versions of a record; restores one into the editor.
import { useAgency } from '../../../agency/use-agency.ts';
import { useQuery } from '@tanstack/react-query';
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
import { readAutosaves, replacedQueryName, type Autosave } from '../autosaves.ts';
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
  const [shown, setShown] = useState<RecordVersion | Autosave>();
  const versions = useRecordVersions(screen.table, stored.id, isOpen);
  const screenshots = useWriteMutation(restoreScreenshots, ['media'], {
    form: 'restore-screenshots',
    onSuccess: () => versions.refetch(),
  });
  const { data: items = [] } = versions;
  const { data: replaced = [] } = useQuery({
    queryKey: [replacedQueryName, screen.table, stored.id],
    queryFn: () =>
      readAutosaves(
        { table: screen.table, id: stored.id, isNew: false },
        { isReplaced: true, like: draft.kept },
      ),
    enabled: isOpen,
  });
  const typed = replaced.filter((autosave) => draft.canAdopt(autosave.draft));
  const { timeZone } = useAgency();
  const all = [...items.map(({ saved_at: savedAt }) => savedAt), ...typed.map(({ savedAt }) => savedAt)];
  const times = formatVersionNames(all, timeZone);
  const timeOf = (one: RecordVersion | Autosave) =>
    times[all.indexOf('version' in one ? one.saved_at : one.savedAt)] ?? '';

  /** Restores into the editor, not into the database, so it is checked and saved like any other change. */
  function restore(values: ContentDraft, hasScreenshots: boolean): void {
    if (shown && 'version' in shown && hasScreenshots)
      screenshots.mutate({ id: stored.id, version: shown.version });
    setShown(undefined);
    const undo = draft.replace(values);
    toast({
      title: t.restored,
      description: hasScreenshots ? t.screenshots.restored : t.restoredText,
      action: { label: t.undo, onClick: undo },
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
                {items.map((version) => (
                  <VersionRow
                    isCurrent={version === items.find(({ state }) => state === 'saved')}
                    key={version.version}
                    onShow={setShown}
                    time={timeOf(version)}
                    version={version}
                  />
                ))}
              </ul>
            )}
          </QueryResult>
        )}
        <LoadMoreButton pages={versions} what={t.what} />
        {typed.length > 0 && <ReplacedTexts onShow={setShown} texts={typed} timeOf={timeOf} />}
      </details>
      {shown && (
        <VersionDialog
          onClose={() => setShown(undefined)}
          onRestore={restore}
          screen={screen}
          stored={stored}
          source={'version' in shown ? shown.version : shown.draft.values}
          title={'version' in shown ? t.dialogTitle(timeOf(shown)) : t.replaced.dialogTitle(timeOf(shown))}
          values={draft.values}
        />
      )}
    </Panel>
  );
}

interface ReplacedTextsProps {
  texts: readonly Autosave[];
  timeOf: (text: Autosave) => string;
  onShow: (text: Autosave) => void;
}

/** What this person typed and replaced by other text, without having saved it. */
function ReplacedTexts({ texts, timeOf, onShow }: ReplacedTextsProps) {
  return (
    <section aria-label={t.replaced.title} className="stack mt-16 gap-4">
      <h3 className={screenStyles.panelTitle}>{t.replaced.title}</h3>
      <p className="small muted">{t.replaced.hint}</p>
      <ul className="stack gap-0">
        {texts.map((text) => (
          <li className="grid justify-items-start gap-4 py-14 hair-top" key={text.step}>
            <p>
              <RichText
                tags={{ time: (time) => <time dateTime={text.savedAt}>{time}</time> }}
                text={t.replaced.row(timeOf(text), text.deviceName)}
              />
            </p>
            <Button className="mt-6" onClick={() => onShow(text)} variant="secondary">
              <RichText text={t.replaced.compare(timeOf(text))} />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface VersionRowProps {
  version: RecordVersion;
  time: string;
  isCurrent: boolean;
  onShow: (version: RecordVersion) => void;
}

function VersionRow({ version, time, isCurrent, onShow }: VersionRowProps) {
  const { saved_at: savedAt, account_name: name, changed, findings } = version;
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
      {findings && (
        <p className="small">{t.checked(findings.filter(({ reason }) => reason === null).length)}</p>
      )}
      <Button className="mt-6" onClick={() => onShow(version)} variant="secondary">
        <RichText text={t.compare(time)} />
      </Button>
    </li>
  );
}
