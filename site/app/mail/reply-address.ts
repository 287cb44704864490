// Encodes a lead's reply token in an email address; decodes it from a received one.
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567';

/** Base32 (RFC 4648) in lower case, because mail programs change the case of addresses. */
function encode(bytes: Uint8Array): string {
  let [bits, held, text] = [0, 0, ''];
  for (const byte of bytes) {
    held = (held << 8) | byte;
    for (bits += 8; bits >= 5; bits -= 5) text += alphabet[(held >> (bits - 5)) & 31];
    held &= 31;
  }
  return bits > 0 ? text + alphabet[(held << (5 - bits)) & 31] : text;
}

function decode(text: string): Uint8Array {
  const bytes: number[] = [];
  let [bits, held] = [0, 0];
  for (const sign of text) {
    held = ((held << 5) | alphabet.indexOf(sign)) & 0xfff;
    bits += 5;
    if (bits >= 8) bytes.push((held >> (bits -= 8)) & 255);
  }
  return Uint8Array.from(bytes);
}

const tokenForm = /^[a-z2-7]{42}$/;

/** `reply@example.com` with the token of a lead (`reply_token`, hexadecimal) becomes `reply+….@example.com`. */
export function formatReplyAddress(base: string, token: string): string {
  const at = base.lastIndexOf('@');
  return `${base.slice(0, at)}+${encode(Buffer.from(token, 'hex'))}${base.slice(at)}`;
}

/**
 * The token in the tag of a reply address (`reply+TAG@example.com`, in lower case), hexadecimal as the database expects
 * it. An invalid token is returned as "not a token: …", so that the database detects a forgery.
 */
export function parseReplyTag(tag: string): string {
  const bytes = tokenForm.test(tag) ? decode(tag) : new Uint8Array();
  if (encode(bytes) !== tag) return `not a token: ${tag.slice(0, 60)}`;
  return Buffer.from(bytes).toString('hex');
}
