// The request schema of /team-links with its response type: invite someone, or let them set a password.
import { z } from 'zod';
import { cleanEmailAddress, emailPattern } from '../../../contact/email-address.ts';
import { staffRoles } from '../../../data/staff-roles.ts';
import { teamLinkTexts } from '../team-texts.ts';

const { errors } = teamLinkTexts;

/** The body of a request to /team-links. */
export const teamLinkRequestSchema = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('invite'),
    fullName: z.string().trim().min(2, errors.nameTooShort).max(200, errors.nameTooLong),
    email: z
      .string()
      .transform((typed) => cleanEmailAddress(typed).toLowerCase())
      .pipe(z.email({ pattern: emailPattern, error: errors.emailInvalid }).max(255, errors.emailInvalid)),
    role: z.enum(staffRoles),
  }),
  z.object({ what: z.literal('set-password'), account: z.uuid() }),
]);

export type TeamLinkRequest = z.infer<typeof teamLinkRequestSchema>;

/**
 * `sent`: mailed to the address. `link`: no mail is set up, so it is shown once. `ready`: no link was needed, because
 * the address is verified and the account keeps its password.
 */
export type TeamLinkResponse =
  | { outcome: 'sent' | 'ready' }
  | { outcome: 'link'; link: string }
  | { outcome: 'refused'; message: string };
