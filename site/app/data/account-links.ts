/** null if mailed to the address, else the link, to be handed over. */
export type IssuedLink = string | null;

/** What a request may do with the secret key after it proved to be an owner's. */
export interface AccountLinks {
  /**
   * Makes an invitation link, and the account if there is none. Unlike a password reset, strangers cannot use up its
   * mail allowance. Throws the auth service's error, such as for a verified address.
   */
  invite(email: string, fullName?: string): Promise<{ account: string; link: IssuedLink }>;
}
