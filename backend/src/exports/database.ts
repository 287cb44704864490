// The connection to PostgreSQL, the sessions on it, the migrations.
export {
  type ConnectionParameters,
  toClientConfig,
  formatDatabaseUrl,
  parseDatabaseUrl,
} from '../database/connection-parameters.ts';
export { clearStatementImages } from '../database/clear-statement-images.ts';
export { DatabaseClient, waitForLogins, withClient } from '../database/database-client.ts';
export {
  compareReleaseVersions,
  migrateDatabase,
  OtherUnreleasedError,
  readMigrationStatus,
} from '../database/migrate-database.ts';
export { isUuid } from '../database/is-uuid.ts';
export { lastByHand, type MigrationSet, readMigrations, toMigration } from '../database/migration-files.ts';
export { withMigrationLock } from '../database/migration-lock.ts';
export { createPool } from '../database/pool.ts';
export { detectPooling, sessionPoolingAdvice, maxDatabaseSessionsPerServer } from '../database/pooling.ts';
export { countRowsWrittenSince, readNewTransactionId } from '../database/rows-since.ts';
export { findStatements } from '../database/run-sql-script.ts';
export { SqlFileError } from '../database/sql-file-error.ts';
