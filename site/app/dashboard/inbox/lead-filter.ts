/** What a lead can wait for. */
export const leadNeeds = ['reply', 'due', 'late', 'mention'] as const;
type Need = (typeof leadNeeds)[number];

/** `assignee` of a filter for leads that nobody is responsible for; else it is an account's id. */
export const noAssignee = 'none';

/** In what order leads are listed. `waiting` lists those alone that need a reply, the longest wait first. */
export const leadSorts = ['newest', 'oldest', 'waiting'] as const;
export type LeadSort = (typeof leadSorts)[number];

/** `term` searches name, email and company; `status` is one status, or null for all. */
export interface LeadFilter {
  term: string;
  status: string | null;
  needs: Need | null;
  assignee: string | null;
  /** The id of a lead: all requests of its person, and no other filter. */
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

/** Whether the database searches for this filter; a status alone is a plain read. */
export function needsLeadSearch({ term, needs: need, assignee, person }: LeadFilter): boolean {
  return person !== null || term !== '' || need !== null || assignee !== null;
}

/** For search_leads and count_leads. */
export function leadSearchArguments({ term, status, needs: need, assignee }: LeadFilter) {
  return {
    term,
    only_needing_reply: need === 'reply',
    ...(need !== null && need !== 'reply' ? { need } : {}),
    ...(status ? { status_filter: status } : {}),
    ...(assignee === noAssignee ? { only_unassigned: true } : assignee ? { assignee } : {}),
  };
}
