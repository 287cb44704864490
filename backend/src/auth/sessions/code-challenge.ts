import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { authError, validationFailed } from '../http/errors.ts';

/** PKCE (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

export const challengeFields = {
  code_challenge: z.string().nullish(),
  code_challenge_method: z.string().nullish(),
};

const FORM = /^[A-Za-z0-9._~-]{43,128}$/;

/** Undefined for the implicit flow. Throws 400 validation_failed. */
export function readChallenge(given: {
  code_challenge?: string | null | undefined;
  code_challenge_method?: string | null | undefined;
}): CodeChallenge | undefined {
  const challenge = given.code_challenge ?? '';
  const method = (given.code_challenge_method ?? '').toLowerCase();
  if (challenge === '' && method === '') return undefined;
  if (challenge === '' || method === '') {
    throw validationFailed('PKCE flow requires code_challenge_method and code_challenge');
  }
  if (method !== 's256' && method !== 'plain') {
    throw validationFailed('PKCE flow requires code_challenge_method to be plain or s256');
  }
  if (!FORM.test(challenge)) {
    throw validationFailed(
      'code challenge has to be 43 to 128 characters of letters, digits, hyphen, period, underscore and tilde',
    );
  }
  return { challenge, method };
}

/** Throws 400 bad_code_verifier. */
export function requireVerifier(verifier: string, { challenge, method }: CodeChallenge): void {
  const derived = method === 's256' ? createHash('sha256').update(verifier).digest('base64url') : verifier;
  const [given, expected] = [Buffer.from(derived), Buffer.from(challenge)];
  if (given.length === expected.length && timingSafeEqual(given, expected)) return;
  throw authError(400, 'bad_code_verifier', 'code challenge does not match previously saved code verifier');
}
