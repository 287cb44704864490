// The inbox filter in the URL: parses, serializes, changes filter parameters or the page count.
import { useSearchParams } from 'react-router';
import { isLeadStatus } from '../../lead/lead-status.ts';
import { useSignedInSession } from '../../auth/session/session-store.ts';
import {
  leadAttentionReasons,
  noAssignee,
  emptyLeadFilter,
  leadSorts,
  type LeadFilter,
} from './lead-filter.ts';

/** Parses `?search=ana&status=qualified&needs=reply&assignee=me`. An unknown status is ignored. */
export function parseLeadFilter(params: URLSearchParams, userId: string): LeadFilter {
  const status = params.get('status');
  const person = params.get('person');
  if (person && uuid.test(person)) return { ...emptyLeadFilter, person };
  return withPossibleSort({
    term: (params.get('search') ?? '').trim(),
    status: isLeadStatus(status) ? status : null,
    needs: leadAttentionReasons.find((need) => need === params.get('needs')) ?? null,
    assignee: readAssignee(params.get('assignee'), userId),
    person: null,
    sort: leadSorts.find((sort) => sort === params.get('sort')) ?? 'newest',
  });
}

/** Only leads that need a reply can be sorted by waiting time, and one person's requests have a fixed order. */
function withPossibleSort(filter: LeadFilter): LeadFilter {
  return (filter.sort === 'waiting' && filter.needs !== 'reply') || filter.person !== null
    ? { ...filter, sort: 'newest' }
    : filter;
}

function readAssignee(value: string | null, userId: string): string | null {
  if (value === 'me') return userId;
  return value === noAssignee || (value && uuid.test(value)) ? value : null;
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The inverse, without unset values. `me` stays `me`, so that a shared URL shows each reader their own leads. */
export function serializeLeadFilter(
  { term, status, needs: need, assignee, person, sort }: LeadFilter,
  userId: string,
): URLSearchParams {
  const params = new URLSearchParams();
  if (person) params.set('person', person);
  if (term.trim()) params.set('search', term.trim());
  if (status) params.set('status', status);
  if (need) params.set('needs', need);
  if (assignee) params.set('assignee', assignee === userId ? 'me' : assignee);
  if (sort !== 'newest') params.set('sort', sort);
  return params;
}

export function isLeadFilterActive(filter: LeadFilter): boolean {
  return !isSame({ ...filter, sort: 'newest' }, emptyLeadFilter);
}

/** More pages would make a reload slow. */
const maxPages = 20;

/** `?page=3`: the number of pages shown, from the first. Any other value than a number from 1 on is 1. */
export function parseShownPageCount(params: URLSearchParams): number {
  const count = Number(params.get('page') ?? 1);
  return Number.isInteger(count) && count >= 1 ? Math.min(count, maxPages) : 1;
}

function isSame(one: LeadFilter, other: LeadFilter): boolean {
  return serializeLeadFilter(one, '').toString() === serializeLeadFilter(other, '').toString();
}

/** Continuing to type a search replaces the history entry; any other change adds one. */
function isRefinement(from: LeadFilter, to: LeadFilter): boolean {
  return from.term !== '' && to.term !== '' && isSame({ ...from, term: '' }, { ...to, term: '' });
}

/** Filter and number of pages are in the URL, so that a reload, a bookmark and the back button restore them. */
export function useInboxUrlState() {
  const [params, setParams] = useSearchParams();
  const { id } = useSignedInSession().user;
  return {
    filter: parseLeadFilter(params, id),
    pageCount: parseShownPageCount(params),
    changeFilter(part: Partial<LeadFilter>): void {
      const current = parseLeadFilter(new URLSearchParams(location.search), id);
      const next = withPossibleSort({ ...current, ...part });
      if (isSame(current, next)) return;
      setParams(serializeLeadFilter(next, id), {
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
