// The one program: node cli/main.ts COMMAND [ARGUMENT…]. start.mjs has installed and built what a command needs.
import { printError } from '../server/print-error.ts';

type Command = (args: string[]) => Promise<void> | void;

/** Loaded when asked for: no command waits for the modules of another. */
const commands: Record<string, () => Promise<Command>> = {
  serve: async () => (await import('./serve.ts')).serve,
  dev: async () => (await import('./dev.ts')).serveDevelopment,
  backend: async () => (await import('./backend.ts')).serveProject,
  status: async () => (await import('./status.ts')).printStatus,
  databases: async () => (await import('./databases.ts')).manageDatabases,
  owner: async () => (await import('./owner.ts')).printOwnerLink,
  staff: async () => (await import('./staff.ts')).assignRole,
  'rotate-key': async () => (await import('./rotate-key.ts')).rotateKey,
  'remove-samples': async () => (await import('./remove-samples.ts')).removeSamples,
  types: async () => (await import('../supabase/generate-types.ts')).generateTypes,
  screenshots: async () => (await import('../e2e/screenshots.ts')).drawScreens,
  bench: async () => (await import('../bench/run-benches.ts')).runBenches,
  audit: async () => (await import('../e2e/audit/run.ts')).runAudit,
};

const [name = '', ...args] = process.argv.slice(2);
const load = commands[name];
if (load) await (await load())(args);
else {
  printError(new Error(`there is no command "${name}"; use one of: ${Object.keys(commands).join(', ')}`));
  process.exitCode = 1;
}
