// Component that shows an auth error from the URL as a toast on any page.
import { useEffect } from 'react';

const isMarked = typeof location !== 'undefined' && /[?#&]error[_=]/.test(location.href);

async function show(): Promise<void> {
  const { showRedirectError, captureUrlError } = await import('./session/redirect-error.ts');
  captureUrlError();
  showRedirectError();
}

/** Shows an auth error from the URL (`/?error=…`, `/#error=…`) on any page. */
export function RedirectErrorToast() {
  useEffect(() => {
    if (isMarked) void show();
  }, []);
  return null;
}
