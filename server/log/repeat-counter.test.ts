import type { LogEntry } from '@fairlead/backend/errors/log-entry.ts';
import { expect, test } from 'vitest';
import { createRepeats } from './repeat-counter.ts';

function open(mostCauses?: number) {
  const lines: LogEntry[] = [];
  const repeats = createRepeats((entry) => lines.push(entry), {
    spanMs: 60_000,
    ...(mostCauses && { mostCauses }),
  });
  return { ...repeats, lines };
}

const failed = (path: string, code = 'ECONNREFUSED'): LogEntry => ({
  level: 'error',
  event: 'request.failed',
  code,
  path,
});

test('a repeated cause is its first line and one with a count, wherever in a service it comes', () => {
  const { note, flush, lines } = open();
  for (let call = 0; call < 1_000; call += 1) note(failed(`/rest/v1/table_${call}`));
  note(failed('/rest/v1/leads', 'ENOSPC'));
  note(failed('/auth/v1/token'));
  expect(lines).toHaveLength(3);
  flush();
  expect(lines.slice(3)).toEqual([{ ...failed('/rest/v1/table_999'), repeated: 999 }]);
  // It goes on: counted again, and not as something new.
  note(failed('/rest/v1/x'));
  expect(lines).toHaveLength(4);
  flush();
  expect(lines.at(-1)).toMatchObject({ path: '/rest/v1/x', repeated: 1 });
  // Quiet for a span: the next one is news.
  flush();
  note(failed('/rest/v1/y'));
  expect(lines).toHaveLength(6);
  flush();
});

test('however many causes there are, lines are few', () => {
  const { note, flush, lines } = open(10);
  for (let call = 0; call < 1_000; call += 1) note(failed('/rest/v1/x', `code ${call}`));
  expect(lines).toHaveLength(11);
  flush();
  expect(lines).toHaveLength(12);
  expect(lines.at(-1)).toMatchObject({ event: 'log.others', repeated: 989 });
  flush();
});

test('addresses that a message quotes make no cause of their own', () => {
  const { note, flush, lines } = open();
  for (let call = 0; call < 50; call += 1)
    note({ level: 'error', event: 'console.error', message: `Error: No route matches URL "/%zz${call}"` });
  expect(lines).toHaveLength(1);
  flush();
  flush();
});
