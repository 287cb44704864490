/** What a lead can wait for. */
export const needs = ['reply', 'due', 'late', 'mention'] as const;
type Need = (typeof needs)[number];

/** `assignee` of a filter for leads that nobody is responsible for; else it is an account's id. */
export const nobody = 'none';

/** In what order leads are listed. `waiting` lists those alone that need a reply, the longest wait first. */
export const sorts = ['newest', 'oldest', 'waiting'] as const;
export type LeadSort = (typeof sorts)[number];

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

export const noFilter: LeadFilter = {
  term: '',
  status: null,
  needs: null,
  assignee: null,
  person: null,
  sort: 'newest',
};

/** Whether the database searches for this filter; a status alone is a plain read. */
export function isSearched({ term, needs: need, assignee, person }: LeadFilter): boolean {
  return person !== null || term !== '' || need !== null || assignee !== null;
}

/** For search_leads and count_leads. */
export function searchArguments({ term, status, needs: need, assignee }: LeadFilter) {
  return {
    term,
    only_needing_reply: need === 'reply',
    ...(need !== null && need !== 'reply' ? { need } : {}),
    ...(status ? { status_filter: status } : {}),
    ...(assignee === nobody ? { only_unassigned: true } : assignee ? { assignee } : {}),
  };
}
