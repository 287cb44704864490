export function openSandbox(): { folder: string; clear: () => void };
