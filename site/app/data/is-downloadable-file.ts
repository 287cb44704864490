const office = /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.|zip$)/;
const text = /^text\//;
const picture = /^image\/(?!svg)/;
const sound = /^(audio|video)\//;
const sealed = /^(application\/(octet-stream|pgp-|pkcs7-|x-pkcs7-)|text\/)/;

/** By file name extension: the types that its bytes may have. Files of these types run nothing when they are opened. */
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
 * Whether an attachment may be downloaded unchanged: a known type of document whose bytes are of that type
 * (`mediaType`, as detected). A list of types that may run something would never be complete.
 */
export function isDownloadableFile(name: string, mediaType: string): boolean {
  return offered.some(([ends, bytes]) => ends.test(name) && bytes.test(mediaType));
}
