// Types of what TypeScript imports from drop-to-owner.mjs.
export function dropToOwner(folder: string): void;
export function dropToDataFolderOwner(): void;
