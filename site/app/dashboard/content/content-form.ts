// What staff see of a type of content: its row in the list, the fields of its editor.
import type { ReactNode } from 'react';
import { contentTypeOf, type ContentTable, type ContentType } from '../../content/content-types.ts';
import type { createProblemCollector } from './editor/create-problem-collector.ts';

/** The columns that every type of content has; the others by their names. */
export interface StoredRecord {
  id: string;
  slug: string;
  is_published: boolean;
  /** in the future: scheduled until then */
  published_at: string | null;
  created_at: string;
  /** says whether another user has saved it since */
  updated_at: string;
  [column: string]: unknown;
}

/** A record while it is edited: what every type has, and the values of its fields by their names. */
export interface ContentDraft {
  name: string;
  slug: string;
  isPublished: boolean;
  pictureUrl: string;
  pictureAlt: string;
  /** the picture shows nothing that words must describe */
  isDecorative: boolean;
  [field: string]: unknown;
}

export interface ContentFieldProps<Value> {
  /** of the control: the type and the field, as in service-pitch */
  id: string;
  value: Value;
  error: string | undefined;
  problemOf: (field: string) => string | undefined;
  /** of the stored record; null while there is none yet */
  recordId: string | null;
  /** all values of the draft */
  draft: ContentDraft;
  // a method, so that fields of several values stand in one list
  onChange(value: Value): void;
}

/** One part of a record: how it is read from a row, edited, checked and written back. */
export interface ContentField<Value = unknown> {
  name: string;
  empty: Value;
  read(row: StoredRecord): Value;
  /** the columns that are written for it */
  write(value: Value, draft: ContentDraft): Record<string, unknown>;
  /** adds what must be mended before the draft can be saved; limits as the database's */
  check?(checks: ReturnType<typeof createProblemCollector>, value: Value, id: string): void;
  render(props: ContentFieldProps<Value>): ReactNode;
}

/** What staff see of a type of content: its row in the list, and the fields of its editor in order. */
export interface ContentForm {
  /** what its row in the list shows besides name, text, picture and state: columns to read, and their use */
  row: {
    columns: string;
    parts(
      row: StoredRecord,
      timeZone: string,
    ): { badge?: string | null; chips?: readonly string[]; date?: string | null };
  };
  /** in the first panel, under name and address */
  content: readonly ContentField[];
  /** panels of their own */
  panels: readonly ContentField[];
  /** beside them, over the switch that publishes */
  publishing: readonly ContentField[];
  picture: {
    title: string;
    /** a logo stands in a ring, and is described by the name unless a description was written */
    isLogo: boolean;
    /** whose media it is listed among once it is saved */
    mediaOf: 'service' | 'app' | null;
  };
  /** what becomes of other things when a record is deleted */
  consequences?(id: string): ReactNode[];
}

/** All that an editor and a list must know of a type of content. */
export interface ContentScreen extends ContentType {
  table: ContentTable;
  form: ContentForm;
}

export function contentScreen(table: ContentTable, form: ContentForm): ContentScreen {
  return { ...contentTypeOf(table), table, form };
}

export function recordNameOf({ columns }: ContentType, row: StoredRecord): string {
  return String(row[columns.name]);
}

/** A panel of the editor without a value of its own: a preview, or what is stored apart from the record. */
export function panelField(
  name: string,
  render: (props: ContentFieldProps<unknown>) => ReactNode,
): ContentField {
  return { name, empty: null, read: () => null, write: () => ({}), render };
}

type Publication = Pick<StoredRecord, 'is_published' | 'published_at'>;

/** When a published record goes on the site, where that is still to come; else null. */
export function scheduledPublicationTime({
  is_published: isPublished,
  published_at: at,
}: Publication): string | null {
  return isPublished && typeof at === 'string' && Date.parse(at) > Date.now() ? at : null;
}

/** Whether visitors see it now. */
export function isPublicRecord(row: Publication): boolean {
  return row.is_published && scheduledPublicationTime(row) === null;
}
