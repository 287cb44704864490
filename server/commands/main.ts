// The program as it is: without the preparations of a checkout (checkout.mjs) or of a release (installed.mjs).
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Without it, stripping types and compiling takes 0.9 s of a processor at each start. Where it cannot be written, Node goes on.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));

const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
