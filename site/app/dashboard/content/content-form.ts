// Types of a content form: the row in the list, the fields of the editor.
import type { ReactNode } from 'react';
import {
  contentTypeOf,
  recordPath,
  type ContentTableName,
  type ContentType,
} from '../../content/content-types.ts';
import type { createProblemCollector } from './editor/create-problem-collector.ts';
import type { FormDraft } from './use-form-draft.ts';

/** The columns that every type of content has; others are accessed by name. */
export interface StoredRecord {
  id: string;
  slug: string;
  is_published: boolean;
  /** in the future: scheduled until then */
  published_at: string | null;
  created_at: string;
  /** identifies the version, so that a save of another user is detected */
  updated_at: string;
  [column: string]: unknown;
}

/** A record while it is edited: what every type has, and the values of its fields by name. */
export interface ContentDraft {
  name: string;
  slug: string;
  isPublished: boolean;
  pictureUrl: string;
  pictureAlt: string;
  /** the picture has no content that needs a description */
  isDecorative: boolean;
  [field: string]: unknown;
}

export interface ContentFieldProps<Value> {
  /** the id of the control: the type and the field, as in service-pitch */
  id: string;
  value: Value;
  error: string | undefined;
  problemOf: (field: string) => string | undefined;
  /** the id of the stored record; null if there is none yet */
  recordId: string | null;
  /** all values of the draft */
  draft: ContentDraft;
  // a method, so that fields with different value types fit in one list
  onChange(value: Value): void;
}

/** One part of a record: how it is read from a row, edited, checked and written. */
export interface ContentField<Value = unknown> {
  name: string;
  empty: Value;
  read(row: StoredRecord): Value;
  /** the columns to write for this value */
  write(value: Value, draft: ContentDraft): Record<string, unknown>;
  /** adds what must be corrected before the draft can be saved; the limits are those of the database */
  check?(checks: ReturnType<typeof createProblemCollector>, value: Value, id: string): void;
  render(props: ContentFieldProps<Value>): ReactNode;
}

/** How staff edit a type of content: its row in the list, and the fields of its editor in order. */
export interface ContentFormDefinition {
  /** what its row in the list shows besides name, text, picture and state: columns to read, and functions of them */
  row: {
    columns: string;
    parts(
      row: StoredRecord,
      timeZone: string,
    ): { badge?: string | null; chips?: readonly string[]; date?: string | null };
  };
  /** in the first panel, below name and URL */
  content: readonly ContentField[];
  /** fields in separate panels */
  panels: readonly ContentField[];
  /** beside the panels, above the switch that publishes */
  publishing: readonly ContentField[];
  picture: {
    title: string;
    /** a logo is shown in a ring, and described by the name unless a description was written */
    isLogo: boolean;
    /** the kind of record among whose media it is listed once it is saved */
    mediaOf: 'service' | 'app' | null;
  };
  /** other consequences of deleting a record */
  consequences?(id: string): ReactNode[];
}

/** Everything that an editor and a list need for a type of content. */
export interface ContentScreenDefinition extends ContentType {
  table: ContentTableName;
  form: ContentFormDefinition;
}

/** Properties of all controls of an editor. */
export interface RecordControlProps {
  screen: ContentScreenDefinition;
  draft: FormDraft<ContentDraft>;
  /** null if there is no such record yet */
  stored: StoredRecord | null;
}

export function defineContentScreen(
  table: ContentTableName,
  form: ContentFormDefinition,
): ContentScreenDefinition {
  return { ...contentTypeOf(table), table, form };
}

export function recordNameOf({ columns }: ContentType, row: StoredRecord): string {
  return String(row[columns.name]);
}

/** A panel of the editor without its own value: a preview, or data that is stored separately from the record. */
export function definePanelField(
  name: string,
  render: (props: ContentFieldProps<unknown>) => ReactNode,
): ContentField {
  return { name, empty: null, read: () => null, write: () => ({}), render };
}

type Publication = Pick<StoredRecord, 'is_published' | 'published_at'>;

/** When a record will be published, if that is in the future; else null. */
export function scheduledPublicationTime({
  is_published: isPublished,
  published_at: at,
}: Publication): string | null {
  return isPublished && typeof at === 'string' && Date.parse(at) > Date.now() ? at : null;
}

/** `scheduled`: published, but only from a date in the future. */
export function publicationStateOf(row: Publication): 'public' | 'scheduled' | 'draft' {
  if (!row.is_published) return 'draft';
  return scheduledPublicationTime(row) === null ? 'public' : 'scheduled';
}

/** Whether visitors see it now. */
export function isPublicRecord(row: Publication): boolean {
  return publicationStateOf(row) === 'public';
}

/** The path of a record's page, or while it is not public, the address that creates a preview when it is opened. */
export function visiblePath(
  table: ContentTableName,
  record: Publication & { id: string; slug: string },
): string {
  return isPublicRecord(record) ? recordPath(table, record.slug) : `/dashboard/preview/${table}/${record.id}`;
}
