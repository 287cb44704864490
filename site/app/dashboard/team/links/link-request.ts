import { z } from 'zod';
import { roles } from '../roles.ts';

const role = z.enum(roles.map((known) => known.role));

/** What the dashboard asks of /team-links. */
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
 * `sent`: a link went to the address. `link`: there is no mail, so here it is, once. `ready`: no link was needed, the
 * address is proved and the account has what it had.
 */
export type LinkAnswer =
  | { outcome: 'sent' | 'ready' }
  | { outcome: 'link'; link: string }
  | { outcome: 'refused'; message: string };
