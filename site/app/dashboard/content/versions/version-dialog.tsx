import { useQuery } from '@tanstack/react-query';
import { useLayoutEffect, useMemo, useRef } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { useScreenshots } from '../fields/screenshot-list/use-screenshots.ts';
import { useCategories } from '../categories/use-categories.ts';
import type { ContentDraft, ContentScreen, StoredRecord } from '../content-form.ts';
import { areSame, screenshotsOf } from './kept-screenshots.ts';
import { restoreDraft } from './restore-draft.ts';
import { ScreenshotChanges } from './screenshot-changes.tsx';
import { useVersion } from './use-versions.ts';
import { VersionChanges } from './version-changes.tsx';
import { versionTexts as t } from './version-texts.ts';
import screenStyles from '../../screen/screen.module.css';

const id = 'version-dialog';

export interface VersionDialogProps {
  screen: ContentScreen;
  stored: StoredRecord;
  /** what is in the editor */
  values: ContentDraft;
  version: number;
  /** when it was saved, as text */
  time: string;
  /** `hasScreenshots`: others than the page has now */
  onRestore: (draft: ContentDraft, hasScreenshots: boolean) => void;
  onClose: () => void;
}

/** Compares a version with what is in the editor, and puts it there when asked. Open while it is rendered. */
export function VersionDialog(props: VersionDialogProps) {
  const { screen, stored, values, version, time, onRestore, onClose } = props;
  const content = useRef<HTMLDivElement>(null);
  const record = useVersion(screen.table, stored.id, version);
  const comparison = useQuery({
    queryKey: ['compare-texts'],
    queryFn: async () => (await import('./compare-texts.ts')).compareTexts,
    staleTime: Infinity,
  });
  const shown = useScreenshots(stored.id, screen.table === 'apps');
  const kept = record.data ? screenshotsOf(record.data) : null;
  const hasScreenshots = kept !== null && shown.data !== undefined && !areSame(kept, shown.data);
  const categoryList = useCategories();
  const { data: listed } = categoryList;
  const categories = useMemo(
    () =>
      listed && new Map(listed.pages.flatMap(({ items }) => items.map(({ id: key, name }) => [key, name]))),
    [listed],
  );
  const restored = useMemo(
    () => record.data && categories && restoreDraft(screen, stored, record.data, values, categories),
    [record.data, categories, screen, stored, values],
  );

  useLayoutEffect(() => {
    const dialog = content.current?.closest('dialog');
    dialog?.showModal();
    // while it still stands in the page, so that the browser gives the focus back to the opener
    return () => dialog?.close();
  }, []);

  return (
    <Dialog id={id} onClose={onClose} title={t.dialogTitle(time)}>
      <div className="stack mt-16 text-17" ref={content}>
        {/* a category may be gone since: without their list nothing can be restored */}
        <QueryResult failedText={t.failed} loadingText={t.loading} query={categoryList} />
        <QueryResult failedText={t.failed} loadingText={t.loading} query={record} />
        {restored && categories && comparison.data && (
          <>
            <p>
              <RichText
                tags={{ del: (text) => <del>{text}</del>, ins: (text) => <ins>{text}</ins> }}
                text={t.legend}
              />
            </p>
            <VersionChanges
              categories={categories}
              compare={comparison.data}
              from={values}
              screen={screen}
              to={restored}
            >
              {hasScreenshots && <ScreenshotChanges from={shown.data} to={kept} />}
            </VersionChanges>
            <p className="muted">{t.kept}</p>
          </>
        )}
      </div>
      <div className={screenStyles.dialogButtons}>
        <Button command="close" commandfor={id} variant="secondary">
          {t.close}
        </Button>
        <Button disabled={!restored} onClick={() => restored && onRestore(restored, hasScreenshots)}>
          {t.restore}
        </Button>
      </div>
    </Dialog>
  );
}
