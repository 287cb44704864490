// Doctor check for unknown or misspelled setting names in the environment.
import { findUnknownSettings } from '../unknown-settings.ts';
import type { Environment } from '../config.ts';
import type { Finding } from './finding.ts';

/** Each value that has a meaning is checked before anything starts; what is left are names. */
export function checkSettings(environment: Environment): Finding[] {
  return findUnknownSettings(environment).map(({ name, finding, fix }) => ({ what: name, finding, fix }));
}
