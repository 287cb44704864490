// The upgrade to another major version of PostgreSQL.
export { type DumpedRows, dumpRows, loadRows } from '../upgrade/copy-rows.ts';
export { compareSchemas, readSchema } from '../upgrade/find-objects-outside-migrations.ts';
export { isDatabaseUpToDate } from '../upgrade/is-database-up-to-date.ts';
export { refreshCollations } from '../upgrade/refresh-collations.ts';
export { openClusterSession, upgradeMajorVersion } from '../upgrade/upgrade-major.ts';
