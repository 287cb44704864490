// The upgrade to another major version of PostgreSQL.
export { type DumpedRows, dumpRows, restoreDumpedRows } from '../upgrade/copy-database-content.ts';
export { compareSchemas, readSchemaDefinitions } from '../upgrade/find-objects-outside-migrations.ts';
export { isDatabaseUpToDate } from '../upgrade/is-database-up-to-date.ts';
export { rebuildDatabase } from '../upgrade/rebuild-database.ts';
export { refreshCollations } from '../upgrade/refresh-collations.ts';
export { startClusterWithClient, upgradePostgresMajor } from '../upgrade/upgrade-postgres-major.ts';
