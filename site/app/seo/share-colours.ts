/** The light values of the tokens (tested); a share image has no theme. */
export const shareColours = {
  deep: '#f4f9f9',
  shoal: '#d5e9ed',
  drying: '#d3e3be',
  land: '#f8e7b4',
  ink: '#0f1f2b',
  contour: '#5d8a99',
  magentaLine: '#c2186f',
} as const;
