/** Of one mail; docs/operate/incoming-mail.md lists them. */
export const mailInLimits = {
  mailBytes: 25 * 1024 * 1024,
  fileBytes: 20 * 1024 * 1024,
  files: 100,
  /** as lead_messages and received_mails have it */
  bodyLength: 100_000,
  /** Reading longer or with more memory is given up: the mail is kept with what its head says. */
  readMs: 10_000,
  readMegabytes: 512,
  /** of all look-ups of its sender together */
  dnsMs: 3_000,
  /** mails that are read at a time, each in a thread of its own */
  readers: 3,
  /** More lines than this, shorter than these bytes on average, are not read. */
  shortLines: 100_000,
  shortLineBytes: 40,
  /** Bodies of webhooks in memory, in all and of one address (or a /64 of IPv6): room for one whole mail and small ones. */
  bodyBytes: 128 * 1024 * 1024,
  bodyBytesOfAddress: 32 * 1024 * 1024,
} as const;
