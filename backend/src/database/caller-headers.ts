const addressHeaders = [
  'cf-connecting-ip',
  'cf-connecting-ipv6',
  'client-ip',
  'fastly-client-ip',
  'true-client-ip',
  'x-client-ip',
  'x-cluster-client-ip',
  'x-real-ip',
];

/**
 * A caller may write anything into headers that name the client, so they get the address that the server knows;
 * undefined for a request made inside this process.
 */
export function callerHeaders(request: Request, address: string | undefined): Record<string, string> {
  const headers = Object.fromEntries(request.headers);
  if (address === undefined) return headers;
  for (const name of addressHeaders) if (name in headers) headers[name] = address;
  delete headers['forwarded'];
  headers['x-forwarded-for'] = address;
  return headers;
}
