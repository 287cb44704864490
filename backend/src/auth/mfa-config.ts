import { z } from 'zod';
import { duration } from './message-config.ts';

const kind = { enroll_enabled: z.boolean().default(false), verify_enabled: z.boolean().default(false) };

/** With the Supabase CLI's defaults: every factor type is off. */
export const mfaConfigSchema = z
  .object({
    max_enrolled_factors: z.number().int().min(1).max(100).default(10),
    totp: z.object(kind).prefault({}),
    phone: z
      .object({
        ...kind,
        otp_length: z.number().int().min(6).max(10).default(6),
        /** Between two codes to one number. */
        max_frequency: duration.prefault('5s'),
      })
      .prefault({}),
    web_authn: z.object(kind).prefault({}),
  })
  .prefault({});

export type MfaConfig = z.output<typeof mfaConfigSchema>;
