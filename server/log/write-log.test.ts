import type { LogEntry } from '@fairlead/backend/errors';
import { expect, test } from 'vitest';
import { createDeduplicatingLogger } from './write-log.ts';

function open(maxCauses?: number) {
  const lines: LogEntry[] = [];
  const counter = createDeduplicatingLogger((entry) => lines.push(entry), {
    intervalMs: 60_000,
    ...(maxCauses && { maxCauses }),
  });
  return { ...counter, lines };
}

const failed = (path: string, code = 'ECONNREFUSED'): LogEntry => ({
  level: 'error',
  event: 'request.failed',
  code,
  path,
});

test('a repeated cause becomes its first line and one with a count, whatever the path in a service', () => {
  const { log, flush, lines } = open();
  for (let call = 0; call < 1_000; call += 1) log(failed(`/rest/v1/table_${call}`));
  log(failed('/rest/v1/leads', 'ENOSPC'));
  log(failed('/auth/v1/token'));
  expect(lines).toHaveLength(3);
  flush();
  expect(lines.slice(3)).toEqual([{ ...failed('/rest/v1/table_999'), repeated: 999 }]);
  // The cause continues, so it is counted again, not logged as new.
  log(failed('/rest/v1/x'));
  expect(lines).toHaveLength(4);
  flush();
  expect(lines.at(-1)).toMatchObject({ path: '/rest/v1/x', repeated: 1 });
  // After an interval without entries, the next one is logged as the first.
  flush();
  log(failed('/rest/v1/y'));
  expect(lines).toHaveLength(6);
  flush();
});

test('however many causes there are, the lines are few', () => {
  const { log, flush, lines } = open(10);
  for (let call = 0; call < 1_000; call += 1) log(failed('/rest/v1/x', `code ${call}`));
  expect(lines).toHaveLength(11);
  flush();
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toMatchObject({ event: 'log.omitted', repeated: 989 });
  flush();
});

test('addresses quoted in a message do not make a cause of their own', () => {
  const { log, flush, lines } = open();
  for (let call = 0; call < 50; call += 1)
    log({ level: 'error', event: 'console.error', message: `Error: No route matches URL "/%zz${call}"` });
  expect(lines).toHaveLength(1);
  flush();
  flush();
});
