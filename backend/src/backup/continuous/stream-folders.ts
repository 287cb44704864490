/** In a target, beside the base backups. */
export const walFolder = 'log/';

export function streamFolders(stream: string) {
  const folder = `${walFolder}${stream}/`;
  return {
    /** Pieces of the WAL. */
    pieces: `${folder}pieces/`,
    /** Stored files by version. */
    blobs: `${folder}blobs/`,
    /** Small files of DATA_DIR by the time of their copy. */
    data: `${folder}data/`,
  };
}
