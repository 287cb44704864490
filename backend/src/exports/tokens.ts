// Creates, stores or rotates the keys of a project.
export { signJwt } from '../tokens/jwt.ts';
export {
  type ConfiguredKeys,
  type RotateKeys,
  configuredRetiredSecrets,
  ensureKeysInDatabase,
  ensureKeysInFolder,
  rotateKeysInDatabase,
  rotateKeysInFolder,
  rotateSecret,
  rotateSigningKey,
} from '../tokens/key-store.ts';
export { type Keys, type SecretName, acceptedSecrets, generateKeys, overlapDays } from '../tokens/keys.ts';
export { keysChannel } from '../tokens/refresh-keys.ts';
