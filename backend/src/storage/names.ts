// Names never become paths of files, so a strange one can reach nothing; it is refused because people, policies and
// other servers would read it differently.
import { invalidBucketName, invalidKey } from './errors.ts';

const longestKey = 1024;
const keyCharacters = /^[\w/!.*'() &$@=;:+,?-]+$/;
const bucketCharacters = /^[\w!.*'() &$@=;:+,?-]{1,100}$/;

/** Answers the name of an object; throws InvalidKey. Names are told apart by case, and hold nothing beyond ASCII. */
export function checkKey(key: string): string {
  const parts = key.split('/');
  const strange = parts.some((part) => part === '' || part === '.' || part === '..');
  if (key.length > longestKey || strange || !keyCharacters.test(key)) throw invalidKey(key);
  return key;
}

/** Answers the name of a bucket; throws InvalidBucketName. */
export function checkBucketName(name: string): string {
  const strange = name === '.' || name === '..' || name.trim() !== name;
  if (strange || !bucketCharacters.test(name)) throw invalidBucketName();
  return name;
}
