import { useEffect } from 'react';

const isMarked = typeof location !== 'undefined' && /[?#&]error[_=]/.test(location.href);

async function show(): Promise<void> {
  const { showUrlError, takeUrlError } = await import('./session/url-error.ts');
  takeUrlError();
  showUrlError();
}

/** Shows an auth error from the URL (`/?error=…`, `/#error=…`) on any page. */
export function UrlError() {
  useEffect(() => {
    if (isMarked) void show();
  }, []);
  return null;
}
