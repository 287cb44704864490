// Recognises a certificate whose CA is unknown, and says how to make it known.
/** OpenSSL's codes. */
const untrusted = /^(UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_)/;

export function isUntrustedCertificate(code: unknown): boolean {
  return typeof code === 'string' && untrusted.test(code);
}

/** Node reads the variable when it starts, so that a settings file of the program would be too late. */
export const privateAuthorityAdvice =
  'for a certificate of your own CA, set NODE_EXTRA_CA_CERTS=FILE with the certificate of that CA in the environment of the server and of this command';
