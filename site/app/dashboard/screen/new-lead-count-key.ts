/** Of the query whose data the sidebar shows as the number of new leads. */
export const newLeadCountKey = ['leads', 'new-count'];
