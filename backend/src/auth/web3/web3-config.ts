import { z } from 'zod';

/** `[auth.web3]` of config.toml. Solana comes later. */
export const web3ConfigSchema = z
  .object({ ethereum: z.object({ enabled: z.boolean().default(false) }).prefault({}) })
  .prefault({});
