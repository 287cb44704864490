// Declares all operator commands with their arguments, options, help texts.
import { staffRoles } from '../../site/app/data/staff-roles.ts';
import type { CommandDeclaration } from './command-declaration.ts';

/** Available both in a clone and in a release. */
export const operatorCommands: CommandDeclaration[] = [
  {
    name: 'start',
    summary: 'serve the site until Ctrl-C or SIGTERM',
    details: 'Upgrades the database first if this version has new migrations.',
    changes: 'data',
    dataFolder: 'exclusive',
    needsBuiltSite: true,
    kind: 'server',
    load: async () => (await import('./serve-site.ts')).serveSite,
  },
  {
    name: 'status',
    summary: 'print the address, keys and database as shell variables',
    details:
      'The keys are secret. Standard error shows whether a server is running, the last backup, the restore point, and the databases under /var/lib/fairlead with the folder of each.',
    options: [['--remove-database <name>', 'delete a database under /var/lib/fairlead whose folder is gone']],
    changes: 'other files',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./run-status-command.ts')).runStatusCommand,
  },
  {
    name: 'owner',
    summary: 'print a one-time link that makes an account the owner, if there is none yet',
    arguments: [['[email]', 'the email address to sign up or sign in with']],
    changes: 'data',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./print-owner-link.ts')).printOwnerLink,
  },
  {
    name: 'staff',
    summary: 'give an account a role, or remove it (none)',
    arguments: [
      ['<email>', 'the email address of the account'],
      ['<role>', 'what the account may do', [...staffRoles, 'none']],
    ],
    changes: 'data',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./set-staff-role.ts')).setStaffRole,
  },
  {
    name: 'backup',
    summary: 'write a verified, encrypted backup to BACKUP_TO now',
    options: [
      [
        '--nightly',
        'back up as the server does at BACKUP_AT: of servers that share a database, only one does',
      ],
      ['--new-target', 'accept that BACKUP_TO is now a different disk or bucket'],
      ['--new-passphrase', 'accept that BACKUP_PASSPHRASE has changed: backups go into a new folder'],
    ],
    changes: 'data',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./back-up-now.ts')).backUpNow,
  },
  {
    name: 'restore',
    summary: 'restore a backup into an empty DATA_DIR',
    arguments: [['<location>', 'a folder, to restore the newest state, or a file, to restore that backup']],
    options: [
      ['--at <time>', 'restore the state at this time, e.g. 2026-11-22T14:03:05Z, or newest'],
      ['--accept-loss', 'if the log has a gap, restore the state before it'],
      ['--accept-code', 'keep functions, triggers and the like that are not from this program'],
    ],
    changes: 'data',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./restore-site.ts')).restoreSite,
  },
  {
    name: 'undo-upgrade',
    summary: 'undo the last upgrade, after listing what would be lost',
    changes: 'data',
    isDestructive: true,
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./undo-upgrade.ts')).undoUpgrade,
  },
  {
    name: 'rebuild-database',
    summary: 'make the database anew, with its rows, if it has another form of the unreleased migration',
    details: 'Makes a restore point first. Stops, with nothing changed, if a row or value cannot be kept.',
    changes: 'data',
    dataFolder: 'exclusive',
    kind: 'command',
    load: async () => (await import('./rebuild-embedded-database.ts')).rebuildEmbeddedDatabase,
  },
  {
    name: 'doctor',
    summary: 'check the machine, data folder, database, proxy, mail and backups, and suggest fixes',
    details: 'Works whether or not the server is running. Exits with 1 if it finds a problem.',
    changes: 'nothing',
    dataFolder: 'examined',
    kind: 'command',
    load: async () => (await import('./print-doctor-report.ts')).printDoctorReport,
  },
  {
    name: 'rotate-key',
    summary: 'create a new key pair for access tokens, or a new secret',
    arguments: [['[name]', 'the secret; by default, the key pair', ['JWT_SECRET', 'SECRET_KEY']]],
    options: [['--days <n>', 'how long the old secret still works (8); 0 if it has leaked']],
    changes: 'data',
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./rotate-key.ts')).rotateKey,
  },
  {
    name: 'remove-samples',
    summary: 'delete sample leads and sample content that no one edited',
    changes: 'data',
    isDestructive: true,
    dataFolder: 'shared',
    kind: 'command',
    load: async () => (await import('./remove-samples.ts')).removeSamples,
  },
  {
    name: 'backend',
    summary: 'serve the supabase/ folder of any project',
    details: `Rest, auth, storage, realtime and functions on PostgreSQL. DATABASE_URL uses your own PostgreSQL instead of the
embedded one; DATABASE_PORT opens the embedded one on 127.0.0.1 to psql, pg_dump and the like. JWT_SECRET, PUBLISHABLE_KEY and SECRET_KEY replace the keys that are created once and kept, and
JWT_SECRET_PREVIOUS and SECRET_KEY_PREVIOUS still work. TRUSTED_PROXIES is how many proxies in front report the
caller's address (0), SHUTDOWN_SECONDS how long requests in progress may take at the end (20), and
SHUTDOWN_NOTICE_SECONDS how long new ones are served before that (0). SMTP_URL and MAIL_FROM set the mail server, otherwise
[auth.email.smtp] of config.toml does; without one, messages become files in mail/ of the data folder.`,
    options: [
      ['--workdir <folder>', 'project root that contains supabase/ (.)'],
      ['--port <number>', '0 picks a free one (54321)'],
      ['--host <address>', 'address to listen on (127.0.0.1)'],
      [
        '--data-dir <folder>',
        'embedded database, keys and uploaded files (DATA_DIR, else .data in the workdir)',
      ],
      ['--public-url <url>', 'address that callers use, named in tokens (http://HOST:PORT)'],
    ],
    changes: 'data',
    kind: 'server',
    load: async () => (await import('./serve-backend.ts')).serveBackend,
  },
];
