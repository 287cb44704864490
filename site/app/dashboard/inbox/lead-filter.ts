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
  sort: LeadSort;
}

/** What the inbox lists: the leads that a filter finds, or all requests of a lead's person, by the id of that lead. */
export type InboxView = LeadFilter | { person: string };

export const emptyLeadFilter: LeadFilter = {
  term: '',
  status: null,
  needs: null,
  assignee: null,
  sort: 'newest',
};

/** The requests of a person have a fixed order. */
export function sortOf(view: InboxView): LeadSort {
  return 'person' in view ? 'newest' : view.sort;
}

/** Whether the filter needs the search function; a filter with only a status is a plain read. */
export function needsLeadSearch({ term, needs: need, assignee }: LeadFilter): boolean {
  return term !== '' || need !== null || assignee !== null;
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
