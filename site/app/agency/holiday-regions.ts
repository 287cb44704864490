/** The regions that the database knows: provinces, territories, federal rules, or no holidays. */
export const holidayRegions = [
  'none',
  'canada',
  'ab',
  'bc',
  'mb',
  'nb',
  'nl',
  'ns',
  'nt',
  'nu',
  'on',
  'pe',
  'qc',
  'sk',
  'yt',
] as const;
