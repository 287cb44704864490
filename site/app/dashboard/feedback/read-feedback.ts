// The query of the accessibility reports in the dashboard.
import { browserClient } from '../../data/browser-client.ts';
import type { KeysetCursor } from '../../data/keyset-cursor.ts';
import { readNewestPage, usePagedQuery } from '../../data/read-newest.ts';
import { feedbackKey } from '../screen/use-work-counts.ts';

const perPage = 30;

function readPage(after: KeysetCursor | null) {
  const reports = browserClient()
    .from('accessibility_feedback')
    .select('id, created_at, message, page, name, reply_to, response, responded_at, acknowledged_at');
  return readNewestPage(reports, perPage, after);
}

export type Feedback = Awaited<ReturnType<typeof readPage>>['items'][number];

/** Newest first, page by page. */
export function useFeedback() {
  return usePagedQuery([...feedbackKey, 'list'], readPage);
}
