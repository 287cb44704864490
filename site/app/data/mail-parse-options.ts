/** How received mail is read, when it comes and for a download, which finds its file by its place. */
export const mailParseOptions = { forceRfc822Attachments: true, maxNestingDepth: 200 } as const;
