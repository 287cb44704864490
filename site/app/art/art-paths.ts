// The layers of a drawing.
/** Path data of each layer, from the sea bed up. Water without a path is deep. */
export interface ArtPaths {
  shoal: string;
  lines: string;
  drying: string;
  land: string;
  hill: string;
}
