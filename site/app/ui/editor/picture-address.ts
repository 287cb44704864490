const pictureAddress = /^(https:\/\/[^\s\\/?#]|\/([^/\\\s]|$))[^\s\\]*$/i;
/** What was uploaded to a backend of one's own may be reached without TLS. */
const uploadedAddress = /^http:\/\/[^\s\\/?#]+\/storage\/v1\/object\/public\/pictures\/[\w/.-]+$/;

/** Whether this is an address that a picture may have: https, a path of this site, or one that was uploaded. */
export function isPictureAddress(text: string): boolean {
  return (pictureAddress.test(text) || uploadedAddress.test(text)) && text.length <= 2048;
}
