import { BackendError } from '../../errors/backend-error.ts';

/** `extra` is merged into the body. */
export function authError(
  status: number,
  code: string,
  message: string,
  extra?: Record<string, unknown>,
): BackendError {
  return new BackendError({ status, code, message, details: extra });
}

export function validationFailed(message: string): BackendError {
  return authError(400, 'validation_failed', message);
}

/** In the form of OAuth 2: {error, error_description}. */
export class OAuthError extends BackendError {
  constructor(error: string, description: string) {
    super({ status: 400, code: error, message: description });
  }
}

/** With the message of the project's hook. */
export class HookError extends BackendError {}
