// The dialog that compares a version with the editor's content.
import { classNames } from '../../../ui/class-names.ts';
import { useTextComparison } from './use-text-comparison.ts';
import { useMemo, Fragment, type ReactNode } from 'react';
import { RichText } from '../../../texts/rich-text.tsx';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { QueryResult } from '../../screen/query-result.tsx';
import { useModalWhileRendered } from '../../screen/confirm-dialog.tsx';
import { useAppMedia } from '../fields/screenshots-panel.tsx';
import { useCategories } from '../categories/use-categories.ts';
import type { ContentDraft, ContentScreenDefinition, StoredRecord } from '../content-form.ts';
import {
  haveSameScreenshots,
  versionScreenshotsOf,
  type VersionScreenshot,
  useRecordAtVersion,
} from './use-versions.ts';
import { contentTexts } from '../content-texts.ts';
import { versionTexts as t } from './version-texts.ts';
import screenStyles from '../../screen/screen.module.css';
import { publishingTimeFieldName } from '../fields/publishing-time-field.tsx';
import { contentDraftOf } from '../content-draft.ts';
import { describeColumns } from './describe-columns.ts';
import { Picture } from '../../../ui/picture.tsx';
import styles from './versions.module.css';
import type { diffTexts, DiffPart } from './diff-texts.ts';

const id = 'version-dialog';

export interface VersionDialogProps {
  screen: ContentScreenDefinition;
  stored: StoredRecord;
  /** the editor's content */
  values: ContentDraft;
  /** the number of a version, or what was typed and not saved */
  source: number | ContentDraft;
  title: string;
  /** `hasScreenshots`: the version has other screenshots than the page has now */
  onRestore: (draft: ContentDraft, hasScreenshots: boolean) => void;
  onClose: () => void;
}

/** Compares a version with the editor's content, and restores it there on request. Open while it is rendered. */
export function VersionDialog(props: VersionDialogProps) {
  const { screen, stored, values, source, title, onRestore, onClose } = props;
  const isVersion = typeof source === 'number';
  const content = useModalWhileRendered<HTMLDivElement>();
  const record = useRecordAtVersion(screen.table, stored.id, isVersion ? source : null);
  const comparison = useTextComparison();
  const shown = useAppMedia(stored.id, screen.table === 'apps');
  const kept = record.data ? versionScreenshotsOf(record.data) : null;
  const hasScreenshots = kept !== null && shown.data !== undefined && !haveSameScreenshots(kept, shown.data);
  const categoryList = useCategories();
  const { data: listed } = categoryList;
  const categories = useMemo(
    () => listed && new Map(listed.map(({ id: key, name }) => [key, name])),
    [listed],
  );
  const restored = useMemo(
    () =>
      typeof source === 'number'
        ? record.data && categories && restoreDraft(screen, stored, record.data, values, categories)
        : source,
    [source, record.data, categories, screen, stored, values],
  );

  return (
    <Dialog id={id} onClose={onClose} title={title}>
      <div className="stack mt-16 text-17" ref={content}>
        {/* a category may have been deleted, so nothing can be restored before their list is loaded */}
        <QueryResult failedText={t.failed} loadingText={t.loading} query={categoryList} />
        {isVersion && <QueryResult failedText={t.failed} loadingText={t.loading} query={record} />}
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
            {isVersion && <p className="muted">{t.kept}</p>}
          </>
        )}
      </div>
      <div className={screenStyles.dialogButtons}>
        <Button command="close" commandfor={id} variant="secondary">
          {t.close}
        </Button>
        <Button disabled={!restored} onClick={() => restored && onRestore(restored, hasScreenshots)}>
          {isVersion ? t.restore : contentTexts.autosave.continue}
        </Button>
      </div>
    </Dialog>
  );
}

/** Columns that are not restored: the record's identity, URL and visibility. */
const kept = ['id', 'slug', 'is_published', 'published_at', 'created_at', 'updated_at'];

