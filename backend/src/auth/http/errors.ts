import { BackendError } from '../../errors/backend-error.ts';

/** A authError in the words of GoTrue: its status, its error_code, its message. `extra` stands beside them in the body. */
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

/** The few answers that follow OAuth 2: {error, error_description}. */
export class OAuthError extends BackendError {
  constructor(error: string, description: string) {
    super({ status: 400, code: error, message: description });
  }
}

/** A rejection in the words of a project's hook. */
export class HookError extends BackendError {}
