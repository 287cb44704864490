import { expect, test } from 'vitest';
import { redactPathForLog } from './log-entry.ts';

test.each([
  ['/rest/v1/leads', '/rest/v1/leads'],
  ['/rest/v1/rpc/search', '/rest/v1/rpc/search'],
  ['/auth/v1/admin/users/7d3f', '/auth/v1/admin/users/7d3f'],
  ['/storage/v1/object/cvs/jane-doe.pdf', '/storage/v1/object/cvs/…'],
  ['/storage/v1/object/public/cvs/jane/doe.pdf', '/storage/v1/object/public/…'],
  ['/realtime/v1/api/broadcast/jane@example.com/events/typing', '/realtime/v1/api/broadcast/…'],
  ['/functions/v1/hello/jane', '/functions/v1/hello/…'],
  ['/healthz', '/healthz'],
  [`/${'x'.repeat(500)}`, `/${'x'.repeat(199)}…`],
])('the log holds no personal part of %s: %s', (path, logged) => {
  expect(redactPathForLog(path)).toBe(logged);
});
