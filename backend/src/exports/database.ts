// The connection to PostgreSQL, the sessions on it, the migrations.
export {
  type DatabaseConnection,
  toClientConfig,
  connectionUrl,
  parseDatabaseUrl,
} from '../database/connection.ts';
export { DatabaseClient, withClient } from '../database/database-client.ts';
export { compareVersions, migrate, readPendingMigrations } from '../database/migrate.ts';
export { type MigrationSet, readMigrations, toMigration } from '../database/migration-files.ts';
export { withMigrationLock } from '../database/migration-lock.ts';
export { createPool } from '../database/pool.ts';
export { detectPooling, sessionPoolingAdvice, maxSessionsPerServer } from '../database/pooling.ts';
export { countRowsWrittenSince, readNewTransactionId } from '../database/rows-since.ts';
