import { z } from 'zod';

/** A part of the schema in server/config.ts: who sends mail. */
export const mailSettings = {
  DKIM_SELECTOR: z
    .string()
    .regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i, 'give letters, digits and hyphens, e.g. fairlead2026')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>\r\n"]+<[^<>\s@]+@[^<>\s@]+>|[^<>\s@]+@[^<>\s@]+)$/)
    .optional(),
};
