import { screenTexts } from './screen-texts.ts';

const t = screenTexts.picture;

const pictureUrl = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;
const uploaded = /\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;
/** What was uploaded to a backend of one's own may be reached without TLS. */
const uploadedAddress = /^http:\/\/[^\s\\/?#]+\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;

/** Whether this is an address that a picture may have: https, a path of this site, or one that was uploaded. */
export function isPictureAddress(text: string): boolean {
  return (pictureUrl.test(text) || uploadedAddress.test(text)) && text.length <= 2048;
}

/** Whether the picture was uploaded here: its address is not for editing by hand. */
export function isUploaded(address: string): boolean {
  return isPictureAddress(address) && uploaded.test(address);
}

/** What a picture is called where it stands alone: the name of its file, or that it was uploaded. */
export function pictureName(address: string): string {
  if (isUploaded(address)) return t.uploaded;
  const path = address.split(/[?#]/, 1)[0] ?? '';
  return path.split('/').findLast((part) => part !== '') ?? t.unnamed;
}
