import type { ServiceName } from './service.ts';

/** Services that hand out what somebody else wrote. */
const foreign = new Set<ServiceName | undefined>(['storage', 'functions']);

/** What others wrote runs nothing on our origin, should a browser ever show it: no script, no form, no frame, no guess. */
export function sandbox(service: ServiceName | undefined, headers: Headers): void {
  if (!foreign.has(service)) return;
  headers.set('content-security-policy', "sandbox; default-src 'none'");
  headers.set('x-content-type-options', 'nosniff');
}
