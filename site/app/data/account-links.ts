/** Where a link went: to the address by mail (null), or to whoever asked, to be handed over by hand. */
export type IssuedLink = string | null;

/** What of the secret key's power a request may use, once it has proved that an owner asks. */
export interface AccountLinks {
  /**
   * Makes the link that opens an account to the owner of its address, who chooses a password then; and the account,
   * should there be none. Unlike a forgotten password, nobody can use up its mail allowance by asking often. Throws what
   * the auth service refused, such as an address that its owner has proved.
   */
  invite(email: string, fullName?: string): Promise<{ account: string; link: IssuedLink }>;
}
