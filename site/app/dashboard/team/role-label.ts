// The label of each team role, by its name.
import { roles, type Role } from '../../data/roles.ts';
import { defineTexts } from '../../texts/define-texts.ts';

const labels: Record<Role, string> = defineTexts({
  viewer: 'Viewer',
  agent: 'Agent',
  editor: 'Editor',
  owner: 'Owner',
});

/** The role with this name; undefined for an unknown one. */
export function findRole(name: string | null): Role | undefined {
  return roles.find((role) => role === name);
}

export function roleLabel(name: string): string {
  const role = findRole(name);
  return role ? labels[role] : name;
}
