// What the inbox shows, in the URL: parses, serializes, changes filter parameters or the page count.
import { useSearchParams } from 'react-router';
import { isLeadStatus } from '../../lead/lead-status.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import {
  leadAttentionReasons,
  noAssignee,
  emptyLeadFilter,
  leadSorts,
  type InboxView,
  type LeadFilter,
} from './lead-filter.ts';

/** Parses `?search=ana&status=qualified&needs=reply&assignee=me`. An unknown status is ignored. */
export function parseInboxView(params: URLSearchParams, userId: string): InboxView {
  const person = params.get('person');
  return person && uuid.test(person) ? { person } : parseLeadFilter(params, userId);
}

function parseLeadFilter(params: URLSearchParams, userId: string): LeadFilter {
  const status = params.get('status');
  return withPossibleSort({
    term: (params.get('search') ?? '').trim(),
    status: isLeadStatus(status) ? status : null,
    needs: leadAttentionReasons.find((need) => need === params.get('needs')) ?? null,
    assignee: readAssignee(params.get('assignee'), userId),
    sort: leadSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  });
}

/** Only leads that need a reply can be sorted by waiting time. */
function withPossibleSort(filter: LeadFilter): LeadFilter {
  return filter.sort === 'waiting' && filter.needs !== 'reply' ? { ...filter, sort: 'newest' } : filter;
}

function readAssignee(value: string | null, userId: string): string | null {
  if (value === 'me') return userId;
  return value === noAssignee || (value && uuid.test(value)) ? value : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The inverse, without unset values. `me` stays `me`, so that a shared URL shows each reader their own leads. */
export function serializeInboxView(view: InboxView, userId: string): URLSearchParams {
  if ('person' in view) return new URLSearchParams(view);
  const { term, status, needs: need, assignee, sort } = view;
  const params = new URLSearchParams();
  if (term.trim()) params.set('search', term.trim());
  if (status) params.set('status', status);
  if (need) params.set('needs', need);
  if (assignee) params.set('assignee', assignee === userId ? 'me' : assignee);
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}

export function isLeadFilterActive(view: InboxView): boolean {
  return 'person' in view || !isSame({ ...view, sort: 'newest' }, emptyLeadFilter);
}

/** More pages would make a reload slow. */
const maxPages = 20;

/** `?page=3`: the number of pages shown, from the first. Any other value than a number from 1 on is 1. */
export function parseShownPageCount(params: URLSearchParams): number {
  const count = Number(params.get('page') ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, maxPages) : 1;
}

function isSame(one: InboxView, other: InboxView): boolean {
  return serializeInboxView(one, '').toString() === serializeInboxView(other, '').toString();
}

/** Continuing to type a search replaces the history entry; any other change adds one. */
function isRefinement(from: InboxView, to: LeadFilter): boolean {
  if ('person' in from) return false;
  return from.term !== '' && to.term !== '' && isSame({ ...from, term: '' }, { ...to, term: '' });
}

/** Filter and number of pages are in the URL, so that a reload, a bookmark and the back button restore them. */
export function useInboxUrlState() {
  const [params, setParams] = useSearchParams();
  const { id } = useSignedInSession().user;
  return {
    view: parseInboxView(params, id),
    pageCount: parseShownPageCount(params),
    changeFilter(part: Partial<LeadFilter>): void {
      const current = parseInboxView(new URLSearchParams(location.search), id);
      const next = withPossibleSort({ ...('person' in current ? emptyLeadFilter : current), ...part });
      if (isSame(current, next)) return;
      setParams(serializeInboxView(next, id), {
        replace: isRefinement(current, next),
        preventScrollReset: true,
      });
    },
    showPages(count: number): void {
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
