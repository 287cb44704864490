/** null if mailed to the address, else the link, to be handed over. */
export type IssuedLink = string | null;

/** What a request may do with the secret key after it proved to be an owner's. */
export interface AccountLinks {
  /**
   * Makes the link that opens an account to the owner of its address to choose a password, and the account if there
   * is none. Unlike a password reset, its mail allowance cannot be used up by strangers. Throws the auth service's
   * error, such as for an address that is already verified.
   */
  invite(email: string, fullName?: string): Promise<{ account: string; link: IssuedLink }>;
}
