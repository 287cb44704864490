/**
 * How an erasure reaches what lies in a data folder, as private.personal_data says it for the columns of the database:
 * `database` is the tables; `swept`, files that name the person are deleted; `content`, staff put it there and take it
 * away; `expires`, it goes by itself within the named time; `none`, it cannot name a person.
 */
export const dataFolderErasure: Record<string, 'database' | 'swept' | 'content' | 'expires' | 'none'> = {
  postgres: 'database',
  'postgres.new': 'database',
  // The database as it was before an upgrade, 14 days; undone, the erasures are applied again.
  'before-upgrade': 'expires',
  'keys.json.before-upgrade': 'none',
  mail: 'swept',
  // Pictures of pages and of accounts.
  storage: 'content',
  // Errors of statements, at most 5 MB; their values are not in it.
  'postgres.log': 'expires',
  // Keyed hashes; kept so that nobody comes back with a restored backup.
  'erasures.jsonl': 'none',
  socket: 'none',
  'database.json': 'none',
  'keys.json': 'none',
  'upgrade.json': 'none',
  'running.json': 'none',
  'restore.json': 'none',
  'server.lock': 'none',
  'server.pid': 'none',
  'backup-result.json': 'none',
  'log-archive.json': 'none',
  'log-archive-result.json': 'none',
  'backup-problem-mailed': 'none',
  'mail-attempts.json': 'none',
  'mail-in.json': 'none',
  'updates.json': 'none',
  'dkim-SELECTOR.pem': 'none',
};
