// How received mail is parsed, which of its files may be downloaded.
const office = /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.|zip$)/;
const text = /^text\//;
const picture = /^image\/(?!svg)/;
const sound = /^(audio|video)\//;
const sealed = /^(application\/(octet-stream|pgp-|pkcs7-|x-pkcs7-)|text\/)/;

/** By the end of a file's name: what its bytes may be. Nothing in this list runs when it is opened. */
const offered: readonly (readonly [ends: RegExp, bytes: RegExp])[] = [
  [/\.(jpg|jpeg|jfif|png|gif|webp|avif|heic|heif|bmp|tif|tiff|ico)$/i, picture],
  [/\.(psd)$/i, picture],
  [/\.(pdf)$/i, /^(application\/pdf|text\/plain)$/],
  [/\.(ai)$/i, /^application\/(pdf|postscript)$/],
  [/\.(docx|xlsx|pptx|odt|ods|odp|odg)$/i, office],
  [/\.(txt|csv|tsv|md|log)$/i, text],
  [/\.(vcf|ics)$/i, text],
  [/\.(eml)$/i, /^(text\/|message\/rfc822$|application\/octet-stream$)/],
  [/\.(mp3|m4a|aac|wav|ogg|oga|opus|flac)$/i, sound],
  [/\.(mp4|m4v|mov|webm|avi|mkv)$/i, sound],
  [/\.(asc|pgp|sig|p7s|p7m)$/i, sealed],
];

/**
 * Whether an attachment may be downloaded as it is: a known kind of document, and its bytes are of that kind
 * (`mediaType`, as they were recognized). A list of what may run would never be complete.
 */
export function isOfferedFile(name: string, mediaType: string): boolean {
  return offered.some(([ends, bytes]) => ends.test(name) && bytes.test(mediaType));
}

/** How received mail is read, when it comes and for a download, which finds its file by its place. */
export const mailParseOptions = { forceRfc822Attachments: true, maxNestingDepth: 200 } as const;