/**
 * The draft that a version becomes in the editor. Columns that the version did not have yet stay unchanged, and a
 * deleted category is omitted.
 */
function restoreDraft(
  screen: ContentScreenDefinition,
  stored: StoredRecord,
  version: StoredRecord,
  current: ContentDraft,
  categories: ReadonlyMap<string, string>,
): ContentDraft {
  const row = {
    ...stored,
    ...version,
    ...Object.fromEntries(kept.map((column) => [column, stored[column]])),
  };
  const category = row['category_id'];
  const isGone = typeof category === 'string' && !categories.has(category);
  const restored = contentDraftOf(screen, {
    ...row,
    ...(isGone ? { category_id: null } : {}),
  } as StoredRecord);
  const { slug, isPublished, [publishingTimeFieldName]: time } = current;
  return { ...restored, slug, isPublished, [publishingTimeFieldName]: time };
}

interface ScreenshotChangesProps {
  /** as on the app's page */
  from: readonly VersionScreenshot[];
  /** as in the version */
  to: readonly VersionScreenshot[];
}

/** Which screenshots restoring a version would remove and add. */
function ScreenshotChanges({ from, to }: ScreenshotChangesProps) {
  const lacks = (list: readonly VersionScreenshot[]) => (one: VersionScreenshot) =>
    !list.some(({ id }) => id === one.id);
  const going = from.filter(lacks(to));
  const coming = to.filter(lacks(from));
  return (
    <dl className={classNames('stack gap-4', styles.changes)}>
      <dt className="font-bold">{t.screenshots.title}</dt>
      <dd>
        {going.length + coming.length === 0 && <p>{t.screenshots.rearranged}</p>}
        <ul className={classNames('stack gap-8', styles.screenshots)}>
          {[...going, ...coming].map((one) => (
            <li className="row" key={one.id}>
              <Picture alt="" height={75} sizes="7.5rem" src={one.url} width={120} />
              <Change isAdded={coming.includes(one)} text={one.alt || t.screenshots.decorative} />
            </li>
          ))}
        </ul>
      </dd>
    </dl>
  );
}

interface VersionChangesProps {
  screen: ContentScreenDefinition;
  /** the editor's content */
  from: ContentDraft;
  /** the draft after the version is restored */
  to: ContentDraft;
  categories: ReadonlyMap<string, string>;
  compare: typeof diffTexts;
  /** changes that are not in columns */
  children?: ReactNode;
}

/** The changes that restoring a version would make, column by column. */
function VersionChanges({ screen, from, to, categories, compare, children }: VersionChangesProps) {
  const changes = useMemo(() => {
    const before = describeColumns(screen, from, categories);
    return describeColumns(screen, to, categories).flatMap(({ label, text }, i) => {
      const old = before[i]?.text ?? '';
      return old === text ? [] : [{ label, parts: compare(old, text) }];
    });
  }, [screen, from, to, categories, compare]);
  if (changes.length === 0) return children || <p>{t.same}</p>;
  return (
    <>
      <dl className={classNames('stack gap-4', styles.changes)}>
        {changes.map(({ label, parts }) => (
          <Fragment key={label}>
            <dt className="font-bold">{label}</dt>
            <dd>
              {parts.map((part, i) => (
                <Part key={i} {...part} />
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
      {children}
    </>
  );
}

function Part({ kind, text }: DiffPart) {
  if (kind === 'same') return <span>{text}</span>;
  if (kind === 'gap') return <span className="muted">{` ${t.gap} `}</span>;
  return <Change isAdded={kind === '+'} text={text} />;
}

function Change({ isAdded, text }: { isAdded: boolean; text: string }) {
  const Tag = isAdded ? 'ins' : 'del';
  return (
    <Tag>
      <span className="sr-only">{isAdded ? t.added : t.removed}</span>
      <span>{text}</span>
    </Tag>
  );
}
