import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The folder that holds package.json and supabase/. */
export const projectRoot: string = dirname(dirname(fileURLToPath(import.meta.url)));
