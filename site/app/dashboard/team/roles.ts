/** The roles that an owner gives, with what each may do (the policies of the database decide). */
export const roles = [
  { role: 'viewer', label: 'Viewer', text: 'Can see drafts and statistics, not messages' },
  { role: 'agent', label: 'Agent', text: 'Can read and answer messages' },
  { role: 'editor', label: 'Editor', text: 'Can edit services, apps, resources and media' },
  { role: 'owner', label: 'Owner', text: 'Full access, including the team' },
] as const;

export type Role = (typeof roles)[number]['role'];

export function labelOf(role: string): string {
  return roles.find((known) => known.role === role)?.label ?? role;
}
