// Checks names of buckets and objects. They never become file paths; unusual ones are rejected, because people,
// policies and other servers would interpret them differently.
import { invalidBucketNameError, invalidKeyError } from './errors.ts';

const maxKeyLength = 1024;
const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]+$/;
const bucketCharacters = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;

/** Throws InvalidKey. Names are case-sensitive ASCII. */
export function checkObjectKey(key: string): string {
  const parts = key.split('/');
  const ambiguous = parts.some((part) => part === '' || part === '.' || part === '..');
  if (key.length > maxKeyLength || ambiguous || !keyCharacters.test(key)) throw invalidKeyError(key);
  return key;
}

/** Throws InvalidBucketName or InvalidKey. */
export function checkBucketAndObjectKey({ bucket, name }: { bucket: string; name: string }): void {
  checkBucketName(bucket);
  checkObjectKey(name);
}

export function checkBucketName(name: string): string {
  const ambiguous = name === '.' || name === '..' || name.trim() !== name;
  if (ambiguous || !bucketCharacters.test(name)) throw invalidBucketNameError();
  return name;
}
