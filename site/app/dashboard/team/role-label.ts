// Finds a team role by its name; returns its label for display.
import { roles, type Role } from '../../data/roles.ts';
import { teamTexts } from './team-texts.ts';

/** The role with this name; undefined for an unknown one. */
export function findRole(name: string | null): Role | undefined {
  return roles.find((role) => role === name);
}

export function roleLabel(name: string): string {
  const role = findRole(name);
  return role ? teamTexts.roles[role].label : name;
}
