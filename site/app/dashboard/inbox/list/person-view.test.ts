import { expect, test } from 'vitest';
import type { Lead } from '../read-leads-page.ts';
import { groupConsecutiveMessages } from './person-view.tsx';

function lead(id: string, createdAt: string, message: string | null, replies: [string, string][]): Lead {
  return {
    id,
    message,
    created_at: createdAt,
    replies: replies.map(([at, text], index) => ({
      id: `${id}-${index}`,
      lead_id: id,
      message: text,
      sender_type: 'admin',
      created_at: at,
      author_id: null,
    })),
  } as unknown as Lead;
}

test('B-104 all messages of a person are in the order of their time, under the request that each belongs to', () => {
  const later = lead('later', '2026-02-01', 'Second', [['2026-02-03', 'To the second']]);
  const earlier = lead('earlier', '2026-01-01', 'First', [
    ['2026-01-02', 'To the first'],
    ['2026-02-02', 'Once more'],
  ]);
  const empty = lead('empty', '2026-03-01', null, []);
  const groups = groupConsecutiveMessages([empty, later, earlier]);
  expect(groups.map((group) => [group.lead.id, group.messages.map(({ text }) => text)])).toEqual([
    ['earlier', ['First', 'To the first']],
    ['later', ['Second']],
    ['earlier', ['Once more']],
    ['later', ['To the second']],
  ]);
});
