import type { To } from 'react-router';
import { leadTitleId } from '../list/use-focus-lead.ts';

/** All requests of this lead's person; `shown` is the one that gets the focus. */
export function personAddress(leadId: string, shown?: string): To {
  return {
    pathname: '/dashboard/messages',
    search: `?${new URLSearchParams({ person: leadId }).toString()}`,
    hash: shown === undefined ? '' : `#${leadTitleId(shown)}`,
  };
}
