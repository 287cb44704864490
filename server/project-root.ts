// The path of the project's root folder.
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot: string = dirname(dirname(fileURLToPath(import.meta.url)));
