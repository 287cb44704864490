import { useSearchParams } from 'react-router';
import { isLeadStatus } from '../../lead/lead-status.ts';
import type { LeadFilter } from './read-lead-page.ts';

/** `?search=ana&status=qualified&needs=reply` as a filter. A status that does not exist is no filter. */
export function readFilter(params: URLSearchParams): LeadFilter {
  const status = params.get('status');
  return {
    term: (params.get('search') ?? '').trim(),
    status: isLeadStatus(status) ? status : null,
    needsReply: params.get('needs') === 'reply',
  };
}

/** The inverse; what is not set is left out. */
export function writeFilter({ term, status, needsReply }: LeadFilter): URLSearchParams {
  const params = new URLSearchParams();
  if (term.trim()) params.set('search', term.trim());
  if (status) params.set('status', status);
  if (needsReply) params.set('needs', 'reply');
  return params;
}

export function isFiltering({ term, status, needsReply }: LeadFilter): boolean {
  return term !== '' || status !== null || needsReply;
}

/** More would make a reload slow. */
const maxPages = 20;

/** `?page=3`: how many pages are shown, the first ones. Anything else than a number from 1 on is 1. */
export function readPageCount(params: URLSearchParams): number {
  const count = Number(params.get('page') ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, maxPages) : 1;
}

/** Typing on in a search replaces the history entry; any other change adds one. */
function isRefinement(from: LeadFilter, to: LeadFilter): boolean {
  return from.term !== '' && to.term !== '' && from.status === to.status && from.needsReply === to.needsReply;
}

interface InboxAddress {
  filter: LeadFilter;
  pageCount: number;
  changeFilter: (change: Partial<LeadFilter>) => void;
  showPages: (count: number) => void;
}

/** Filter and pages are in the address, so that a reload, a bookmark and the back button keep them. */
export function useInboxAddress(): InboxAddress {
  const [params, setParams] = useSearchParams();
  return {
    filter: readFilter(params),
    pageCount: readPageCount(params),
    changeFilter(part) {
      const current = readFilter(new URLSearchParams(location.search));
      const next = { ...current, ...part };
      const written = writeFilter(next);
      if (written.toString() === writeFilter(current).toString()) return;
      setParams(written, { replace: isRefinement(current, next), preventScrollReset: true });
    },
    showPages(count) {
      setParams(
        (current) => {
          const next = new URLSearchParams(current);
          next.set('page', String(count));
          return next;
        },
        { replace: true, preventScrollReset: true },
      );
    },
  };
}
