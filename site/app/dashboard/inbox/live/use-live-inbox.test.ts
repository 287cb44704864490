import { expect, test } from 'vitest';
import type { Lead } from '../read-leads-page.ts';
import { describeLeadChange } from './use-live-inbox.ts';

const lead = { id: 'lead', name: 'Ana Roy', status: 'new', replies: [] as unknown[] } as Lead;

function withReplies(...from: { author_id: string | null; sender_type?: string }[]): Lead {
  const replies = from.map((reply, i) => ({ id: String(i), sender_type: 'admin', ...reply }));
  return { ...lead, replies: replies as Lead['replies'] };
}

test('G-40 the user’s own reply from another tab is not announced as a colleague’s', () => {
  const describe = (after: Lead) => describeLeadChange(lead, after, 'me');
  expect(describe(withReplies({ author_id: 'me' }))).toBe('You replied to Ana Roy');
  expect(describe(withReplies({ author_id: 'joss' }))).toBe('A colleague replied to Ana Roy');
  expect(describe(withReplies({ author_id: 'me' }, { author_id: 'joss' }))).toBe(
    'A colleague replied to Ana Roy',
  );
  expect(describe(withReplies({ author_id: 'me' }, { author_id: null, sender_type: 'lead' }))).toBe(
    'Ana Roy wrote a message',
  );
  expect(describe({ ...lead, status: 'qualified' })).toBe('Status of Ana Roy: Qualified');
  expect(describe(lead)).toBeNull();
});
