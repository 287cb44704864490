import { expect, test } from 'vitest';
import { formatWaitingSince, formatWaitingTime } from './needs-reply.tsx';

const now = new Date('2026-11-20T12:00:00Z');

test('a wait is shown in its largest whole unit', () => {
  expect(formatWaitingTime('2026-11-12T11:00:00Z', now)).toBe('8 days');
  expect(formatWaitingTime('2026-11-19T12:00:00Z', now)).toBe('1 day');
  expect(formatWaitingTime('2026-11-19T12:00:01Z', now)).toBe('23 hours');
  expect(formatWaitingTime('2026-11-20T10:59:00Z', now)).toBe('1 hour');
  expect(formatWaitingTime('2026-11-20T11:48:00Z', now)).toBe('12 minutes');
});

test("a clock behind the server's shows no negative wait", () => {
  expect(formatWaitingTime('2026-11-20T12:05:00Z', now)).toBe('1 minute');
});

test('the start of a wait has its year only when it is long ago', () => {
  expect(formatWaitingSince('2026-11-12T11:00:00Z', now, 'America/Toronto')).toBe('Nov 12');
  expect(formatWaitingSince('2025-11-12T11:00:00Z', now, 'America/Toronto')).toBe('Nov 12, 2025');
  // still Nov 11 in Toronto
  expect(formatWaitingSince('2026-11-12T04:00:00Z', now, 'America/Toronto')).toBe('Nov 11');
});
