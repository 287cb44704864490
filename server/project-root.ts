// The paths of the project's root folder and of the program that operators run.
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot: string = dirname(dirname(fileURLToPath(import.meta.url)));

const bundledProgram = join(projectRoot, 'program/installed.js');
/** In a release it is bundled, in a clone it runs from its sources. */
export const programFile: string = existsSync(bundledProgram)
  ? bundledProgram
  : join(projectRoot, 'server/commands/main.ts');
