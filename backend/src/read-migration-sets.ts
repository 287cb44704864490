// Collects the migrations to apply: the backend's own, then the project's.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readMigrations, type MigrationSet } from './database/migration-files.ts';
import type { SupabaseProject } from './project/read-project.ts';

const ownMigrations = fileURLToPath(new URL('./migrations', import.meta.url));

export async function readMigrationSets(
  project: Pick<SupabaseProject, 'folder' | 'migrationsEnabled'>,
  onWarning: (message: string) => void = () => {},
): Promise<MigrationSet[]> {
  const own = { source: 'backend', migrations: await readMigrations(ownMigrations), anyOrder: true };
  if (!project.migrationsEnabled) return [own];
  const migrations = await readMigrations(join(project.folder, 'migrations'), onWarning);
  return [own, { source: 'project', migrations, onExtensionSkipped: onWarning }];
}
