import { expect, test } from 'vitest';
import type { Lead } from '../read-lead-page.ts';
import { describeChange } from './describe-change.ts';

const lead = { id: 'lead', name: 'Ana Roy', status: 'new', replies: [] as unknown[] } as Lead;

function withReplies(...from: { author_id: string | null; sender_type?: string }[]): Lead {
  const replies = from.map((reply, place) => ({ id: String(place), sender_type: 'admin', ...reply }));
  return { ...lead, replies: replies as Lead['replies'] };
}

test('G-40 a reply of one’s own from another tab is not told as a colleague’s', () => {
  const tell = (after: Lead) => describeChange(lead, after, 'me');
  expect(tell(withReplies({ author_id: 'me' }))).toBe('You replied to Ana Roy');
  expect(tell(withReplies({ author_id: 'joss' }))).toBe('A colleague replied to Ana Roy');
  expect(tell(withReplies({ author_id: 'me' }, { author_id: 'joss' }))).toBe(
    'A colleague replied to Ana Roy',
  );
  expect(tell(withReplies({ author_id: 'me' }, { author_id: null, sender_type: 'lead' }))).toBe(
    'Ana Roy wrote a message',
  );
  expect(tell({ ...lead, status: 'qualified' })).toBe('Status of Ana Roy: Qualified');
  expect(tell(lead)).toBeNull();
});
