/** What the caller's own mail looks like, which people answer and quote. Only the address is required. */
export interface OwnMail {
  /** The address that receives mail, also with a tag: `reply@example.com` receives `reply+TAG@example.com`. */
  replyAddress: string;
  /** The address in From of the caller's mails, if it is another one. */
  senderAddress?: string | null;
  /** What the subjects of the caller's mails contain, without names: "Your inquiry to". */
  subjects?: readonly string[];
  /** Sentences below the message in the caller's mails, with NUL in place of names, addresses and numbers. */
  footerSentences?: readonly string[];
  /** Lines there that people write, too; they count as quoted only beside other quoted lines. */
  footerLines?: readonly string[];
}

/** The longest tag that is told apart from others. */
const maxTagLength = 60;

/**
 * The tag in an address of the caller, in lower case, because mail programs change the case of addresses: `tag` of
 * `reply+TAG@example.com`. Null for the address without a tag and for other addresses.
 */
export function tagIn(address: string, { replyAddress }: OwnMail): string | null {
  const at = replyAddress.lastIndexOf('@');
  const start = `${replyAddress.slice(0, at)}+`.toLowerCase();
  const given = address.trim().toLowerCase();
  if (!given.startsWith(start) || !given.endsWith(replyAddress.slice(at).toLowerCase())) return null;
  return given.slice(start.length, given.length - (replyAddress.length - at)).slice(0, maxTagLength);
}

/** Whether mail to this address is for the caller: the address itself, with or without a tag. */
function isReplyAddress(address: string, own: OwnMail): boolean {
  return address.trim().toLowerCase() === own.replyAddress.toLowerCase() || tagIn(address, own) !== null;
}

/** Whether mail from this address is the caller's own. */
export function isOwnAddress(address: string, own: OwnMail): boolean {
  return isReplyAddress(address, own) || address.toLowerCase() === own.senderAddress?.toLowerCase();
}

/** The addresses of the caller: where mail arrives, and where it comes from. */
export function ownAddressesOf({ replyAddress, senderAddress }: OwnMail): [string, string] {
  return [replyAddress, senderAddress ?? replyAddress];
}
