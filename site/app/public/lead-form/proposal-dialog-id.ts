/** Id of the one proposal dialog of a page. */
export const proposalDialogId = 'proposal';
