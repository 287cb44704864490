import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { isRelease } from '@fairlead/backend/errors/command-line.ts';
import type { Environment } from '../server/config.ts';
import { registerSecrets } from '../server/log/hide-secrets.ts';
import { printError } from '../server/print-error.ts';
import { projectRoot } from '../server/project-root.ts';

// Without it, stripping types and compiling takes 0.9 s of a processor at each start. Where it cannot be written, Node goes on.
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'node'));

type Run = (args: string[], environment: Environment) => Promise<void> | void;
/** Imported on demand, so that no command loads the modules of another. */
type Table = Record<string, () => Promise<Run>>;

/** Run until a signal ends them, and handle their own errors. */
const servers: Table = {
  serve: async () => (await import('./serve.ts')).serve,
  backend: async () => (await import('./backend.ts')).backend,
};

/** For operators: an error is one line with the fix. */
const commands: Table = {
  status: async () => (await import('./status.ts')).status,
  databases: async () => (await import('./databases.ts')).databases,
  owner: async () => (await import('./owner.ts')).owner,
  staff: async () => (await import('./staff.ts')).staff,
  backup: async () => (await import('./backup.ts')).backup,
  restore: async () => (await import('./restore.ts')).restore,
  'undo-upgrade': async () => (await import('./undo-upgrade.ts')).undoUpgrade,
  doctor: async () => (await import('./doctor.ts')).doctor,
  'rotate-key': async () => (await import('./rotate-key.ts')).rotateKey,
  'carry-over': async () => (await import('./carry-over.ts')).carryOver,
  'remove-samples': async () => (await import('./remove-samples.ts')).removeSamples,
};

/** For developers: an error shows its stack. A release has none of them. */
const tools: Table = {
  dev: async () => (await import('./dev.ts')).dev,
  types: async () => (await import('../supabase/generate-types.ts')).generateTypes,
  screenshots: async () => (await import('../e2e/pictures/take-screenshots.ts')).takeScreenshots,
  bench: async () => (await import('../bench/run-benches.ts')).runBenches,
  audit: async () => (await import('../e2e/audit/run-audit.ts')).runAudit,
  drill: async () => (await import('./drill.ts')).drill,
  release: async () => (await import('./release/make-release.ts')).makeRelease,
};

const [name = '', ...args] = process.argv.slice(2);
const uncaught: Table = isRelease ? servers : { ...servers, ...tools };
const load = uncaught[name];
if (load) await (await load())(args, process.env);
else {
  registerSecrets(process.env);
  try {
    await runCommand();
    process.exit(0);
  } catch (error) {
    printError(error, process.env);
    process.exit(1);
  }
}

async function runCommand(): Promise<void> {
  const names = Object.keys({ ...uncaught, ...commands });
  const loadCommand = commands[name];
  if (!loadCommand) throw new Error(`there is no command "${name}"; use one of: ${names.join(', ')}`);
  await (
    await loadCommand()
  )(args, process.env);
}
