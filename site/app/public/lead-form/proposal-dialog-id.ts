export const proposalDialogId = 'proposal';
