export const benchFolder: string = import.meta.dirname;
