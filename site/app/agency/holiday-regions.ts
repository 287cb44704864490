/** As the database knows them: provinces, territories, federal rules, or no holidays. */
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
