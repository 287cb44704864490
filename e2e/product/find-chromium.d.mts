export declare function findChromium(): string | null;
export declare function findHeadlessBrowser(): string | null;
export declare function browserLaunchOptions(): { executablePath: string; args: string[] };
