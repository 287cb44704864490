import { useSearchParams } from 'react-router';
import { isLeadStatus } from './lead-status.ts';
import type { LeadFilter } from './read-lead-page.ts';

/** `?search=ana&status=qualified` as a filter. A status that does not exist is no filter. */
export function readFilter(params: URLSearchParams): LeadFilter {
  const status = params.get('status');
  return { term: (params.get('search') ?? '').trim(), status: isLeadStatus(status) ? status : null };
}

/** The same the other way; what is not set leaves no trace in the address. */
export function writeFilter({ term, status }: LeadFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (term.trim()) params.set('search', term.trim());
  if (status) params.set('status', status);
  return params;
}

export function isFiltering({ term, status }: LeadFilter): boolean {
  return term !== '' || status !== null;
}

/** The filter lives in the address, so that a reload, a bookmark and the way back keep it. */
export function useInboxFilter(): [LeadFilter, (change: Partial<LeadFilter>) => void] {
  const [params, setParams] = useSearchParams();
  const filter = readFilter(params);
  function change(part: Partial<LeadFilter>): void {
    setParams((current) => writeFilter({ ...readFilter(current), ...part }), {
      replace: true,
      preventScrollReset: true,
    });
  }
  return [filter, change];
}
