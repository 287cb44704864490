import { quoteIdent } from '../quote.ts';

/** SQL's spellings with their catalog names: only those can be quoted. */
const catalogNames: Record<string, string> = {
  int: 'int4',
  integer: 'int4',
  smallint: 'int2',
  bigint: 'int8',
  real: 'float4',
  float: 'float8',
  'double precision': 'float8',
  decimal: 'numeric',
  boolean: 'bool',
  character: 'bpchar',
  char: 'bpchar',
  'character varying': 'varchar',
  'bit varying': 'varbit',
  time: 'time',
  'time without time zone': 'time',
  'time with time zone': 'timetz',
  timestamp: 'timestamp',
  'timestamp without time zone': 'timestamp',
  'timestamp with time zone': 'timestamptz',
};

/** Resolved through the search path. */
export function typeName(name: string): string {
  const lower = name.trim().toLowerCase().replace(/\s+/g, ' ');
  return quoteIdent((Object.hasOwn(catalogNames, lower) ? catalogNames[lower] : undefined) ?? name);
}
