/** The roles that an owner gives, with what each may do (the policies of the ledger decide). */
export const roles = [
  { role: 'viewer', label: 'Viewer', text: 'Reads drafts and numbers, and nobody’s messages' },
  { role: 'agent', label: 'Agent', text: 'Reads messages and answers them' },
  { role: 'editor', label: 'Editor', text: 'Writes services, apps, resources and media' },
  { role: 'owner', label: 'Owner', text: 'Does all of this, and decides who is on the team' },
] as const;

export type Role = (typeof roles)[number]['role'];

export function labelOf(role: string): string {
  return roles.find((known) => known.role === role)?.label ?? role;
}
