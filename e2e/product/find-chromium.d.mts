export declare function findChromium(): string | null;
export declare function findHeadless(): string | null;
export declare function launchOptions(): { executablePath: string; args: string[] };
