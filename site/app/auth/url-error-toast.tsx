// Component that shows an auth error from the URL as a toast on any page.
import { useEffect } from 'react';

const isMarked = typeof location !== 'undefined' && /[?#&]error[_=]/.test(location.href);

async function show(): Promise<void> {
  const { showUrlErrorToast, captureUrlError } = await import('./session/url-error.ts');
  captureUrlError();
  showUrlErrorToast();
}

/** Shows an auth error from the URL (`/?error=…`, `/#error=…`) on any page. */
export function UrlErrorToast() {
  useEffect(() => {
    if (isMarked) void show();
  }, []);
  return null;
}
