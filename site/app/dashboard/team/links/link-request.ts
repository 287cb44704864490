import { z } from 'zod';
import { roles } from '../roles.ts';

const role = z.enum(roles.map((known) => known.role));

/** The body of a request to /team-links. */
export const linkRequest = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('invite'),
    fullName: z.string().trim().min(2, 'Name must be at least 2 characters').max(200, 'Shorten the name'),
    email: z
      .string()
      .trim()
      .toLowerCase()
      .pipe(z.email('Invalid email address').max(255, 'Invalid email address')),
    role,
  }),
  z.object({ what: z.literal('set-password'), account: z.uuid() }),
]);

export type LinkRequest = z.infer<typeof linkRequest>;

/**
 * `sent`: mailed to the address. `link`: no mail is set up, so it is shown once. `ready`: no link was needed, the
 * address is verified and the account keeps its password.
 */
export type LinkResponse =
  | { outcome: 'sent' | 'ready' }
  | { outcome: 'link'; link: string }
  | { outcome: 'refused'; message: string };
