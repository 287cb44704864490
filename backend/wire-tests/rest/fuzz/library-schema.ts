import type { Vocabulary } from './generate-query.ts';
import { buildSchemaSnapshot } from '../../../src/rest/schema/load-schema-snapshot.ts';
import { emptyReadTrace } from '../../../src/rest/schema/trace-reads.ts';
import type {
  CatalogColumn,
  ForeignKey,
  Routine,
  SchemaSnapshot,
  CatalogTable,
} from '../../../src/rest/schema/schema-types.ts';

function table(name: string, columns: Record<string, string>, primaryKey: string[]): CatalogTable {
  const list = Object.entries(columns).map(([column, type]): [string, CatalogColumn] => [
    column,
    { name: column, type, base: type, default: column === 'id' ? "nextval('s')" : null },
  ]);
  return { schema: 'public', name, columns: new Map(list), primaryKey, isView: false };
}

function key(
  from: string,
  column: string,
  to: string,
  constraint = `${from}_${column}_fkey`,
  unique = false,
): ForeignKey {
  return {
    constraint,
    table: { schema: 'public', name: from },
    target: { schema: 'public', name: to },
    columns: [[column, 'id']],
    unique,
  };
}

const tables = [
  table('authors', { id: 'int4', name: 'text', data: 'jsonb' }, ['id']),
  table('books', { id: 'int4', title: 'text', author_id: 'int4', editor_id: 'int4', words: 'tsvector' }, [
    'id',
  ]),
  table('editions', { book_id: 'int4', isbn: 'text' }, ['book_id']),
  table('shelves', { id: 'int4', label: 'text', parent_id: 'int4' }, ['id']),
  table('book_shelves', { book_id: 'int4', shelf_id: 'int4' }, ['book_id', 'shelf_id']),
  table('odd "table"; --', { 'o"dd': 'text' }, []),
];

const foreignKeys = [
  key('books', 'author_id', 'authors'),
  key('books', 'editor_id', 'authors', 'books_editor_fkey'),
  key('editions', 'book_id', 'books', 'editions_book_id_fkey', true),
  key('shelves', 'parent_id', 'shelves'),
  key('book_shelves', 'book_id', 'books'),
  key('book_shelves', 'shelf_id', 'shelves'),
];

const parameter = {
  name: 'author',
  type: 'integer',
  base: 'int4',
  pseudo: false,
  required: true,
  variadic: false,
};
const routine: Routine = {
  schema: 'public',
  name: 'books_of',
  parameters: [parameter],
  returnsSet: true,
  returns: 'composite',
  table: { schema: 'public', name: 'books' },
  singleRow: false,
  rowOf: null,
  volatility: 'stable',
  oid: '0',
};
const ofAuthor: Routine = {
  ...routine,
  name: 'works_of',
  parameters: [{ ...parameter, type: 'authors', base: 'authors' }],
  rowOf: { schema: 'public', name: 'authors' },
};

export const librarySchema: SchemaSnapshot = buildSchemaSnapshot({
  tables,
  foreignKeys,
  junctions: tables,
  routines: [
    routine,
    ofAuthor,
    {
      ...ofAuthor,
      name: 'main_author',
      rowOf: { schema: 'public', name: 'books' },
      table: { schema: 'public', name: 'authors' },
      singleRow: true,
    },
    {
      ...routine,
      name: 'add_book',
      volatility: 'volatile',
      oid: '0',
      returns: 'scalar',
      returnsSet: false,
      table: null,
    },
  ],
  viewColumns: [],
  aggregates: true,
  reads: emptyReadTrace,
  preRequest: null,
});

const numbers = { books: ['id', 'author_id', 'editor_id'], authors: ['id'], shelves: ['id', 'parent_id'] };

/** The same names as in library.ts. */
export const libraryVocabulary: Omit<Vocabulary, 'table' | 'wildness'> = {
  tables: {
    books: {
      columns: numbers.books,
      embeds: {
        'authors!author_id': 'authors',
        books_editor_fkey: 'authors',
        author_id: 'authors',
        editions: 'editions',
        shelves: 'shelves',
        book_shelves: 'book_shelves',
        main_author: 'authors',
      },
    },
    authors: {
      columns: numbers.authors,
      embeds: { 'books!author_id': 'books', 'books!books_editor_fkey': 'books', works_of: 'books' },
    },
    editions: { columns: ['book_id'], embeds: { books: 'books', book_id: 'books' } },
    shelves: {
      columns: numbers.shelves,
      embeds: { shelves: 'shelves', parent_id: 'shelves', books: 'books' },
    },
    book_shelves: { columns: ['book_id', 'shelf_id'], embeds: { books: 'books', shelves: 'shelves' } },
  },
};
