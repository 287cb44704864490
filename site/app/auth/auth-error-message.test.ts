import { AuthApiError, AuthWeakPasswordError } from '@supabase/supabase-js';
import { expect, test } from 'vitest';
import { authErrorMessage } from './auth-error-message.ts';

test.each([
  [new AuthApiError('no such pair', 400, 'invalid_credentials'), 'Invalid login credentials'],
  [
    new AuthApiError('Request rate limit reached. Try again in 41 seconds.', 429, 'over_request_rate_limit'),
    'Request rate limit reached. Try again in 41 seconds.',
  ],
  [
    new AuthWeakPasswordError('at least 8 characters', 422, ['length', 'pwned']),
    'Password should be at least 8 characters. Password is known to be weak and easy to guess, please choose a different one.',
  ],
  [new AuthApiError('Your domain is not allowed', 422, 'hook_refused'), 'Your domain is not allowed'],
  [new AuthApiError('{}', 500, undefined), 'Failed to sign in'],
])('P-84 an error is explained by its code: %s', (error, text) => {
  expect(authErrorMessage(error, 'Failed to sign in')).toBe(text);
});
