/** The roles of a team, the same as in private.staff_roles() (supabase/tests/roles.test.ts), in the order of forms. */
export const staffRoles = ['viewer', 'agent', 'editor', 'owner'] as const;
export type StaffRole = (typeof staffRoles)[number];
