import { Fragment, useMemo, type ReactNode } from 'react';
import { columnsOf } from '../content-draft.ts';
import type { ContentDraft, ContentScreen } from '../content-form.ts';
import type { compareTexts, DiffPart } from './compare-texts.ts';
import { versionTexts as t } from './version-texts.ts';
import styles from './versions.module.css';
import { formatDollars } from '../../../ui/format-values.ts';
import { pricesOf } from '../fields/prices/price-draft.ts';
import type { Json } from '../../../data/database-types.ts';

export interface VersionChangesProps {
  screen: ContentScreen;
  /** what is in the editor */
  from: ContentDraft;
  /** what restoring would make of it */
  to: ContentDraft;
  categories: ReadonlyMap<string, string>;
  compare: typeof compareTexts;
  /** what changes besides columns */
  children?: ReactNode;
}

/** What restoring a version would change, column by column. */
export function VersionChanges({ screen, from, to, categories, compare, children }: VersionChangesProps) {
  const changes = useMemo(() => {
    const before = columnsOf(screen, from);
    return Object.entries(columnsOf(screen, to)).flatMap(([column, value]) => {
      const [old, next] = [before[column], value].map((each) => describeValue(column, each, categories));
      return old === next ? [] : [{ column, parts: compare(old ?? '', next ?? '') }];
    });
  }, [screen, from, to, categories, compare]);
  if (changes.length === 0) return children ?? <p>{t.same}</p>;
  return (
    <>
      <dl className={styles.changes}>
        {changes.map(({ column, parts }) => (
          <Fragment key={column}>
            <dt className="font-bold">{t.columns[column] ?? column}</dt>
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
  const Tag = kind === '-' ? 'del' : 'ins';
  return (
    <Tag>
      <span className="sr-only">{kind === '-' ? t.removed : t.added}</span>
      <span>{text}</span>
    </Tag>
  );
}

/** A column's value as text that can be compared. `categories` are names by ID. */
function describeValue(column: string, value: unknown, categories: ReadonlyMap<string, string>): string {
  if (value === null || value === undefined) return '';
  if (column === 'pricing_json') {
    return pricesOf(value as Json)
      .map(({ name, price, unit }) => t.price(name, formatDollars(Number(price)), unit))
      .join('\n');
  }
  if (column === 'category_id') return categories.get(String(value)) ?? '';
  if (Array.isArray(value)) return value.join('\n');
  return typeof value === 'object' ? JSON.stringify(value) : String(value as string | number | boolean);
}
