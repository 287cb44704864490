// Types of what TypeScript imports from node-flags.mjs.
export const nodeFlags: string[];
