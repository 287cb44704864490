// Reads rows of PostgreSQL's catalogs from the files of a cluster, so that nothing that they name can run.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Every version of a row, dead ones too. */
export type CatalogRow = Record<string, Buffer | null>;

interface Column {
  name: string;
  number: number;
  /** Of its type; -1: any. */
  length: number;
  align: number;
}

/** Columns by the id of their catalog. */
export type CatalogLayout = Map<number, Column[]>;

const catalogIds = { pg_type: 1247, pg_attribute: 1249, pg_proc: 1255, pg_class: 1259 };

const alignments: Record<string, number> = { c: 1, s: 2, i: 4, d: 8 };

/** The leading columns of pg_attribute, from which all others are known. */
const firstColumns: Column[] = [
  { name: 'attrelid', number: 1, length: 4, align: 4 },
  { name: 'attname', number: 2, length: 64, align: 1 },
  { name: 'atttypid', number: 3, length: 4, align: 4 },
  { name: 'attlen', number: 4, length: 2, align: 2 },
  { name: 'attnum', number: 5, length: 2, align: 2 },
  { name: 'atttypmod', number: 6, length: 4, align: 4 },
  { name: 'attndims', number: 7, length: 2, align: 2 },
  { name: 'attbyval', number: 8, length: 1, align: 1 },
  { name: 'attalign', number: 9, length: 1, align: 1 },
];

/** The layout of all catalogs, from a cluster that is known to be unchanged. */
export function readCatalogLayout(database: string): CatalogLayout {
  const layout: CatalogLayout = new Map();
  const file = readMappedFiles(database).get(catalogIds.pg_attribute);
  for (const row of readRows(join(database, String(file)), firstColumns)) {
    const number = row['attnum']?.readInt16LE() ?? 0;
    if (number < 1) continue;
    const catalog = readId(row['attrelid']);
    const columns = layout.get(catalog) ?? [];
    columns.push({
      name: readName(row['attname']),
      number,
      length: row['attlen']?.readInt16LE() ?? 0,
      align: alignments[String(row['attalign'])] ?? 1,
    });
    layout.set(catalog, columns);
  }
  for (const columns of layout.values()) columns.sort((one, other) => one.number - other.number);
  return layout;
}

/** `database` is the folder of one database. `ids` are those of catalogs, by name. */
export function openCatalogFiles(database: string, layout: CatalogLayout, ids: Record<string, number>) {
  const mapped = readMappedFiles(database);
  const columnsOf = (catalog: number): Column[] => layout.get(catalog) ?? [];
  const files = new Map<number, Set<number>>();
  for (const [catalog, file] of mapped) files.set(catalog, new Set([file]));
  const named = new Set(Object.values(ids));
  const file = String(mapped.get(catalogIds.pg_class));
  for (const row of readRows(join(database, file), columnsOf(catalogIds.pg_class))) {
    const id = readId(row['oid']);
    if (!named.has(id) || mapped.has(id)) continue;
    files.set(id, (files.get(id) ?? new Set()).add(readId(row['relfilenode'])));
  }
  return {
    *rows(catalog: string) {
      const id = ids[catalog] ?? 0;
      for (const name of files.get(id) ?? []) yield* readRows(join(database, String(name)), columnsOf(id));
    },
  };
}

export type CatalogFiles = ReturnType<typeof openCatalogFiles>;

/** Ids of the catalogs of a cluster that is known to be unchanged. */
export function readCatalogIds(database: string, layout: CatalogLayout): Record<string, number> {
  const { rows } = openCatalogFiles(database, layout, catalogIds);
  return Object.fromEntries(
    [...rows('pg_class')].map((row) => [readName(row['relname']), readId(row['oid'])]),
  );
}

export function readId(value: Buffer | null | undefined): number {
  return value?.readUInt32LE() ?? 0;
}

export function readName(value: Buffer | null | undefined): string {
  return String(value ?? '').replace(/\0.*$/s, '');
}

/** Files of catalogs that pg_class itself cannot name. */
function readMappedFiles(database: string): Map<number, number> {
  const map = readFileSync(join(database, 'pg_filenode.map'));
  const count = Math.min(map.readInt32LE(4), Math.floor((map.length - 8) / 8));
  return new Map(
    Array.from({ length: count }, (_, at) => [map.readUInt32LE(8 + at * 8), map.readUInt32LE(12 + at * 8)]),
  );
}

const pageBytes = 8192;
const pageHeaderBytes = 24;
const linePointerBytes = 4;
const inUse = 1;
const tupleHeaderBytes = 23;

/** Rows of a table; none if the file is missing. Pages that another process was writing may have damaged rows. */
function* readRows(file: string, columns: Column[]): Generator<CatalogRow> {
  for (let segment = 0; ; segment++) {
    const path = segment === 0 ? file : `${file}.${segment}`;
    if (!existsSync(path)) return;
    const content = readFileSync(path);
    for (let start = 0; start + pageBytes <= content.length; start += pageBytes)
      yield* readPage(content.subarray(start, start + pageBytes), columns);
  }
}

function* readPage(page: Buffer, columns: Column[]): Generator<CatalogRow> {
  const end = Math.min(page.readUInt16LE(12), pageBytes);
  for (let at = pageHeaderBytes; at + linePointerBytes <= end; at += linePointerBytes) {
    const pointer = page.readUInt32LE(at);
    const [offset, flags, length] = [pointer & 0x7fff, (pointer >>> 15) & 3, pointer >>> 17];
    if (flags !== inUse || length < tupleHeaderBytes || offset + length > pageBytes) continue;
    yield readTuple(page.subarray(offset, offset + length), columns);
  }
}

function readTuple(tuple: Buffer, columns: Column[]): CatalogRow {
  const present = tuple.readUInt16LE(18) & 0x7ff;
  const hasNulls = (tuple.readUInt16LE(20) & 1) === 1;
  const data = tuple.subarray(tuple.readUInt8(22));
  const row: CatalogRow = {};
  let at = 0;
  for (const { name, number, length, align } of columns) {
    const bit = number - 1;
    const isNull = hasNulls && (((tuple[tupleHeaderBytes + (bit >> 3)] ?? 0) >> (bit & 7)) & 1) === 0;
    if (isNull || number > present) {
      row[name] = null;
      continue;
    }
    // A short value of any length is not aligned; padding is zero.
    if (length > 0 || data[at] === 0) at = Math.ceil(at / align) * align;
    const bytes = length > 0 ? length : lengthOfValue(data, at);
    if (bytes < 1 || at + bytes > data.length) break;
    row[name] = data.subarray(at, at + bytes);
    at += bytes;
  }
  return row;
}

const externalMark = 1;
const externalBytes = 18;

function lengthOfValue(data: Buffer, at: number): number {
  const first = data[at] ?? 0;
  if (first === externalMark) return externalBytes;
  if (first & 1) return first >> 1;
  return at + 4 <= data.length ? data.readUInt32LE(at) >>> 2 : 0;
}
