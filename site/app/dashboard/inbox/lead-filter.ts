/** The reasons for which leads can be filtered. */
export const leadAttentionReasons = ['reply', 'due', 'late', 'mention'] as const;
type Need = (typeof leadAttentionReasons)[number];

/** `assignee` of a filter for leads without an assignee; otherwise it is an account's id. */
export const noAssignee = 'none';

/** The order of the list. `waiting` lists only leads that need a reply, the longest wait first. */
export const leadSorts = ['newest', 'oldest', 'waiting'] as const;
export type LeadSort = (typeof leadSorts)[number];

/** `term` searches name, email and company; `status` is one status, or null for all. */
export interface LeadFilter {
  term: string;
  status: string | null;
  needs: Need | null;
  assignee: string | null;
  /** The id of a lead: lists all requests of its person, without another filter. */
  person: string | null;
  sort: LeadSort;
}

export const emptyLeadFilter: LeadFilter = {
  term: '',
  status: null,
  needs: null,
  assignee: null,
  person: null,
  sort: 'newest',
};

/** Whether the filter needs the search function; a filter with only a status is a plain read. */
export function needsLeadSearch({ term, needs: need, assignee, person }: LeadFilter): boolean {
  return person !== null || term !== '' || need !== null || assignee !== null;
}

/** Arguments of search_leads and count_leads. */
export function leadSearchArguments({ term, status, needs: need, assignee }: LeadFilter) {
  return {
    term,
    only_needing_reply: need === 'reply',
    ...(need !== null && need !== 'reply' ? { need } : {}),
    ...(status ? { status_filter: status } : {}),
    ...(assignee === noAssignee ? { only_unassigned: true } : assignee ? { assignee } : {}),
  };
}
