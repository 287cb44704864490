import { findProgram } from '../../bench/needs.ts';

/** Returns its path; throws an error that names Debian's package. */
export function requireProgram(name: string, debianPackage = name): string {
  const path = findProgram(name);
  if (path === null) throw new Error(`${name} is not installed: apt install ${debianPackage}`);
  return path;
}
