// The addresses of a record and its picture: makes a slug from a name, checks what was entered.
import { foldCaseAndAccents } from '../../../texts/fold-case-and-accents.ts';

const longest = 100;

/** Makes a web address from a name: "Café & Bar" becomes "cafe-bar". Empty if no character can be used. */
export function slugOf(name: string): string {
  return foldCaseAndAccents(name)
    .replaceAll("'", '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, longest)
    .replace(/^-+|-+$/g, '');
}

/** Has the same rule as is_slug() in the database. */
export function isSlug(text: string): boolean {
  return text.length <= longest && /^[a-z0-9]+(-[a-z0-9]+)*$/.test(text);
}

const pictureUrl = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;
const uploaded = /\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;
/** Pictures that were uploaded to a self-hosted backend may have URLs without TLS. */
const uploadedAddress = /^http:\/\/[^\s\\/?#]+\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;

/** Whether a picture may have this URL: https, a path of this site, or one that was uploaded. */
export function isAllowedPictureUrl(text: string): boolean {
  return (pictureUrl.test(text) || uploadedAddress.test(text)) && text.length <= 2048;
}

/** Whether the picture was uploaded here, so that its URL cannot be edited by hand. */
export function isUploadedPicture(address: string): boolean {
  return isAllowedPictureUrl(address) && uploaded.test(address);
}
