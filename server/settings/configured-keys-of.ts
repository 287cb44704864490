// Selects the keys that are set in the environment from the configuration.
import type { ConfiguredKeys } from '@fairlead/backend/tokens';
import type { ServerConfig } from './config.ts';

export function configuredKeysOf(config: ServerConfig): ConfiguredKeys {
  return {
    jwtSecret: config.JWT_SECRET,
    publishableKey: config.PUBLISHABLE_KEY,
    secretKey: config.SECRET_KEY,
    previousJwtSecret: config.JWT_SECRET_PREVIOUS,
    previousSecretKey: config.SECRET_KEY_PREVIOUS,
  };
}
