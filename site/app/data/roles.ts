/** The roles of a team, as private.staff_roles() has them (supabase/tests/roles.test.ts), in the order of forms. */
export const roles = ['viewer', 'agent', 'editor', 'owner'] as const;
export type Role = (typeof roles)[number];
