// What a supabase/ folder contains.
export { readProject } from '../project/read-project.ts';
export { readMigrationSets } from '../read-migration-sets.ts';
