import type { ReactNode } from 'react';
import type { Draft, DraftProblem } from './use-draft.ts';

/** What every record with a page of its own has. */
export interface StoredRecord {
  id: string;
  slug: string;
  is_published: boolean;
  /** says whether somebody else has saved it since */
  updated_at: string;
}

/** How saving ended; see data/content-records.ts. */
export type SaveOutcome<Row> =
  | { outcome: 'saved'; row: Row }
  | { outcome: 'slug-taken' }
  | { outcome: 'elsewhere'; theirs: Row | null };

export interface SaveRequest<Values> {
  id: string;
  values: Values;
  /** `updated_at` of the row that was edited; null makes a new record */
  version: string | null;
}

/** What an editor must know of a kind of record. */
export interface RecordKind<Row extends StoredRecord, Values extends object> {
  /** in lower case: "service" */
  thing: string;
  /** the title of the list: "Services" */
  list: string;
  /** of the list in the dashboard; a record's editor is one step below it */
  path: string;
  /** of the list on the public site; a record's page is one step below it */
  publicPath: string;
  /** the key of the query that lists them */
  queryKey: string;
  /** the id of the control with the web address */
  slugField: string;
  empty: Values;
  titleOf: (row: Row) => string;
  draftOf: (row: Row) => Values;
  findProblems: (values: Values) => readonly DraftProblem[];
  read: (id: string) => Promise<Row | null>;
  save: (request: SaveRequest<Values>) => Promise<SaveOutcome<Row>>;
  /** signs a look at a draft of it and gives the path */
  preview: (id: string) => Promise<string>;
  /** the controls; `stored` is null while there is no such record yet */
  renderForm: (draft: Draft<Values>, stored: Row | null) => ReactNode;
}
