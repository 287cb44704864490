/** The roles that an owner can give and what each may do (policies enforce it). */
export const roles = [
  { role: 'viewer', label: 'Viewer', text: 'Can see drafts and statistics, not messages' },
  { role: 'agent', label: 'Agent', text: 'Can read and answer messages' },
  { role: 'editor', label: 'Editor', text: 'Can edit services, apps, resources and media' },
  { role: 'owner', label: 'Owner', text: 'Full access, including the team' },
] as const;

export type Role = (typeof roles)[number]['role'];

export function roleLabel(role: string): string {
  return roles.find((known) => known.role === role)?.label ?? role;
}
