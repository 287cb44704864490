// Creates, stores or rotates the keys of a project.
export { signJwt } from '../tokens/jwt.ts';
export {
  type ConfiguredKeys,
  type KeyRotation,
  configuredRetiredSecrets,
  ensureKeysInDatabase,
  ensureKeysInFolder,
  rotateKeysInDatabase,
  rotateKeysInFolder,
  createSecretRotation,
  rotateSigningKey,
} from '../tokens/key-store.ts';
export {
  type BackendKeys,
  type SecretName,
  acceptedSecrets,
  generateKeys,
  secretOverlapDays,
} from '../tokens/keys.ts';
export { keysChangedChannel } from '../tokens/refresh-keys.ts';
