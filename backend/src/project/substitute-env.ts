import type { ProjectEnvironment } from './read-environment.ts';

const reference = /^env\((\w+)\)$/;

export function isUnresolved(text: string): boolean {
  return reference.test(text);
}

/** For settings that count as absent while their variable is unset. */
export function emptyIfUnresolved(text: string): string {
  return isUnresolved(text) ? '' : text;
}

/** As in the Supabase CLI, an unset or empty variable leaves the text as it is. */
export function substituteEnv(value: unknown, environment: ProjectEnvironment): unknown {
  if (typeof value === 'string') {
    const name = reference.exec(value)?.[1];
    return name === undefined ? value : environment[name] || value;
  }
  if (Array.isArray(value)) return value.map((item) => substituteEnv(item, environment));
  if (!isTable(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, substituteEnv(item, environment)]),
  );
}

export function isTable(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);
}
