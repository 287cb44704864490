export interface ProviderUser {
  sub: string;
  email?: string | undefined;
  email_verified?: boolean | undefined;
  name?: string | undefined;
  [claim: string]: unknown;
}
