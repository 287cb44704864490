import { afterAll, beforeAll } from 'vitest';

/** An error thrown here fails the run with the stack of the warning. */
function failOnPgDeprecation(warning: Error): void {
  if (warning.name === 'DeprecationWarning' && warning.message.includes('pg@')) throw warning;
}

beforeAll(() => {
  process.traceDeprecation = true;
  process.on('warning', failOnPgDeprecation);
});

afterAll(() => void process.off('warning', failOnPgDeprecation));
