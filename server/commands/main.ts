// Runs the program without the preparations of a checkout (checkout.mjs) or of a release (installed.mjs).
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Without the compile cache, each start spends 0.9 s on stripping types and compiling. If the cache cannot be written,
// Node continues without it.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'));

const { runCommandLine } = await import('./run-command-line.ts');
await runCommandLine(process.argv.slice(2));
