// Types of what TypeScript imports from pinned-node.mjs.
export const nodeFlags: string[];
