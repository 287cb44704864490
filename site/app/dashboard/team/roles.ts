import { teamTexts } from './team-texts.ts';

/** The roles that an owner can give (policies enforce them). */
export const roles = ['viewer', 'agent', 'editor', 'owner'] as const;

export type Role = (typeof roles)[number];

/** The role of this name; undefined for one that is not known here. */
export function findRole(name: string | null): Role | undefined {
  return roles.find((role) => role === name);
}

export function roleLabel(name: string): string {
  const role = findRole(name);
  return role ? teamTexts.roles[role].label : name;
}
