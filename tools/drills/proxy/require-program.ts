import { findProgram } from '../../bench/needs.ts';

/** Its path; throws with the package of Debian that has it. */
export function requireProgram(name: string, debianPackage = name): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed: apt install ${debianPackage}`);
  return path;
}
