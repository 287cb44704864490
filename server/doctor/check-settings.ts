// Doctor check for unknown or misspelled setting names in the environment.
import { findUnknownSettings } from '../unknown-settings.ts';
import type { Environment } from '../config.ts';
import type { DoctorFinding } from './finding.ts';

/** Values of known settings are checked before anything starts, so only names are left to check. */
export function checkSettings(environment: Environment): DoctorFinding[] {
  return findUnknownSettings(environment).map(({ name, finding, fix }) => ({ what: name, finding, fix }));
}
