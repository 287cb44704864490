export function ignoreClosedOutput(): void;
export function flushOutput(): Promise<NodeJS.ErrnoException | undefined>;
