import { beforeAll } from 'vitest';

let isWatching = false;

// Once for each process: files share it. What is thrown here fails the run with the stack of the warning.
beforeAll(() => {
  if (isWatching) return;
  isWatching = true;
  process.traceDeprecation = true;
  process.on('warning', (warning) => {
    if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning;
  });
});
