/** The folder of the benches and of their peers' packages. */
export const benchFolder: string = import.meta.dirname;
