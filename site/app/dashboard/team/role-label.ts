// The label of each team role, by its name.
import { staffRoles, type StaffRole } from '../../data/staff-roles.ts';
import { defineTexts } from '../../texts/define-texts.ts';

const labels: Record<StaffRole, string> = defineTexts({
  viewer: 'Viewer',
  agent: 'Agent',
  editor: 'Editor',
  owner: 'Owner',
});

/** The role with this name; undefined for an unknown one. */
export function findRole(name: string | null): StaffRole | undefined {
  return staffRoles.find((role) => role === name);
}

export function roleLabel(name: string): string {
  const role = findRole(name);
  return role ? labels[role] : name;
}
