// The error for a name that the schema cache does not have, with a hint that depends on the caller.
import { BackendError, type BackendErrorParts } from '../../errors/backend-error.ts';
import type { RoleAccess } from './role-access.ts';
import type { SchemaSnapshot } from './schema-types.ts';

/** Returns the hint for callers who may do this, or null if no similar name works for them. */
type Suggest = (access: RoleAccess) => string | null;

export class UnknownNameError extends BackendError {
  private readonly parts: BackendErrorParts;
  readonly snapshot: SchemaSnapshot;
  private readonly suggest: Suggest;

  constructor(snapshot: SchemaSnapshot, parts: BackendErrorParts, suggest: Suggest) {
    super(parts);
    this.snapshot = snapshot;
    this.parts = parts;
    this.suggest = suggest;
  }

  withHintFor(access: RoleAccess): BackendError {
    return new BackendError({ ...this.parts, hint: this.suggest(access) });
  }
}
