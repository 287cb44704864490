/** Of one mail; README names them. */
export const mailInLimits = {
  mailBytes: 25 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  files: 100,
  /** as lead_messages and received_mails have it */
  bodyLength: 100_000,
  /** Reading longer or with more memory is given up: the mail is kept, and its first lines are its text. */
  readMs: 20_000,
  readMegabytes: 512,
} as const;
