/** The query of the set-up checklist. Its data is null once an owner has hidden the list. */
export const firstRunKey = 'first_run';
