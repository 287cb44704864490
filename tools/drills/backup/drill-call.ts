/** What a drill is called with, besides its arguments. */
export interface DrillCall {
  keep?: true;
  /** An empty folder, which is removed at the end. The database's user can enter it. */
  folder: string;
}
