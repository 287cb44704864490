import { expect, test, vi } from 'vitest';
import { isKnownTimeZone } from './call-times.ts';

test('B-190 a time zone in the thousands of spellings that a visitor can send is known, and none is kept in memory', () => {
  const set = vi.spyOn(Map.prototype, 'set');
  try {
    expect(['america/Toronto', 'AMERICA/TORONTO', '+01:23'].map(isKnownTimeZone)).toEqual([true, true, true]);
    expect(['Mars/Olympus', '', '\0'].map(isKnownTimeZone)).toEqual([false, false, false]);
    expect(set.mock.calls.filter(([key]) => /toronto|01:23/i.test(String(key)))).toEqual([]);
  } finally {
    set.mockRestore();
  }
});
