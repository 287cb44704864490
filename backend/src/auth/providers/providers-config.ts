import { z } from 'zod';
import { emptyIfUnset } from '../../project/fill-env.ts';

/** One `[auth.external.NAME]` of config.toml. */
const externalSchema = z.object({
  enabled: z.boolean().default(false),
  /** Several, for the apps of one provider, are separated by commas: the first signs in here, all may bring an id_token. */
  client_id: z.string().default(''),
  secret: z.string().default(''),
  /** Where the provider sends people back to, when it is not our own callback. */
  redirect_uri: z.string().default('').transform(emptyIfUnset),
  /** The issuer, for a provider whose issuer is not known by its name. */
  url: z.string().default('').transform(emptyIfUnset),
  skip_nonce_check: z.boolean().default(false),
  email_optional: z.boolean().default(false),
});

const NAME = /^[a-z][a-z0-9_]{0,39}$/;

export const externalConfigSchema = z.record(
  z.string().regex(NAME, 'must be a name of lower-case letters, digits and underscores'),
  externalSchema,
).default({}); // prettier-ignore

export type ExternalConfig = z.output<typeof externalSchema>;
