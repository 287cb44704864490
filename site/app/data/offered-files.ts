const office = /^application\/(vnd\.(openxmlformats-officedocument|oasis\.opendocument)\.|zip$)/;
const text = /^text\//;
const picture = /^image\//;
const sound = /^(audio|video)\//;
const sealed = /^(application\/(octet-stream|pgp-|pkcs7-|x-pkcs7-)|text\/)/;

/** By the end of a file's name: what its bytes may be. Nothing in this list runs when it is opened. */
const offered: readonly (readonly [ends: string, bytes: RegExp])[] = [
  ['jpg jpeg jfif png gif webp avif heic heif bmp tif tiff ico', picture],
  ['psd', picture],
  ['pdf', /^(application\/pdf|text\/plain)$/],
  ['ai', /^application\/(pdf|postscript)$/],
  ['docx xlsx pptx odt ods odp odg', office],
  ['txt csv tsv md log', text],
  ['vcf ics', text],
  ['eml', /^(text\/|message\/rfc822$|application\/octet-stream$)/],
  ['mp3 m4a aac wav ogg oga opus flac', sound],
  ['mp4 m4v mov webm avi mkv', sound],
  ['asc pgp sig p7s p7m', sealed],
];

/**
 * Whether an attachment may be downloaded as it is: a known kind of document, and its bytes are of that kind
 * (`mediaType`, as they were recognized). A list of what may run would never be complete.
 */
export function isOfferedFile(name: string, mediaType: string): boolean {
  const end = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toLowerCase();
  return offered.some(
    ([ends, bytes]) => end !== undefined && ends.split(' ').includes(end) && bytes.test(mediaType),
  );
}
